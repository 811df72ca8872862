import Canvas
import Foundation
import TimeMachine

/// The file in which a person rebinds keys: `hyperbasis/keys.conf` in `$XDG_CONFIG_HOME`, else in
/// `~/.config`.
struct KeyConfiguration {
  private let keymap: Keymap
  private let complaint: TerminalText?

  init(_ context: CommandContext) {
    let folder =
      context.variable("XDG_CONFIG_HOME").map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? context.homeDirectory.appending(path: ".config", directoryHint: .isDirectory)
    let file = folder.appending(path: "hyperbasis/keys.conf")
    guard FileManager.default.fileExists(atPath: file.path) else {
      (keymap, complaint) = (.standard, nil)
      return
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      keymap = .standard
      complaint = "\(TerminalText(file.path)) cannot be read; the standard keys are used"
      return
    }
    let (keymap, problems) = KeymapFile.read(text)
    self.keymap = keymap
    complaint = problems.first.map { problem in
      let others: TerminalText = problems.count > 1 ? ", and \(problems.count - 1) more" : .empty
      return "\(TerminalText(file.path)), line \(problem.line): \(problem.text)\(others)"
    }
  }

  /// Gives a session its keys, and says first what is wrong with the file.
  func apply(to state: inout State) {
    state.keymap = keymap
    if let complaint { state.message = .warning(complaint) }
  }
}
