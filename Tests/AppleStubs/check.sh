#!/usr/bin/env bash
# Compiles what only Apple's platforms have a module for, and runs it, against small modules of the
# same names that hold the interface in use (Modules/NAME). They are built by the compiler alone: in
# the package they would be targets called Combine and so on, which every app that uses it would see.
#
# Wants the macros: `swift build --build-tests` first, or HYPERBASIS_BUILD, a folder with a build.
set -euo pipefail
cd "$(dirname "$0")/../.."

program="${HYPERBASIS_BUILD:-$(swift build --show-bin-path)}/RevertiblePlugin-tool"
if [ ! -x "$program" ]; then
  echo "Tests/AppleStubs: there is no $program; run 'swift build --build-tests' first" >&2
  exit 1
fi
rm -rf .build/apple-stubs

# library NAME: what is built from here on sees the modules of this library alone, so that each
# takes the branches that it is to take.
library() {
  build=.build/apple-stubs/$1
  mkdir -p "$build"
  options=(
    -swift-version 6 -package-name hyperbasis -warnings-as-errors -I "$build"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault
    -load-plugin-executable "$program#RevertiblePlugin"
  )
}

# module NAME FOLDER: a module of all Swift files in a folder.
module() {
  find "$2" -name '*.swift' -print0 | sort -z | xargs -0 swiftc "${options[@]}" \
    -module-name "$1" -parse-as-library -wmo -emit-module -emit-module-path "$build/$1.swiftmodule" \
    -c -o "$build/$1.o"
}

# checks FOLDER MODULE...: a program of all Swift files in a folder and of modules; then its verdict.
checks() {
  local folder=$1
  shift
  swiftc "${options[@]}" -module-name Checks "$folder"/*.swift Tests/AppleStubs/Check.swift \
    "${@/#/$build/}" -o "$build/checks"
  "$build/checks"
}

library Revertible
module Combine Tests/AppleStubs/Modules/Combine
module RevertibleCore Sources/RevertibleCore
module Revertible Sources/Revertible
checks Tests/AppleStubs/Revertible Combine.o RevertibleCore.o Revertible.o

library Hyperbasis
module simd Tests/AppleStubs/Modules/simd
module ARKit Tests/AppleStubs/Modules/ARKit
module HyperbasisModels Sources/HyperbasisModels
checks Tests/AppleStubs/Hyperbasis simd.o ARKit.o HyperbasisModels.o
