import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// What happens to changes of a store that is only a sample.
package enum Sample: Hashable, Sendable {
  /// They are lost with the copy when the session ends.
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
  /// Returns what the user should know about a space that is opened; nil if there is nothing.
  func openingMessage(_ data: SpaceData) -> Message? {
    let warnings = [data.damage.text, FutureText.text(data.index, now: now, timeText)]
      .compactMap { $0 }
    let all = warnings + [settings.sample?.text].compactMap { $0 }
    guard !all.isEmpty else { return nil }
    let text = all.joined(separator: ". ")
    return warnings.isEmpty ? .note(text) : .warning(text)
  }
}
