package import Foundation
import HyperbasisModels

/// The values of keys that few lines have, by event: looked up instead of kept in a column.
struct RareFacts: Sendable {
  /// The events that undo or redo.
  var tags: [UUIDBits: OperationTag] = [:]
  /// An anchor's own creation date, by the event that names it.
  var creationDates: [UUIDBits: HBInstant] = [:]
  /// The events that were derived from cloud rows.
  var derived = DerivedEvents()
  /// What operations correct: of undos and redos under the operation that they name, of places that
  /// single events bring back across shifts under the ids of these events.
  var corrections: [UUID: CorrectionTag] = [:]

  /// Adds the facts of later lines.
  mutating func merge(_ later: RareFacts) {
    // For a duplicate id, the later line says what it belongs to.
    tags.merge(later.tags) { $1 }
    creationDates.merge(later.creationDates) { $1 }
    derived.merge(later.derived)
    // What a whole operation corrects is stated by its first event.
    corrections.merge(later.corrections) { $1.frame == nil ? $1 : $0 }
  }
}

extension EventIndex {
  /// What the few events that undo or redo refer to, by event id.
  public var tags: [UUIDBits: OperationTag] { rare.tags }

  /// The events that were derived from cloud rows.
  package var derived: DerivedEvents { rare.derived }

  /// What operations correct: of undos and redos under the operation that they name, of places that
  /// single events bring back across shifts under the ids of these events.
  package var corrections: [UUID: CorrectionTag] { rare.corrections }
}
