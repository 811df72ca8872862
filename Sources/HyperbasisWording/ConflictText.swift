package import Foundation
package import HyperbasisCanvas
import HyperbasisModels
package import HyperbasisSyncStatus

/// Describes changes that were made in two places at once.
package enum ConflictText {
  /// `tablet's "text" replaced yours; the history has both`.
  package static func text(_ conflict: EditConflict) -> TerminalText {
    let part: TerminalText
    switch conflict.part {
    case .visibility: return visibilityText(conflict)
    case .name: return nameText(conflict)
    case .place: part = "place"
    case .key(""): part = KeyText.text("")
    case .key(let key): part = "\"\(KeyText.text(key))\""
    }
    let kept = conflict.kept.isOwn ? "your" : owner(conflict.kept)
    let replaced = conflict.replaced.isOwn ? "yours" : owner(conflict.replaced)
    return "\(kept) \(part) replaced \(replaced); the history has both"
  }

  /// `tablet deleted what you changed; the history has both`.
  private static func visibilityText(_ conflict: EditConflict) -> TerminalText {
    let (kept, replaced) = (person(conflict.kept), person(conflict.replaced))
    return conflict.keepsDeletion
      ? "\(kept) deleted what \(replaced) changed; the history has both"
      : "\(kept) brought back what \(replaced) deleted; the history has both"
  }

  /// `another device's name "Attic" replaced yours, "Loft"`.
  private static func nameText(_ conflict: EditConflict) -> TerminalText {
    let kept = conflict.kept.isOwn ? "your" : owner(conflict.kept)
    let replaced = conflict.replaced.isOwn ? "yours" : owner(conflict.replaced)
    return "\(kept) name \(value(conflict.kept)) replaced \(replaced), \(value(conflict.replaced))"
  }

  private static func value(_ edit: EditConflict.Edit) -> TerminalText {
    guard let name = edit.value?.stringValue else { return "(no name)" }
    return "\"\(TerminalText(name, limit: 40))\""
  }

  /// Describes the first conflict in which something of this store gave way, and how many more there
  /// are; nil if there is none.
  ///
  /// - Parameter label: returns what an anchor is called, if that is known.
  package static func summary(
    _ conflicts: [EditConflict], label: (UUID) -> TerminalText? = { _ in nil }
  ) -> TerminalText? {
    let lost = conflicts.filter(\.replacesWhatWasHere)
    guard let first = lost.first else { return nil }
    let rest: TerminalText = lost.count > 1 ? " (and \(lost.count - 1) more)" : .empty
    let subject = first.anchorId.flatMap(label).map { "\($0): " as TerminalText } ?? .empty
    return subject + text(first) + rest
  }

  private static func owner(_ edit: EditConflict.Edit) -> TerminalText { "\(name(edit))'s" }

  private static func person(_ edit: EditConflict.Edit) -> TerminalText {
    edit.isOwn ? "you" : name(edit)
  }

  private static func name(_ edit: EditConflict.Edit) -> TerminalText {
    // Rows of the cloud do not say who wrote them.
    guard let actor = edit.actor, !actor.isEmpty else { return "another device" }
    return TerminalText(actor, limit: 40)
  }
}
