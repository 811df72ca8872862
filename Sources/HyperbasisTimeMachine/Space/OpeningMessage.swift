import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// What becomes of changes to a store that is only a sample.
package enum Sample: Hashable, Sendable {
  /// They go with the copy when the session ends.
  case scratch
  /// The copy is kept.
  case kept

  var text: TerminalText {
    switch self {
    case .scratch: "sample: changes go to a scratch copy, gone when you leave"
    case .kept: "sample: changes go to its copy, which is kept"
    }
  }
}

extension State {
  /// What a person should know of a space that is opened; nil where there is nothing to say.
  func openingMessage(_ data: SpaceData) -> Message? {
    var warnings: [TerminalText] = []
    if data.damagedLineCount > 0 {
      let lines = CountText.text(data.damagedLineCount, "damaged line")
      let verb: TerminalText = data.damagedLineCount == 1 ? "was" : "were"
      warnings.append("\(lines) \(verb) skipped and kept; verify shows them")
    }
    if let text = FutureText.text(data.index, now: now, timeText) { warnings.append(text) }
    let all = warnings + [settings.sample?.text].compactMap { $0 }
    guard !all.isEmpty else { return nil }
    let text = all.joined(separator: ". ")
    return warnings.isEmpty ? .note(text) : .warning(text)
  }
}
