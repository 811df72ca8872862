import Foundation
import Hyperbasis

// Syncs a store once, in a process of its own, and prints by how much that raised the most memory
// that the process ever held, and that memory, both in KiB.
//
//   SUPABASE_URL=… SUPABASE_ANON_KEY=… SyncOnce STORE

/// The most memory the process has held, in KiB (`VmHWM`, proc(5)).
func peakMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

let environment = ProcessInfo.processInfo.environment
guard CommandLine.arguments.count == 2, let url = environment["SUPABASE_URL"],
  let key = environment["SUPABASE_ANON_KEY"]
else {
  FileHandle.standardError.write(Data("usage: SyncOnce STORE\n".utf8))
  exit(64)
}

let storage = HBStorage(
  config: HBStorageConfig(
    backend: .supabase(url: url, anonKey: key),
    directory: URL(fileURLWithPath: CommandLine.arguments[1])))
let before = peakMemory()
do {
  try await storage.sync()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
print(peakMemory() - before, peakMemory())
