import Foundation
import SupabaseTestSupport
import Testing

/// The program that syncs a store once, as a process of its own.
struct SyncOnce {
  private let process = Process()
  private let output = Pipe()

  /// Starts it.
  ///
  /// - Parameters:
  ///   - time: what its clock shows, in microseconds since 1970; nil for the true time.
  ///   - command: what starts it, with its own arguments; empty for nothing.
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

  /// Waits for its end, and gives what it printed.
  ///
  /// In a thread of its own: the pool's few belong to the other tests.
  func end() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [process, output] in
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Kills it where it is; it may have come to its end before.
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
