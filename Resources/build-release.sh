#!/usr/bin/env bash
# Builds hyperbasis for release and prints where it is. On Linux all of Swift is linked in, so that the
# program runs without an installed Swift; libc, libm, libstdc++, libgcc, ncurses and zlib remain the
# system's, and libcurl is loaded only for syncing.
#
#   Resources/build-release.sh
set -euo pipefail
cd "$(dirname "$0")/.."

# The interface of a module comes from the pass that compiles it; a separate pass gains nothing here.
# Debug information is stripped from what is installed, and takes time to write.
flags=(-c release --product hyperbasis -Xswiftc -no-emit-module-separately-wmo)
flags+=(-debug-info-format none)
if [ "$(uname)" = Linux ]; then flags+=(--static-swift-stdlib); fi
folder="$(swift build "${flags[@]}" --show-bin-path)"

# Foundation comes with ICU, and ICU with 34 MB of data for all languages and encodings. A part of it is
# linked instead: references to the data are redirected to the symbol with the prefix `__wrap_`.
icu_flags() {
  local library symbol selection="$folder/icu-data"
  library="$(swiftc -print-target-info -static-stdlib |
    sed -n 's|.*"runtimeResourcePath": "\(.*\)".*|\1/linux/lib_FoundationICU.a|p')"
  symbol="$(nm "$library" 2>/dev/null |
    awk '$2 == "R" && $3 ~ /^icudt[0-9]+_dat$/ { print $3; exit }')"
  if [ -z "$symbol" ]; then return 1; fi
  local object="$selection/$symbol.o"
  if [ Resources/select-icu-data.swift -nt "$object" ] || [ "$library" -nt "$object" ]; then
    rm -rf "$selection"
    mkdir -p "$selection"
    (cd "$selection" && ar x "$library" icu_packaged_data.cpp.o) &&
      objcopy -O binary -j .rodata "$selection/icu_packaged_data.cpp.o" "$selection/all.dat" &&
      swiftc -O -swift-version 6 Resources/select-icu-data.swift -o "$selection/select" &&
      "$selection/select" "$selection/all.dat" "$selection/selected.dat" &&
      printf '%s\n' '.section .rodata' '.balign 16' ".globl __wrap_$symbol" \
        "__wrap_$symbol: .incbin \"$selection/selected.dat\"" \
        '.section .note.GNU-stack,"",@progbits' > "$selection/data.s" &&
      "$(dirname "$(realpath "$(command -v swiftc)")")/clang" -c "$selection/data.s" -o "$object" &&
      rm "$selection"/{all.dat,icu_packaged_data.cpp.o} ||
      return 1
  fi >&2
  printf '%s\n' "--wrap=$symbol" "$object"
}

if [ "$(uname)" = Linux ]; then
  # Nothing looks up the program's own functions by name.
  link=(--no-export-dynamic)
  if icu="$(icu_flags)"; then
    mapfile -t -O "${#link[@]}" link <<< "$icu"
  else
    echo "This Swift has ICU's data elsewhere: all of it is linked in, 30 MB more." >&2
  fi
  for flag in "${link[@]}"; do flags+=(-Xlinker "$flag"); done
fi
swift build "${flags[@]}" >&2
echo "$folder/hyperbasis"
