package import Foundation
import HyperbasisModels

/// What the keys say that few lines have, by event: looked up instead of kept in a column.
struct RareFacts: Sendable {
  /// The events that undo or redo.
  var tags: [UUIDBits: OperationTag] = [:]
  /// An anchor's own creation date, by the event that names it.
  var creationDates: [UUIDBits: HBInstant] = [:]
  /// The events that were derived from rows of the cloud.
  var derived = DerivedEvents()
  /// What operations say that they correct; for undos and redos under the operation that they name,
  /// for places that single events bring back across shifts under their ids.
  var corrections: [UUID: CorrectionTag] = [:]

  /// Takes over what later lines say.
  mutating func merge(_ later: RareFacts) {
    // Of a doubled id the later line says what it belongs to.
    tags.merge(later.tags) { $1 }
    creationDates.merge(later.creationDates) { $1 }
    derived.merge(later.derived)
    // What a whole operation corrects its first event says.
    corrections.merge(later.corrections) { $1.frame == nil ? $1 : $0 }
  }
}

extension EventIndex {
  /// By event id, for the few events that undo or redo.
  public var tags: [UUIDBits: OperationTag] { rare.tags }

  /// The events that were derived from rows of the cloud.
  package var derived: DerivedEvents { rare.derived }

  /// What operations say that they correct; for undos and redos under the operation that they name,
  /// for places that single events bring back across shifts under their ids.
  package var corrections: [UUID: CorrectionTag] { rare.corrections }
}
