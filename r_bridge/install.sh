#!/bin/sh
# Install R and the packages of packages.txt as far as that is possible here, and say what is
# missing in the end. Never a reason for set-up to stop: Python learners need no R.
set -eu
cd "$(dirname "$0")"
[ -z "${R_HOME:-}" ] || PATH="$R_HOME/bin:$PATH"

all='' offered='' debian=r-base-core
while read -r name package _; do
    case $name in '' | '#'*) continue ;; esac
    all="$all $name"
    [ "$package" = - ] || offered="$offered $name" debian="$debian $package"
done <packages.txt

# Those of the named packages that R does not find, wherever the others may have come from.
missing() {
    Rscript --vanilla -e 'for (p in commandArgs(TRUE)) if (system.file(package = p) == "") cat("", p)' "$@"
}

# shellcheck disable=SC2086 # lists of names
{
    if command -v Rscript >/dev/null && [ -z "$(missing $offered)" ]; then
        exit 0
    fi
    ../requirements/debian.sh $debian || true
    if ! command -v Rscript >/dev/null; then
        echo "set-up: going on without R; its learners will be unavailable" >&2
        exit 0
    fi
    absent=$(missing $all)
}
[ -z "$absent" ] || echo "set-up: R has no$absent; learners that need them will be unavailable" >&2
