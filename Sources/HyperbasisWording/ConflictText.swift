package import HyperbasisCanvas
package import HyperbasisSyncStatus

/// What is said of changes that were made in two places at once.
package enum ConflictText {
  /// `tablet's text replaced yours; the history has both`.
  package static func text(_ conflict: EditConflict) -> TerminalText {
    let part: TerminalText =
      switch conflict.part {
      case .place: "place"
      case .key(let key): KeyText.text(key)
      }
    let kept = conflict.kept.wasHere ? "your" : owner(conflict.kept)
    let replaced = conflict.replaced.wasHere ? "yours" : owner(conflict.replaced)
    return "\(kept) \(part) replaced \(replaced); the history has both"
  }

  /// The first of those in which something of this store gave way, and how many more there are;
  /// nil for none.
  package static func summary(_ conflicts: [EditConflict]) -> TerminalText? {
    let lost = conflicts.filter(\.replacesWhatWasHere)
    guard let first = lost.first else { return nil }
    let rest: TerminalText = lost.count > 1 ? " (and \(lost.count - 1) more)" : .empty
    return text(first) + rest
  }

  private static func owner(_ edit: EditConflict.Edit) -> TerminalText {
    // Rows of the cloud do not say who wrote them.
    guard let actor = edit.actor, !actor.isEmpty else { return "another device's" }
    return "\(TerminalText(actor, limit: 40))'s"
  }
}
