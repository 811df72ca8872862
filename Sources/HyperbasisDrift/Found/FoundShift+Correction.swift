package import Foundation
package import HyperbasisAnchorLog

extension FoundShift {
  /// All ids under which a shift may have been named while the log grew.
  var aliases: Set<UUID> { [id, firstEvent] }

  /// What the burst says that it corrects, or that it undoes or does again such a correction; nil
  /// for a shift.
  ///
  /// - Parameter corrections: what the events of corrections say, by operation.
  package func correction(
    _ index: EventIndex, _ corrections: [UUID: CorrectionTag]
  ) -> CorrectionTag? {
    if corrections.isEmpty { return nil }
    for write in burst {
      let ordinal = Int(write.ordinal)
      let operation: UUID?
      switch index.undone(ordinal) {
      case .undoes(let original), .redoes(let original): operation = original
      case nil: operation = index.operation(ordinal)
      }
      if let tag = operation.flatMap({ corrections[$0] }) { return tag }
    }
    return nil
  }
}

extension FoundShift {
  /// What the burst says that it corrects, by what the log says of corrections.
  package func correction(in index: EventIndex) -> CorrectionTag? {
    correction(index, index.corrections)
  }
}

extension DriftHistory {
  /// The shift with an id, or with one that it had while the log grew; nil where there is none.
  package func shift(_ id: UUID) -> FoundShift? {
    shifts.first { $0.kind.isShift && $0.aliases.contains(id) }
  }
}
