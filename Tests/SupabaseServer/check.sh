#!/usr/bin/env bash
# Runs the checks of the stand-in and of Resources/supabase; arguments are passed to pytest.
set -euo pipefail
cd "$(dirname "$0")"
python="$(./install.sh)"
exec "$python" -m pytest -q -p no:cacheprovider "$@" checks
