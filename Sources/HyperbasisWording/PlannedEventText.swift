package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisModels

/// Says what each event of a planned change does, as ``EventText`` says it once they are written.
package struct PlannedEventText {
  private let change: HBPlannedChange
  private let unit: LengthUnit?

  /// - Parameter unit: the unit of lengths in a column; nil if each text stands alone.
  package init(_ change: HBPlannedChange, unit: LengthUnit? = nil) {
    self.change = change
    self.unit = unit
  }
}

extension PlannedEventText {
  /// A text for each event; empty if its type says everything.
  package var details: [TerminalText] {
    var state = change.before
    var texts: [TerminalText] = []
    for event in change.events {
      let next = state.map { Self.state($0, after: event) } ?? change.after
      texts.append(text(event, from: state, to: next))
      state = next
    }
    return texts
  }

  private static func state(_ state: HBAnchor, after event: HBAnchorEvent) -> HBAnchor {
    var state = state
    if let transform = event.transform { state.transform = transform }
    if let metadata = event.metadata { state.metadata = metadata }
    switch event.type {
    case .created, .restored: state.deletedAt = nil
    case .deleted: state.deletedAt = event.timestamp
    case .moved, .updated: break
    }
    return state
  }

  private func text(
    _ event: HBAnchorEvent, from old: HBAnchor?, to new: HBAnchor?
  ) -> TerminalText {
    guard event.type != .deleted, let new else { return .empty }
    guard let old, event.type != .created || !old.isDeleted else {
      return "at \(PointText.text(new.position))"
    }
    return ChangeText(from: old, to: new).text(in: unit)
  }
}
