import Foundation
import SupabaseTestSupport
import TestSupport
import Testing

/// The program that syncs a store once, in a process of its own.
struct SyncOnce {
  private let process = Process()
  private let output = Pipe()

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - time: what its clock shows, in microseconds since 1970; nil for the real time.
  ///   - command: the command that starts it, with its own arguments; empty for none.
  init(
    _ folder: URL, _ project: SupabaseProject, time: Int64? = nil, through command: [String] = []
  ) throws {
    let words = command + [Self.program.path, folder.path] + (time.map { ["\($0)"] } ?? [])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
    ]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for its end, and returns what it printed.
  ///
  /// It waits in a thread of its own, since the few of the pool belong to the other tests.
  func end() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [process, output] in
        let data = (try? output.contents()) ?? Data()
        process.waitUntilExit()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Kills the program wherever it is, even if it has ended before.
  func kill() async {
    Foundation.kill(process.processIdentifier, SIGKILL)
    _ = await end()
  }

  private static var program: URL {
    let folder = Bundle.main.bundleURL
    let beside = folder.appending(path: "SyncOnce")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return folder.deletingLastPathComponent().appending(path: "SyncOnce")
  }
}
