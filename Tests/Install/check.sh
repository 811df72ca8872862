#!/usr/bin/env bash
# Installs the release build to a folder of its own, uses it there, and removes it again.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

fail() { echo "install: $*" >&2; exit 1; }

check_program() {
  local store="$folder/store"
  rm -rf "$store"
  alone() { env -i LC_ALL=C.UTF-8 "$program" --store "$store" "$@"; }
  local program="$1"
  "$program" --version
  alone new Hall > "$folder/output"
  alone add text=Lamp --position 1,0,1 > "$folder/output"
  alone plot > "$folder/output"
  grep -q Hall "$folder/output" || fail "the plan says: $(cat "$folder/output")"
}

Resources/install.sh --prefix "$folder/prefix"
check_program "$folder/prefix/bin/hyperbasis"
[ "$(find "$folder/prefix" -type f | wc -l)" = 5 ] || fail "not the program, a page and three completions"
Resources/install.sh --prefix "$folder/prefix" --uninstall
[ "$(find "$folder/prefix" -type f | wc -l)" = 0 ] || fail "files are left"

echo "installed, used and removed"
