#!/usr/bin/env bash
# Installs the release build to a folder of its own, uses it there, removes it again, and does the
# same with the Debian package where the system has packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

fail() { echo "install: $*" >&2; exit 1; }

# As on a machine without Swift.
check_program() {
  if ldd "$1" | grep -E 'libswift|libFoundation|not found'; then fail "$1 needs what a machine may lack"; fi
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

if command -v dpkg-deb >/dev/null; then
  package="$(Resources/make-debian-package.sh "$folder" 2> "$folder/errors")" || fail "$(cat "$folder/errors")"
  root="$folder/root"
  mkdir -p "$root/var/lib/dpkg/"{info,updates}
  touch "$root/var/lib/dpkg/"{status,available}
  in_root() {
    dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --force-script-chrootless "$@"
  }
  in_root -i "$package" >/dev/null 2> "$folder/errors" || fail "$(cat "$folder/errors")"
  check_program "$root/usr/bin/hyperbasis"
  in_root -r hyperbasis >/dev/null
  [ -z "$(find "$root/usr" -type f 2>/dev/null)" ] || fail "the package leaves files"
fi
echo "installed, used and removed"
