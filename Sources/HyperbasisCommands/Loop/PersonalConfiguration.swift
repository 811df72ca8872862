import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The file in which a person sets keys and options: `config` in the program's folder of
/// configuration, else `keys.conf`, its name of before.
struct PersonalConfiguration {
  /// The file that was read; nil where there is none.
  let file: URL?
  let configuration: ConfigurationFile
  /// What is wrong with the file, a line each, with its name and the number of the line.
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
    // That it cannot be read is said below.
    guard let bytes = try? Data(contentsOf: file) else {
      configuration = ConfigurationFile("")
      complaints = ["\(name) cannot be read; the default keys are used"]
      return
    }
    configuration = ConfigurationFile(bytes: Array(bytes))
    complaints = configuration.problems.map { "\(name), line \($0.line): \($0.text)" }
  }

  /// The characters that the file asks for; nil where the terminal decides.
  var charset: Charset? { configuration.sets("charset") ? settings.charset : nil }

  /// The options as the file sets them; those that it does not set are as usual.
  var settings: Settings {
    var settings = Settings()
    configuration.apply(to: &settings)
    return settings
  }

  /// Gives a session its keys, and says first what is wrong with the file.
  func apply(to state: inout State) {
    state.keymap = configuration.keymap
    guard let first = complaints.first else { return }
    let others: TerminalText =
      complaints.count > 1
      ? "; \(complaints.count - 1) more, hyperbasis keys lists them all" : .empty
    state.message = .warning(first + others)
  }
}
