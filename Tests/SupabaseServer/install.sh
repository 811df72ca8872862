#!/usr/bin/env bash
# Installs what the stand-in for Supabase needs, and prints the path of its Python.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
exec "$here/../PythonPackages/install.sh" "$here/requirements.txt" .build-supabase
