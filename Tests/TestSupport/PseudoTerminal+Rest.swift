#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Whole pictures.
///
/// A program hands a picture over in several writes, and its text may be read between two of them: what
/// a test waits for is there, and what stands below it is not yet. A picture is whole when the program
/// has gone to sleep and nothing that it wrote is left to take. One that writes lines instead of
/// pictures may be meant to be met at work.
extension PseudoTerminal {
  /// How often rest is looked for at most; a program that plays does not rest for long.
  private static let looks = 400
  /// What was written just before the program went to sleep may come a moment later.
  private static let looksInARow = 2

  /// Takes what belongs to the picture of which a part was taken.
  func takeWholePicture() {
    guard screen.isAlternate else { return }
    var looksAtRest = 0
    for _ in 0..<Self.looks where looksAtRest < Self.looksInARow {
      let isBusy = isDrawing
      let hasMore = takeOutput(milliseconds: 5)
      looksAtRest = isBusy || hasMore ? 0 : looksAtRest + 1
    }
  }

  /// Whether the program that has the terminal is at work, as far as the system tells.
  private var isDrawing: Bool {
    let group = tcgetpgrp(control)
    return Self.isRunning(group > 0 ? group : processIdentifier)
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    // The state follows the name, which is in parentheses and may hold some itself.
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else {
      return false
    }
    let state = bytes[end + 2]
    return state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
  }
}
