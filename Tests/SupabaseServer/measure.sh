#!/usr/bin/env bash
# Prints the figures that Resources/supabase/scale.md is based on; the argument is the number of events.
set -euo pipefail
cd "$(dirname "$0")"
python="$(./install.sh)"
exec "$python" -B measure_scale.py "$@"
