#!/bin/sh
# Freeze versions and hashes of everything that install.sh installs; keeps versions that still fit.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
command -v uv >/dev/null || {
    echo "make lock needs uv; install it with '.venv/bin/pip install uv'" >&2
    exit 1
}

# The requirements under a key of pyproject.toml, one a line.
under() {
    python3 -c '
import functools, sys, tomllib
from pathlib import Path
tables = tomllib.loads(Path("pyproject.toml").read_text())
print(*functools.reduce(dict.get, sys.argv[1:], tables), sep="\n")' "$@"
}
# One version for every Python, so that results do not depend on it; no address of any index.
freeze() {
    uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate "$@"
}

under build-system requires | freeze - pyproject.toml --extra dev --output-file requirements/lock.txt >/dev/null
for interface in r42 r45; do
    under project optional-dependencies $interface |
        freeze - --constraint requirements/lock.txt --output-file requirements/$interface.txt >/dev/null
done
