package import Foundation
import TestSupport

/// A process that works on a store until it is told to stop, or killed.
package final class WorkerProcess {
  private let process = Process()
  private let output = Pipe()
  /// Never closed, so that a process that waits for its end waits for ever.
  private let input = Pipe()
  private var unread = Data()

  /// - Parameters:
  ///   - executable: a program that passes its arguments to ``Worker``.
  ///   - launcher: a program that starts it, with that program's own arguments; empty for none.
  package init(_ executable: URL, _ worker: Worker, launcher: [String] = []) throws {
    process.executableURL = launcher.isEmpty ? executable : URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      (launcher.isEmpty ? [] : launcher + [executable.path]) + ["worker"] + worker.arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  package var status: Int32 { process.terminationStatus }

  /// Returns the ids in the next acknowledgements, as many as `lines`.
  package func acknowledged(_ lines: Int) -> [UUID] { Self.ids(in: self.lines(lines)) }

  /// Returns the next `count` lines that it prints; fewer if it ends before.
  package func lines(_ count: Int) -> [String] {
    while unread.count(where: { $0 == 0x0a }) < count {
      guard let piece = try? output.nextPiece() else { break }
      unread.append(piece)
    }
    return takeLines(count)
  }

  package func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Kills the process as kill -9 does, and returns what else it acknowledged.
  package func killed() -> [UUID] {
    send(SIGKILL)
    return finished()
  }

  /// Waits for the end, and returns what else was acknowledged.
  package func finished() -> [UUID] { Self.ids(in: rest()) }

  /// Waits for the end, and returns what else was printed.
  package func rest() -> [String] {
    // Output that can no longer be read was never acknowledged.
    unread.append((try? output.contents()) ?? Data())
    process.waitUntilExit()
    return takeLines(.max)
  }

  private static func ids(in lines: [String]) -> [UUID] {
    lines.flatMap { $0.split(separator: " ").compactMap { UUID(uuidString: String($0)) } }
  }

  private func takeLines(_ count: Int) -> [String] {
    var result: [String] = []
    while result.count < count, let end = unread.firstIndex(of: 0x0a) {
      result.append(String(decoding: unread[..<end], as: UTF8.self))
      unread = Data(unread[(end + 1)...])
    }
    return result
  }
}
