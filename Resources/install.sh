#!/usr/bin/env bash
# Builds hyperbasis for release and installs it: the program with Swift's runtime linked in, its
# manual page, and completions for bash, zsh and fish.
#
#   Resources/install.sh [--prefix DIR]              to /usr/local, or to DIR
#   Resources/install.sh [--prefix DIR] --uninstall  removes what was installed there
#
# It is built as the calling user; only copying asks for privileges, if the folder requires them.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=/usr/local
uninstall=false
while [ $# -gt 0 ]; do
  case "$1" in
    --prefix) prefix="${2:?--prefix needs a folder}"; shift 2 ;;
    --uninstall) uninstall=true; shift ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 64 ;;
  esac
done

# The installed files, below the prefix.
program=bin/hyperbasis
manual=share/man/man1/hyperbasis.1
bash=share/bash-completion/completions/hyperbasis
zsh=share/zsh/site-functions/_hyperbasis
fish=share/fish/vendor_completions.d/hyperbasis.fish

parent="$prefix"
while [ ! -e "$parent" ]; do parent="$(dirname "$parent")"; done
may() { if [ -w "$parent" ]; then "$@"; else sudo "$@"; fi; }

if $uninstall; then
  for file in "$program" "$manual" "$bash" "$zsh" "$fish"; do may rm -f "$prefix/$file"; done
  echo "Removed hyperbasis from $prefix."
  exit
fi

built="$(Resources/build-release.sh)"

stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
strip -o "$stage/program" "$built"
may install -d "$prefix"/{bin,share/man/man1,"$(dirname "$bash")","$(dirname "$zsh")","$(dirname "$fish")"}
may install -m 755 "$stage/program" "$prefix/$program"
may install -m 644 Resources/hyperbasis.1 "$prefix/$manual"
for shell in bash zsh fish; do
  "$built" --generate-completion-script "$shell" > "$stage/$shell"
  may install -m 644 "$stage/$shell" "$prefix/${!shell}"
done
echo "Installed $("$prefix/$program" --version) to $prefix/$program."
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in PATH; add it to run hyperbasis by its name." ;;
esac
