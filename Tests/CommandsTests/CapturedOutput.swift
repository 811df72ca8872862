@testable import HyperbasisCommands

/// Text kept in memory.
final class CapturedOutput: TextOutput {
  private(set) var text = ""

  func write(_ text: String) { self.text += text }

  func flush() {}
}
