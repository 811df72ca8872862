#!/usr/bin/env bash
# Installs packages from PyPI into a Python environment of their own at the top of the project, once for
# each change of the list, and prints the path of its Python.
#
# install.sh LIST ENVIRONMENT, for example: install.sh Tests/SupabaseServer/requirements.txt .build-supabase
set -euo pipefail
top="$(cd "$(dirname "$0")/../.." && pwd)"
list="$1"
environment="$top/$2"
stamp="$environment/requirements.txt"

if ! cmp -s "$list" "$stamp"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  # Most of what comes with them is never imported: modules are compiled on import.
  "$environment/bin/pip" install --quiet --disable-pip-version-check --no-compile \
    --requirement "$list" >&2
  # Last, so that an interrupted installation is repeated.
  cp "$list" "$stamp"
fi
echo "$environment/bin/python"
