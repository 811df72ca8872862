#!/usr/bin/env bash
# Makes a Debian package of hyperbasis for the architecture of this machine, using only dpkg-deb, and
# prints where it is.
#
#   Resources/debian-package.sh [DIR]      puts it into DIR, or into the current folder
set -euo pipefail
target="$(realpath "${1:-.}")"
cd "$(dirname "$0")/.."

stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
root="$stage/root"
Resources/install.sh --prefix "$root/usr" >&2

# Where Debian's zsh looks for completions from packages.
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_hyperbasis" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
gzip -9n "$root/usr/share/man/man1/hyperbasis.1"

documents="$root/usr/share/doc/hyperbasis"
mkdir -p "$documents"
cat > "$documents/copyright" <<'COPYRIGHT'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: hyperbasis

Files: *
Copyright: The authors of Hyperbasis Time Machine
License: not-stated
 The source that this package was made from states no licence.
Comment:
 The program contains Swift's runtime, Foundation, swift-argument-parser, swift-log and swift-system,
 which are under the Apache License 2.0 (/usr/share/common-licenses/Apache-2.0), and of ICU code and
 data, which are under the Unicode License v3 (https://www.unicode.org/license.txt).
COPYRIGHT

# From what the program was linked with, each with the required version; without versions if dpkg-dev is
# not installed.
depends() {
  if command -v dpkg-shlibdeps >/dev/null; then
    mkdir -p "$stage/debian"
    printf 'Source: hyperbasis\n\nPackage: hyperbasis\nArchitecture: any\n' > "$stage/debian/control"
    (cd "$stage" && dpkg-shlibdeps -O root/usr/bin/hyperbasis 2>/dev/null) |
      sed -n 's/^shlibs:Depends=//p'
  else
    ldd "$root/usr/bin/hyperbasis" | awk '$2 == "=>" { print $3 }' |
      while read -r library; do
        dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "$library"
      done | cut -d: -f1 | sort -u | paste -sd, | sed 's/,/, /g'
  fi
}

version="$("$root/usr/bin/hyperbasis" --version | grep -oE '[0-9]+(\.[0-9]+)+')"
architecture="$(dpkg --print-architecture)"
mkdir "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<CONTROL
Package: hyperbasis
Version: $version
Architecture: $architecture
Maintainer: The authors of Hyperbasis Time Machine <hyperbasis@localhost>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $(depends)
Recommends: libcurl4 | libcurl3-gnutls, ca-certificates
Section: utils
Priority: optional
Description: time machine for augmented-reality spaces
 Shows the anchors of a space from above at any moment of its history, lays two moments side by
 side, and rolls back, undoes and redoes, always as new events. Synchronising with a cloud needs
 libcurl.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
# The umask of the user who builds the package must not affect those who install it.
chmod -R u=rwX,go=rX "$root"

package="$target/hyperbasis_${version}_$architecture.deb"
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >&2
echo "$package"
