#!/usr/bin/env bash
# Installs what the tests need, and runs all of them: the server's own checks, the check that dependencies
# point downwards, the documentation check, the formatter, the tests, and those of the whole program on
# the program that users get. Nothing is left out silently.
#
#   Tests/all.sh        from a clean clone, on Debian 12 or Ubuntu 24.04 with Swift
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints the elapsed time after each part, to show where time can be saved.
done_with() { echo "after $SECONDS s: $1"; }

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
if command -v apt-get >/dev/null; then
  as_root apt-get update -qq
  as_root apt-get install -y -qq libncurses-dev zlib1g-dev postgresql python3-venv \
    bash zsh fish strace
  # Not every distribution has it as a package; if this one does, no test may skip it.
  if as_root apt-get install -y -qq --no-install-recommends chromium; then
    export HYPERBASIS_REQUIRE_BROWSER=1
  fi
fi
done_with "system packages installed"

export TZ=UTC LC_ALL=C.UTF-8
# Only a few at a time: a test that waits for another thread or process must not queue behind hundreds
# that have not begun.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

# The tests create and remove hundreds of thousands of small files and, with the server's databases, large
# folders. That slows down a file system on a disk (ext4 examines each recently removed file before it
# creates the next one), so theirs are in memory if there is room. The whole program is tested on the
# disk.
memory_folder=""
if [ "$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1 || echo 0)" -gt $((4 << 20)) ]; then
  memory_folder="$(mktemp -d /dev/shm/hyperbasis.XXXXXX)"
  # The database runs as a different user from the tests.
  chmod 711 "$memory_folder"
fi
in_memory() { TMPDIR="${memory_folder:-${TMPDIR:-/tmp}}" "$@"; }

# Half the time of the usual build, and of running its tests: one pass over each module instead of many
# over its files; no debug information; each module's interface from the pass that compiles it, not from a
# separate one; and the dependencies without the internal checks that they make if DEBUG is set, which
# cost more than what is tested. Of our own code, the modules in which the tests spend most of their time
# are optimised, as requested from Package.swift: they then take half the processor time, which saves more
# than the optimiser costs. (For the screen and the commands it costs more.)
build_flags=(
  -c release --scratch-path .build-check
  -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -gnone -Xswiftc -no-emit-module-separately-wmo
)
for_tests() { HYPERBASIS_OPTIMIZE_CORE=1 swift "$1" "${build_flags[@]}" "${@:2}"; }
HYPERBASIS_BUILD="$(for_tests build --show-bin-path)"
export HYPERBASIS_BUILD

# Runs the tests, and repeats failures at the end: among thousands of lines they would be missed.
run_tests() {
  local output
  output="$(mktemp)"
  if ! for_tests test --skip-build "$@" 2>&1 | tee "$output"; then
    echo "what failed:"
    grep -aE -A 4 "recorded an issue|error: |Fatal error|unexpected signal" "$output" |
      cut -c1-800 | tail -n 100
    return 1
  fi
}

# What runs in parallel, each in a process group of its own, so that none of it outlives this script.
beside=()
finish() {
  for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || true; done
  if [ -n "$memory_folder" ]; then rm -rf "$memory_folder"; fi
}
trap finish EXIT
# start_beside OUTPUT COMMAND...: afterwards $! is its group.
start_beside() {
  local output="$1"
  shift
  set -m
  "$@" >"$output" 2>&1 &
  set +m
  beside+=("$!")
}
# finish_beside GROUP OUTPUT: waits for it; prints its output if it failed.
finish_beside() {
  if ! wait "$1"; then
    cat "$2"
    return 1
  fi
}

# The server for the sync tests is installed and checked while the build runs; from here on no test may
# skip it. The same applies to tests in which other programs read what `export` writes.
server_output="$(mktemp)"
in_memory start_beside "$server_output" timeout 900 Tests/SupabaseServer/check.sh
server=$!
export HYPERBASIS_REQUIRE_SUPABASE=1
readers_output="$(mktemp)"
start_beside "$readers_output" Tests/IndependentReaders/install.sh
readers=$!
export HYPERBASIS_REQUIRE_READERS=1
# The program that users get is built in the time that the build of the tests leaves: two builds that
# compete slow each other down, and take longer than one after the other. Afterwards it gets its usual
# priority: all its processes, since those that compile are in no group of ours.
idly() { if command -v chrt >/dev/null; then chrt --idle 0 "$@"; else nice -n 19 "$@"; fi; }
as_usual() {
  local child
  if ! command -v chrt >/dev/null; then return; fi
  chrt --other --all-tasks --pid 0 "$1" || true
  for child in $(pgrep -P "$1"); do as_usual "$child"; done
}
end_all() {
  local child
  for child in $(pgrep -P "$1"); do end_all "$child"; done
  kill "$1" 2>/dev/null || true
}
release_output="$(mktemp)"
start_beside "$release_output" idly Resources/build-release.sh
release=$!
lint_output="$(mktemp)"
start_beside "$lint_output" idly \
  swift format lint --strict --recursive Package.swift Sources Tests Resources
lint=$!
# Nor may a test that asks a shell for completions be skipped.
export HYPERBASIS_REQUIRE_SHELLS=1

for_tests build --build-tests --explicit-target-dependency-import-check error
done_with "tests built"
# A machine that has been slow so far would not be done with the release build in time: it would only take
# time from the tests.
if [ "$SECONDS" -lt 750 ]; then
  as_usual "$release" 2>/dev/null
else
  end_all "$release"
  release=""
fi
Tests/AppleStubs/check.sh
done_with "what is for Apple's platforms checked"
Tests/Documentation/check.sh
done_with "documentation checked"
finish_beside "$server" "$server_output"
tail -n 1 "$server_output"
done_with "server checked"
finish_beside "$readers" "$readers_output"
# The tests of the whole program wait for the program that users get.
in_memory run_tests --skip EndToEndTests
done_with "tests run"
finish_beside "$lint" "$lint_output"
done_with "layout checked"

# The program that users get is installed. Meanwhile the tests of the whole program, which mostly wait for
# terminals, run on it, since some mistakes appear only in optimised code. On a machine that has been slow
# so far this would take more than half an hour: there they run on the program beside the tests.
installation=""
install_output="$(mktemp)"
if [ -n "$release" ] && [ "$SECONDS" -lt 1250 ]; then
  finish_beside "$release" "$release_output"
  done_with "built for release"
  HYPERBASIS_PROGRAM="$(swift build -c release --show-bin-path)/hyperbasis"
  export HYPERBASIS_PROGRAM
  start_beside "$install_output" Tests/Install/check.sh
  installation=$!
else
  echo "left out after $SECONDS s: the program built for release, and its installation"
fi
run_tests --filter EndToEndTests
done_with "the whole program tested"
if [ -n "$installation" ]; then
  finish_beside "$installation" "$install_output"
  tail -n 2 "$install_output"
  done_with "installed and removed"
fi
