#!/usr/bin/env bash
# Makes a Debian package of hyperbasis for this machine's kind.
#
#   Resources/make-debian-package.sh [FOLDER]
#
# Prints where the package is; FOLDER is where it goes, else the folder of the call.
set -euo pipefail
target="$(realpath "${1:-.}")"
cd "$(dirname "$0")/.."

stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
Resources/install.sh --prefix "$stage/usr" >&2
# Debian looks for them there.
mkdir -p "$stage/usr/share/zsh/vendor-completions"
mv "$stage/usr/share/zsh/site-functions/_hyperbasis" "$stage/usr/share/zsh/vendor-completions/"
rmdir "$stage/usr/share/zsh/site-functions"
gzip -9n "$stage/usr/share/man/man1/hyperbasis.1"

version="$("$stage/usr/bin/hyperbasis" --version | grep -oE '[0-9]+(\.[0-9]+)+')"
architecture="$(dpkg --print-architecture)"
# The packages of the libraries that the program was linked with.
depends="$(
  ldd "$stage/usr/bin/hyperbasis" | awk '$2 == "=>" { print $3 }' |
    while read -r library; do dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "$library"; done |
    cut -d: -f1 | sort -u | paste -sd, | sed 's/,/, /g'
)"
mkdir "$stage/DEBIAN"
cat > "$stage/DEBIAN/control" <<CONTROL
Package: hyperbasis
Version: $version
Architecture: $architecture
Maintainer: The Hyperbasis authors <hyperbasis@example.invalid>
Installed-Size: $(du -sk "$stage/usr" | cut -f1)
Depends: $depends
Section: graphics
Priority: optional
Description: time machine for augmented-reality spaces
 Shows the anchors of a space from above at any moment of its history, compares two moments, and
 rolls back, undoes and redoes as new events.
CONTROL
package="$target/hyperbasis_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build "$stage" "$package" >&2
echo "$package"
