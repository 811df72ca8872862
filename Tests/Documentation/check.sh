#!/usr/bin/env bash
# Checks the documentation against the code, after `swift build --build-tests`, or with a build in the
# folder that HYPERBASIS_BUILD names:
#
#   1. Every public symbol of a product has a documentation comment.
#   2. Both DocC catalogues build without a warning, so that none of their links is broken.
#   3. Every Swift block of the README, the catalogues and the documentation comments compiles.
#
# Blocks of shell commands and of configuration are checked by `DocumentedCommandTests`.
set -euo pipefail
cd "$(dirname "$0")/../.."

bin="${HYPERBASIS_BUILD:-$(swift build --show-bin-path)}"
if [ ! -e "$bin/Modules/Hyperbasis.swiftmodule" ] || [ ! -x "$bin/RevertiblePlugin-tool" ]; then
  echo "Tests/Documentation: $bin holds no build; run 'swift build --build-tests' first" >&2
  exit 1
fi
work=.build/documentation
rm -rf "$work"
mkdir -p "$work"/{Hyperbasis,HyperbasisExchange,Revertible,blocks}

target="$(swiftc -print-target-info |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')"
# The modules import C code, whose module maps the package manager keeps in several places.
modules=(-I "$bin/Modules")
for map in Sources/*/module.modulemap "$bin"/*.build/module.modulemap \
  "$bin"/../../checkouts/swift-system/Sources/CSystem/include/module.modulemap; do
  modules+=(-Xcc "-fmodule-map-file=$map")
done

# graph MODULE [REEXPORTED,...]: the public symbols of a module and of those that it re-exports.
graph() {
  swift symbolgraph-extract -module-name "$1" "${modules[@]}" -target "$target" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$work/$1" \
    ${2:+-experimental-allowed-reexported-modules="$2"}
}

# catalogue MODULE: its documentation, with each warning an error. No HTML page is made for each symbol:
# for those docc copies its template, and fails if Swift belongs to another user.
catalogue() {
  docc convert "Sources/$1/$1.docc" --additional-symbol-graph-dir "$work/$1" \
    --no-transform-for-static-hosting \
    --fallback-display-name "$1" --fallback-bundle-identifier "hyperbasis.$1" \
    --warnings-as-errors --output-path "$work/$1.doccarchive" >"$work/$1.log" 2>&1 ||
    { cat "$work/$1.log" && return 1; }
}

# What `import Hyperbasis` provides is declared in its layers.
reexported="$(sed -n 's/^@_exported public import \([A-Za-z]*\)$/\1/p' Sources/Hyperbasis/Exports.swift |
  paste -sd,)"
graph Hyperbasis "$reexported" &
jobs=($!)
graph HyperbasisExchange &
jobs+=($!)
graph Revertible RevertibleCore &
jobs+=($!)
for job in "${jobs[@]}"; do wait "$job"; done

failures=0
python3 Tests/Documentation/undocumented.py "$work" || failures=1
catalogue Hyperbasis &
hyperbasis=$!
catalogue Revertible || failures=1
wait "$hyperbasis" || failures=1

python3 Tests/Documentation/blocks.py "$work/blocks"
swiftc -typecheck -swift-version 6 -parse-as-library -suppress-warnings -module-name Blocks \
  "${modules[@]}" -load-plugin-executable "$bin/RevertiblePlugin-tool#RevertiblePlugin" \
  "$work"/blocks/*.swift || failures=1

if [ "$failures" -ne 0 ]; then
  echo "Tests/Documentation: failed" >&2
  exit 1
fi
echo "Tests/Documentation: $(ls "$work/blocks" | wc -l) files of Swift blocks compiled"
