import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The file in which a person sets keys and options: `config` in the program's configuration folder,
/// else `keys.conf`, its former name.
struct PersonalConfiguration {
  /// The file that was read; nil if there is none.
  let file: URL?
  let configuration: ConfigurationFile
  /// The problems of the file, one per line, each with the file's name and the line number.
  let complaints: [TerminalText]

  init(_ context: CommandContext) {
    let folder = PersonalDirectories(context).configuration
    file = ["config", "keys.conf"].map { folder.appending(path: $0) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    guard let file else {
      configuration = ConfigurationFile("")
      complaints = []
      return
    }
    let name = TerminalText(file.path)
    // A failure to read it is reported below.
    guard let bytes = try? Data(contentsOf: file) else {
      configuration = ConfigurationFile("")
      complaints = ["\(name) cannot be read; the default keys are used"]
      return
    }
    configuration = ConfigurationFile(bytes: Array(bytes))
    complaints = configuration.problems.map { "\(name), line \($0.line): \($0.text)" }
  }

  /// The characters that the file asks for; nil if the terminal decides.
  var charset: Charset? { configuration.sets("charset") ? settings.charset : nil }

  /// The options as the file sets them; the others have their defaults.
  var settings: Settings {
    var settings = Settings()
    configuration.apply(to: &settings)
    return settings
  }

  /// Gives a session its keys, and shows the first problem of the file.
  func apply(to state: inout State) {
    state.keymap = configuration.keymap
    guard let first = complaints.first else { return }
    let others: TerminalText =
      complaints.count > 1
      ? "; \(complaints.count - 1) more, hyperbasis keys lists them all" : .empty
    state.message = .warning(first + others)
  }
}
