#!/usr/bin/env bash
# Installs the release build to a folder of its own, uses it there, and removes it again; on Linux it also
# uses it with only the libraries that it declares, and repeats everything with the Debian package, if the
# system has dpkg.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"

fail() { echo "install: $*" >&2; exit 1; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
# Files that were written in a separate root belong to root.
trap 'rm -rf "$folder" 2> /dev/null || as_root rm -rf "$folder"' EXIT

# use_program STORE COMMAND...: creates a space, adds an anchor and draws it, with a command that runs the
# program.
use_program() {
  local store="$1"
  shift
  "$@" --version
  "$@" --store "$store" new Hall > "$folder/output"
  "$@" --store "$store" add text=Lamp --position 1,0,1 > "$folder/output"
  "$@" --store "$store" plot > "$folder/output"
  grep -q Hall "$folder/output" || fail "the plan says: $(cat "$folder/output")"
}

# Checks that nothing of Swift, and nothing that only some uses need, is linked.
check_libraries() {
  if ldd "$1" | grep -E 'libswift|libFoundation|libicu|libcurl|not found'; then
    fail "$1 needs what a machine may lack"
  fi
}

# check_alone PROGRAM: runs it in a root file system with only the libraries that it names: neither Swift
# nor libcurl. Swift reads a program's arguments from /proc.
check_alone() {
  local root="$folder/alone" library status=0
  mkdir -p "$root/bin" "$root/proc" "$root/tmp"
  for library in $(ldd "$1" | grep -oE '/[^ ]+'); do install -D "$library" "$root$library"; done
  install "$1" "$root/bin/hyperbasis"
  alone() {
    as_root env -i LC_ALL=C.UTF-8 SUPABASE_URL=http://127.0.0.1:9 SUPABASE_ANON_KEY=key \
      unshare --pid --fork --mount-proc --root="$root" /bin/hyperbasis "$@"
  }
  if ! as_root unshare --pid --fork --mount-proc true; then
    echo "left out: hyperbasis without Swift, since no root of its own may be made here"
    return
  fi
  use_program /store alone

  # The time zone rules are built in: noon, with summer time and without.
  printf '%s\n' id,time,x,y,z 'cup,2024-06-01 12:00,1,0,1' 'cup,2024-12-01 12:00,2,0,1' \
    > "$root/walk.csv"
  alone --store /store import /walk.csv --space Hall --zone Europe/Berlin --yes > "$folder/output" ||
    fail "import: $(cat "$folder/output")"
  alone --store /store log Hall --json > "$folder/output"
  for time in 2024-06-01T10:00 2024-12-01T11:00; do
    grep -q "$time" "$folder/output" || fail "nothing was at $time: $(cat "$folder/output")"
  done

  alone --store /store sync > "$folder/output" 2>&1 || status=$?
  if [ "$status" != 75 ] ||
    ! grep -q "libcurl is missing; install the package libcurl4" "$folder/output"; then
    fail "sync without libcurl ends with $status: $(cat "$folder/output")"
  fi
}

Resources/install.sh --prefix "$folder/prefix"
program="$folder/prefix/bin/hyperbasis"
installed() { env -i LC_ALL=C.UTF-8 "$program" "$@"; }
use_program "$folder/store" installed
[ "$(find "$folder/prefix" -type f | wc -l)" = 5 ] || fail "not the program, a page and three completions"
if [ "$(uname)" = Linux ]; then
  check_libraries "$program"
  check_alone "$program"
fi
Resources/install.sh --prefix "$folder/prefix" --uninstall
[ "$(find "$folder/prefix" -type f | wc -l)" = 0 ] || fail "files are left"

if command -v dpkg-deb >/dev/null; then
  package="$(Resources/debian-package.sh "$folder" 2> "$folder/errors")" || fail "$(cat "$folder/errors")"
  dpkg-deb --info "$package" | grep -E '^ (Version|Depends|Recommends|Installed-Size):'
  # A separate system that lists the same packages as this one, so that dependencies count; their files
  # are missing, and none of them is notified.
  root="$folder/root"
  mkdir -p "$root/var/lib/dpkg/"{info,updates}
  cp /var/lib/dpkg/status "$root/var/lib/dpkg/status"
  cp /var/lib/dpkg/info/*.list "$root/var/lib/dpkg/info/"
  in_root() {
    PATH="$PATH:/usr/sbin:/sbin" \
      dpkg --root="$root" --log=/dev/null --force-not-root --force-script-chrootless "$@"
  }
  in_root --install "$package" > "$folder/output" 2>&1 || fail "$(cat "$folder/output")"
  expected="usr/bin/hyperbasis
usr/share/bash-completion/completions/hyperbasis
usr/share/doc/hyperbasis/copyright
usr/share/fish/vendor_completions.d/hyperbasis.fish
usr/share/man/man1/hyperbasis.1.gz
usr/share/zsh/vendor-completions/_hyperbasis"
  found="$(cd "$root" && find usr -type f | LC_ALL=C sort)"
  [ "$found" = "$expected" ] || fail "the package has: $found"
  in_root --verify hyperbasis || fail "the package's checksums are wrong"
  program="$root/usr/bin/hyperbasis"
  use_program "$folder/package-store" installed
  in_root --purge hyperbasis > "$folder/output" 2>&1 || fail "$(cat "$folder/output")"
  found="$(find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print)"
  [ -z "$found" ] || fail "the package leaves $found"
  if in_root --status hyperbasis > /dev/null 2>&1; then fail "the package is still known"; fi
fi
echo "installed, used and removed"
