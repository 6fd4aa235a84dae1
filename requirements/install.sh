#!/bin/sh
# Make .venv from the hashed lock files; done at once where nothing that it depends on has changed.
set -eu
cd "$(dirname "$0")/.."
[ -z "${R_HOME:-}" ] || PATH="$R_HOME/bin:$PATH"

say() { echo "set-up: $*" >&2; }

# A pyenv shim may stand on the PATH without a Python behind it, and Debian's python3 without venv.
find_python() {
    for python in python3.13 python3.12 python3.11 python3; do
        if "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    return 1
}
if ! find_python; then
    requirements/debian.sh python3-venv || true
    find_python || {
        say "found no Python >= 3.11 with the modules venv and ensurepip; install one"
        exit 1
    }
fi

r=$(R --version 2>/dev/null | sed -n '1s/^R version \([0-9.]*\).*/\1/p')
case $r in
'') interface= ;;
# Newer interfaces want C functions that came with R 4.5.
[0-3].* | 4.[0-4].*) interface=requirements/r42.txt ;;
*) interface=requirements/r45.txt ;;
esac

base="$PWD $("$python" -c 'import sys; print(sys.base_prefix, sys.version.split()[0])')"
inputs=$(cat pyproject.toml requirements/lock.txt $interface "$0" | sha256sum | cut -d ' ' -f 1)
stamp=.venv/set-up
stamped=$(cat $stamp 2>/dev/null || true)
[ "$stamped" != "$base|R $r|$inputs" ] || exit 0

requirements/debian.sh libgomp1 || say "going on; without libgomp LightGBM does not load"
case $stamped in
"$base|"*) rm $stamp ;;
*) "$python" -m venv --clear .venv ;;
esac
install() {
    .venv/bin/python -m pip --disable-pip-version-check install --quiet --no-input --use-pep517 "$@"
}
say "installing the packages of requirements/lock.txt for $("$python" -V); takes a minute or two"
install --require-hashes -r requirements/lock.txt
if [ -n "$interface" ]; then
    say "installing the interface of $interface for R $r"
    # The other mode needs a compiler and libraries' headers, and is not faster.
    RPY2_CFFI_MODE=ABI install --require-hashes -r "$interface"
fi
install --no-deps --no-build-isolation --editable .
problems=$(.venv/bin/python -m pip --disable-pip-version-check check) || {
    say "requirements/lock.txt does not fit pyproject.toml; run 'make lock'. $problems"
    exit 1
}
echo "$base|R $r|$inputs" >$stamp
