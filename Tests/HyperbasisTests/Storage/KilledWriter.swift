import Foundation
import Testing

/// A process that appends to a store until it is killed.
final class KilledWriter {
  private let process = Process()
  private let output = Pipe()
  private var unread = Data()

  /// - Parameter pause: at most so many microseconds between an append and its acknowledgement.
  init(_ store: TemporaryStore, space: UUID, name: String, count: Int = 1_000_000, pause: Int)
    throws
  {
    process.executableURL = Self.executable
    process.arguments = [store.url.path, space.uuidString, name, "\(count)", "\(pause)"]
    process.standardOutput = output
    try process.run()
  }

  /// Beside the test bundle, where the build leaves every executable.
  private static var executable: URL {
    let folder = Bundle.main.bundleURL
    let beside = folder.appending(path: "AppendLoop")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return folder.deletingLastPathComponent().appending(path: "AppendLoop")
  }

  /// The ids in the next so many acknowledgements.
  func acknowledged(_ lines: Int) -> [UUID] {
    while unread.count(where: { $0 == 0x0a }) < lines {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      unread.append(piece)
    }
    return takeLines(lines)
  }

  /// Kills the process as kill -9 does, and gives what else it acknowledged.
  func kill() -> [UUID] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    return finish()
  }

  /// Waits for the end, and gives what else was acknowledged.
  func finish() -> [UUID] {
    unread.append((try? output.fileHandleForReading.readToEnd()) ?? Data())
    process.waitUntilExit()
    return takeLines(.max)
  }

  var status: Int32 { process.terminationStatus }

  private func takeLines(_ count: Int) -> [UUID] {
    var result: [UUID] = []
    for _ in 0..<count {
      guard let end = unread.firstIndex(of: 0x0a) else { break }
      let line = String(decoding: unread[..<end], as: UTF8.self)
      result += line.split(separator: " ").compactMap { UUID(uuidString: String($0)) }
      unread = Data(unread[(end + 1)...])
    }
    return result
  }
}
