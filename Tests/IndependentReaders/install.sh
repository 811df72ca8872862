#!/usr/bin/env bash
# Installs readers of the formats that `export` writes, and prints the path of their Python.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
exec "$here/../PythonPackages/install.sh" "$here/requirements.txt" .build-readers
