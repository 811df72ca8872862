#!/usr/bin/env bash
# Takes the pictures of the README again, from the real program. Needs rsvg-convert (librsvg2-bin), a font
# with Han characters (fonts-wqy-microhei), and for the moving picture convert (imagemagick) and gifsicle.
# Cells have whole pixels, so that no seams show between them. Names of pictures may be given, to take
# only those.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product hyperbasis
swift build --product Screenshots
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
"$(swift build --show-bin-path)/Screenshots" "$(swift build --show-bin-path)/hyperbasis" "$scratch" "$@"

# Frames are named NAME@NUMBER-DURATION; everything else is a picture on its own.
declare -A frames=()
for picture in "$scratch"/*.svg; do
  name="$(basename "$picture" .svg)"
  case "$name" in
    *@*)
      rsvg-convert "$picture" -o "$scratch/$name.png"
      frames["${name%@*}"]+="-delay ${name##*-} $scratch/$name.png "
      ;;
    *) rsvg-convert -z 2 "$picture" -o "screenshots/$name.png" ;;
  esac
done
for name in "${!frames[@]}"; do
  # One palette for all frames, so that unchanged parts do not flicker, and no dithering, which blurs
  # letters; each frame only contains what changed.
  # shellcheck disable=SC2086 # options and files, of which none has a space
  convert ${frames[$name]} +dither -colors 96 +map -loop 0 "$scratch/$name.gif"
  gifsicle -O3 "$scratch/$name.gif" -o "screenshots/$name.gif"
done
