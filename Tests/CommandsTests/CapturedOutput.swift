@testable import HyperbasisCommands

/// Output that is kept in memory.
final class CapturedOutput: TextOutput {
  private(set) var text = ""

  func write(_ text: String) { self.text += text }

  func write(bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }

  func flush() {}
}
