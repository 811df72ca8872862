#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Whole pictures.
///
/// A program writes a picture in several parts, and its text may be read between two of them: the text a
/// test waits for is there, but what stands below it is not yet. A picture is whole once the program has
/// gone to sleep and all its output has been read. A program that writes lines instead of pictures may be
/// tested while it works.
extension PseudoTerminal {
  /// How often to check for rest at most; a program that plays never rests for long.
  private static let looks = 400
  /// Output written just before the program went to sleep may arrive a moment later.
  private static let looksInARow = 2

  /// Reads the rest of the picture of which a part was read.
  func takeWholePicture() {
    guard screen.isAlternate else { return }
    var looksAtRest = 0
    for _ in 0..<Self.looks where looksAtRest < Self.looksInARow {
      let isBusy = isDrawing
      let hasMore = takeOutput(milliseconds: 5)
      looksAtRest = isBusy || hasMore ? 0 : looksAtRest + 1
    }
  }

  /// Whether the foreground program of the terminal is running, as far as the system tells.
  private var isDrawing: Bool {
    let group = tcgetpgrp(control)
    return Self.isRunning(group > 0 ? group : processIdentifier)
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    // The state follows the name, which is in parentheses and may contain some itself.
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else {
      return false
    }
    let state = bytes[end + 2]
    return state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
  }
}
