#!/usr/bin/env bash
# Takes the pictures of the README anew, from the real program. Needs rsvg-convert
# (librsvg2-bin) and a font with Han characters (fonts-wqy-microhei). Whole pixels for each cell, so
# that no seams show between them. Names of pictures may be given, to take only those.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product hyperbasis
swift build --product Screenshots
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
.build/debug/Screenshots .build/debug/hyperbasis "$scratch" "$@"
for picture in "$scratch"/*.svg; do
  rsvg-convert -z 2 "$picture" -o "screenshots/$(basename "$picture" .svg).png"
done
