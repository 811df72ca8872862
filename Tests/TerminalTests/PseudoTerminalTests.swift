import TestSupport
import Testing

/// The terminal through which the other tests see a program.
struct PseudoTerminalTests {
  private static let work = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"
  private static let pictures = "printf '\\033[?1049h'"

  private func run(_ steps: String...) throws -> PseudoTerminal {
    let script = steps.joined(separator: "; ")
    return try PseudoTerminal(executable: "/bin/sh", arguments: ["-c", script])
  }

  /// A picture that arrives in pieces, with work in between.
  @Test func aWaitEndsWithTheWholePicture() throws {
    let terminal = try run(
      Self.pictures, "printf first", Self.work, "printf ' second'", "read -r line")
    try terminal.wait(for: "first")
    #expect(terminal.screen.contains("first second"))
  }

  @Test func linesAreSeenAsTheyCome() throws {
    let terminal = try run("printf first", "read -r line", Self.work, "printf ' second'")
    try terminal.wait(for: "first")
    terminal.press(.enter)
    try terminal.wait(for: " second")
  }

  /// A program that never rests does not hold up a test.
  @Test func aProgramThatNeverRestsIsWaitedForAMoment() throws {
    let terminal = try run(Self.pictures, "printf first", "while :; do :; done")
    try terminal.wait(for: "first")
    #expect(terminal.exitStatus == nil)
  }

  @Test func aProgramThatHasEndedIsNotWaitedFor() throws {
    let terminal = try run(Self.pictures, "printf first")
    try terminal.wait(for: "first")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
