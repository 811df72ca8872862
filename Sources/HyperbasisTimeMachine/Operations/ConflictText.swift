package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

extension HBUndoConflict {
  /// The name of the anchor.
  package var name: TerminalText {
    AnchorDescription(anchor.metadata, id: anchor.id).label.truncated(to: 40)
  }

  /// `mug: the place and color have changed since and stay as they are`; says so if only a shift changed
  /// the place.
  package var text: TerminalText {
    let names = parts.map(\.name)
    let list = TerminalText.list(names)
    let rest =
      names.count == 1
      ? "has changed since and stays as it is" : "have changed since and stay as they are"
    let shifted: TerminalText = isOnlyShifted ? " (the place through a shift alone)" : .empty
    return "\(name): \(list) \(TerminalText(rest))\(shifted)"
  }
}

extension HBOverriddenChange {
  /// `mug: the place and color, changed by bob on 2024-01-03 00:00:00 UTC, are reverted, too`.
  package func text(date: (HBInstant) -> TerminalText) -> TerminalText {
    let name = AnchorDescription(anchor.metadata, id: anchor.id).label.truncated(to: 40)
    let list = TerminalText.list(parts.map(\.name))
    let by = ActorText.name(actor).map { " by \($0)" as TerminalText } ?? .empty
    let verb: TerminalText = parts.count == 1 ? "is" : "are"
    return "\(name): \(list), changed\(by) on \(date(instant)), \(verb) reverted, too"
  }
}

extension HBUndoConflict.Part {
  fileprivate var name: TerminalText {
    switch self {
    case .place: "the place"
    case .visibility: "its presence"
    case .metadata(let key): KeyText.text(key)
    }
  }
}

extension TerminalText {
  /// `a`, `a and b`, `a, b and c`.
  fileprivate static func list(_ items: [TerminalText]) -> TerminalText {
    guard items.count > 1, let last = items.last else { return items.first ?? .empty }
    return "\(items.dropLast().joined(separator: ", ")) and \(last)"
  }
}
