#!/bin/sh
# debian.sh PACKAGE...: install those of the named Debian packages that are missing and that this
# release has. Fails, having said what to install, where that is not possible.
set -eu

say() { echo "set-up: $*" >&2; }
installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
# "Candidate: (none)" where the name is only known from another package's suggestion.
offered() { LC_ALL=C apt-cache policy "$1" | grep -q '^  Candidate: [^(]'; }
as_root() {
    set -- env DEBIAN_FRONTEND=noninteractive "$@"
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}
get() { as_root apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"; }

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this system has no apt: install what corresponds to Debian's $*"
    exit 1
fi

missing=
for package in "$@"; do
    installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

may_install() {
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }
}
explain() {
    say "not root, and sudo does not work without a password; let an administrator run"
    say "  apt-get update && apt-get install --no-install-recommends$1"
    exit 1
}

if ! ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
    may_install || explain "$missing"
    get update
fi
wanted=
for package in $missing; do
    if offered "$package"; then wanted="$wanted $package"; else say "Debian has no $package here"; fi
done
[ -n "$wanted" ] || exit 0

may_install || explain "$wanted"
say "installing$wanted"
# Lists may name files that the mirror has replaced: fetch them again once.
# shellcheck disable=SC2086 # a list of names
get install -y --no-install-recommends $wanted >/dev/null ||
    { get update && get install -y --no-install-recommends $wanted >/dev/null; }
