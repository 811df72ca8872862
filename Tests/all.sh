#!/usr/bin/env bash
# Installs what the tests need, and runs all of them: the server's own checks, the check that
# dependencies point downwards, the tests, the whole program once more as people get it, and the
# formatter. Nothing is left out silently.
#
#   Tests/all.sh        from a clean clone, on Debian 12 or Ubuntu 24.04 with Swift
set -euo pipefail
cd "$(dirname "$0")/.."

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
if command -v apt-get >/dev/null; then
  as_root apt-get update -qq
  as_root apt-get install -y -qq libncurses-dev zlib1g-dev postgresql python3-venv \
    bash zsh fish
  # Not every distribution has it as a package; where it is, no test may leave it out.
  if as_root apt-get install -y -qq --no-install-recommends chromium; then
    export HYPERBASIS_REQUIRE_BROWSER=1
  fi
fi

export TZ=UTC LC_ALL=C.UTF-8
# A few at a time: a test that waits for another thread or process is not to stand in a line behind
# hundreds that have not begun.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

# The tests, and once more at the end what of them failed: among thousands of lines nobody finds it.
run_tests() {
  local output
  output="$(mktemp)"
  if ! swift test "$@" 2>&1 | tee "$output"; then
    echo "what failed:"
    grep -aE -A 4 "recorded an issue|error: |Fatal error|unexpected signal" "$output" |
      cut -c1-800 | tail -n 100
    return 1
  fi
}

# The server for the tests of synchronisation is judged by itself while the build runs; after this no
# test may skip it.
Tests/SupabaseServer/install.sh >/dev/null
server_output="$(mktemp)"
timeout 900 Tests/SupabaseServer/check.sh >"$server_output" 2>&1 &
server=$!
export HYPERBASIS_REQUIRE_SUPABASE=1
# Nor one that has what `export` writes read by others' programs.
Tests/IndependentReaders/install.sh >/dev/null
export HYPERBASIS_REQUIRE_READERS=1
# Nor one that asks a shell for completions.
export HYPERBASIS_REQUIRE_SHELLS=1

swift build --build-tests --explicit-target-dependency-import-check error
Tests/AppleStubs/check.sh
if ! wait "$server"; then
  cat "$server_output"
  exit 1
fi
tail -n 1 "$server_output"
run_tests

# Some mistakes show only in optimised code: the program that people get is installed, and goes
# through the tests of the whole program too. A machine that has been slow so far has no time for
# that: all of this is to end within half an hour.
if [ "$SECONDS" -lt 1100 ]; then
  Tests/Install/check.sh
  HYPERBASIS_PROGRAM="$(swift build -c release --show-bin-path)/hyperbasis" \
    run_tests --skip-build --filter EndToEndTests
else
  echo "left out after $SECONDS s: the tests of the whole program, built for release"
fi

swift format lint --strict --recursive Package.swift Sources Tests Resources
