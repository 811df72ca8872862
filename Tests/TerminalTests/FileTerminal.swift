import Foundation
import HyperbasisCanvas
import HyperbasisTerminal
import TestSupport

/// A terminal whose output goes to a file: the driver without a real terminal.
final class FileTerminal {
  let screen: TerminalScreen
  private let file: FileHandle
  private let source: FileHandle
  private let path: String
  private var shown: VirtualScreen
  private var taken = 0
  private var looked: UInt64 = 0

  init(
    environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    columns: Int = 40, rows: Int = 10, input: String = "/dev/null"
  ) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    guard let file = FileHandle(forUpdatingAtPath: path),
      let source = FileHandle(forReadingAtPath: input)
    else { throw CocoaError(.fileReadUnknown) }
    self.file = file
    var configuration = TerminalConfiguration(environment: environment)
    configuration.requiresTerminal = false
    configuration.output = file.fileDescriptor
    configuration.input = source.fileDescriptor
    configuration.size = TerminalSize(columns: columns, rows: rows)
    self.source = source
    shown = VirtualScreen(columns: columns, rows: rows)
    screen = try TerminalScreen(configuration)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// All bytes that were written so far.
  var bytes: [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

  /// Returns the bytes that were written since the last call.
  func newBytes() -> Data {
    guard let reader = FileHandle(forReadingAtPath: path) else { return Data() }
    defer { looked = (try? reader.seekToEnd()) ?? looked }
    try? reader.seek(toOffset: looked)
    return (try? reader.readToEnd()) ?? Data()
  }

  /// What a terminal shows for the bytes.
  var seen: VirtualScreen {
    let bytes = bytes
    shown.feed(bytes[taken...])
    taken = bytes.count
    return shown
  }
}
