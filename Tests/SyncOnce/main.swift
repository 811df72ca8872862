import Foundation
import Hyperbasis
import Synchronization

// Syncs a store once, in a process of its own, and prints by how much that raised the peak memory of the
// process, and that peak, both in KiB; the processor time in milliseconds; the bytes written to files;
// and those of the bodies of requests and responses.
//
//   SUPABASE_URL=… SUPABASE_ANON_KEY=… SyncOnce STORE [TIME]
//
// TIME is what the clock shows, in microseconds since 1970; it advances by a millisecond at each call.

/// Returns the peak memory of the process, in KiB (`VmHWM`, proc(5)).
func peakMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

/// Returns the processor time of the process, in milliseconds.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Returns the bytes that the process has written to files (`wchar`, proc(5)); sockets do not count.
func bytesWritten() -> Int {
  let io = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
  let line = io.split(separator: "\n").first { $0.hasPrefix("wchar:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

final class SteppedClock: Sendable {
  private let microseconds: Mutex<Int64>

  init(_ start: Int64) { microseconds = Mutex(start) }

  func now() -> HBInstant {
    microseconds.withLock { time in
      time += 1000
      return HBInstant(microseconds: time)
    }
  }
}

func open(_ folder: URL, time: String?) -> HBLocalStore {
  guard let start = time.flatMap({ Int64($0) }) else { return HBLocalStore(baseDirectory: folder) }
  let clock = SteppedClock(start)
  return HBLocalStore(baseDirectory: folder) { clock.now() }
}

let environment = ProcessInfo.processInfo.environment
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count < 3, let url = environment["SUPABASE_URL"],
  let key = environment["SUPABASE_ANON_KEY"]
else {
  FileHandle.standardError.write(Data("usage: SyncOnce STORE [TIME]\n".utf8))
  exit(64)
}

let folder = URL(fileURLWithPath: path)
let config = HBStorageConfig(backend: .supabase(url: url, anonKey: key), directory: folder)
let cloud = config.makeCloud()
let storage = HBStorage(
  config: config, localStore: open(folder, time: arguments.dropFirst().first), cloud: cloud)
let before = peakMemory()
do {
  try await storage.sync()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
print(
  peakMemory() - before, peakMemory(), processorTime(), bytesWritten(), cloud?.meter?.bytes ?? 0)
