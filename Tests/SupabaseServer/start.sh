#!/usr/bin/env bash
# Starts the stand-in for Supabase. It prints one line of JSON with its addresses when it is ready, and
# exits when its standard input ends.
set -euo pipefail
cd "$(dirname "$0")"
python="$(./install.sh)"
exec "$python" -B -m stand_in
