#!/usr/bin/env bash
# Puts what the stand-in for Supabase needs from PyPI into .build-supabase, once for each change
# of requirements.txt, and prints the path of its Python.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
environment="$here/../../.build-supabase"
stamp="$environment/requirements.txt"

if ! cmp -s "$here/requirements.txt" "$stamp"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check \
    --requirement "$here/requirements.txt" >&2
  # Last, so that an interrupted installation is made again.
  cp "$here/requirements.txt" "$stamp"
fi
echo "$(cd "$environment" && pwd)/bin/python"
