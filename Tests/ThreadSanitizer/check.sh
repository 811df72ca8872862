#!/bin/sh
# Runs the tests of the store, of synchronisation and of the time machine under the thread
# sanitizer:
#
#   Tests/ThreadSanitizer/check.sh [FILTER...]
#
# On Linux the sanitizer does not understand Synchronization.Mutex and reports accesses that it guards.
# The build therefore gives that module's name to the one in this folder, which uses the locks of POSIX.
# Nothing in the package changes.
set -eu
cd "$(dirname "$0")/../.."
scratch=.build/thread-sanitizer
module=$PWD/$scratch/synchronization
mkdir -p "$module"
swiftc -swift-version 6 -parse-as-library -sanitize=thread -emit-module -emit-library -static \
  -module-name SanitizedSynchronization -emit-module-path "$module/" \
  -o "$module/libSanitizedSynchronization.a" Tests/ThreadSanitizer/*.swift

if [ $# -eq 0 ]; then
  set -- StoreTrialTests HyperbasisTests TimeMachineTests CommandsTests
fi
filters=
for name in "$@"; do filters="$filters --filter $name"; done

# Built like the other tests (Tests/all.sh), but with debug information, so that reports contain the names
# of functions and line numbers.
flags="-c release --scratch-path $scratch --sanitize thread
  -Xswiftc -Onone -Xswiftc -enable-testing
  -Xswiftc -module-alias -Xswiftc Synchronization=SanitizedSynchronization
  -Xswiftc -I$module -Xlinker -L$module -Xlinker -lSanitizedSynchronization"
swift build --build-tests $flags
# Each report fails the run, and names both places.
TSAN_OPTIONS="halt_on_error=0 exitcode=66 suppressions=$PWD/Tests/ThreadSanitizer/suppressions.txt" \
  swift test --skip-build $flags $filters
