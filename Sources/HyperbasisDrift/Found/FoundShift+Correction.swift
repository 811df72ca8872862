package import Foundation
package import HyperbasisAnchorLog

extension FoundShift {
  /// All ids under which a shift may have been named while the log grew.
  var aliases: Set<UUID> { [id, firstEvent] }

  /// Returns what the burst says that it corrects, or whose correction it undoes or redoes; nil for a
  /// shift.
  ///
  /// - Parameter corrections: the tags of corrections, by operation.
  package func correction(
    _ index: EventIndex, _ corrections: [UUID: CorrectionTag]
  ) -> CorrectionTag? {
    // Mostly there are none, and a burst may have very many writes.
    if corrections.isEmpty { return nil }
    return burst.lazy.compactMap { index.correction(Int($0.ordinal), corrections) }.first
  }
}

extension EventIndex {
  /// Returns what an event says that it corrects, or whose correction it undoes or redoes.
  ///
  /// - Parameter corrections: the tags of corrections, by operation or by event.
  package func correction(_ ordinal: Int, _ corrections: [UUID: CorrectionTag]) -> CorrectionTag? {
    if corrections.isEmpty { return nil }
    return corrections[id(ordinal)] ?? operation(ordinal).flatMap { corrections[$0] }
      ?? undone(ordinal).flatMap { corrections[$0.original] }
  }
}

/// What a motion of anchors as one was written for.
package enum ShiftRole: Sendable, Equatable {
  /// A device relocalised, as far as anybody knows.
  case shift
  /// Somebody redid an undone operation that had moved the anchors in this way.
  case redoneShift
  /// Somebody took shifts out.
  case correction
  /// Somebody undid a correction.
  case undoneCorrection
  /// Somebody redid a correction.
  case redoneCorrection
  /// Somebody brought earlier places back, carried into the frame of the day: by a rollback, an undo or a
  /// redo.
  case rollback
  case undo
  case redo
}

extension ShiftRole {
  /// Whether it moved the frame of the space or of a part of it.
  package var isShift: Bool {
    switch self {
    case .shift, .redoneShift: true
    case .correction, .undoneCorrection, .redoneCorrection, .rollback, .undo, .redo: false
    }
  }
}

extension FoundShift {
  /// Returns what it was written for.
  package func role(in index: EventIndex) -> ShiftRole {
    let isRedo = isRedo(in: index)
    guard let tag = correction(in: index) else { return isRedo ? .redoneShift : .shift }
    // Without a frame of its own, the tag is not from taking shifts out.
    if tag.frame == nil { return isUndo(in: index) ? .undo : isRedo ? .redo : .rollback }
    return isUndo(in: index) ? .undoneCorrection : isRedo ? .redoneCorrection : .correction
  }

  /// Returns the operation that wrote all of it; nil if there are several or none.
  package func operation(in index: EventIndex) -> UUID? {
    let number = index.operationNumber(firstOrdinal)
    guard burst.allSatisfy({ index.operationNumber(Int($0.ordinal)) == number }) else { return nil }
    return index.operation(firstOrdinal)
  }

  /// The id by which commands take it: a shift has one of its own; anything else is an operation, however
  /// many motions this made.
  package func commandId(in index: EventIndex) -> UUID {
    role(in: index).isShift ? id : operation(in: index) ?? id
  }

  /// Whether it is listed among the shifts: it is one, or it took one out or back, whatever its motion
  /// looks like.
  package func isListed(in index: EventIndex) -> Bool {
    kind.isShift || correction(in: index) != nil
  }

  /// Returns what the burst says that it corrects, according to the corrections in the log.
  package func correction(in index: EventIndex) -> CorrectionTag? {
    correction(index, index.corrections)
  }

  /// Whether the burst undoes an operation.
  package func isUndo(in index: EventIndex) -> Bool {
    burst.contains { write in
      if case .undoes? = index.undone(Int(write.ordinal)) { true } else { false }
    }
  }

  /// Whether the burst redoes an operation, according to its first event: it may have very many.
  private func isRedo(in index: EventIndex) -> Bool {
    if case .redoes? = index.undone(firstOrdinal) { true } else { false }
  }
}

extension DriftHistory {
  /// Returns the shift with an id, or with one that it had while the log grew; nil if there is none.
  package func shift(_ id: UUID) -> FoundShift? {
    shifts.first { $0.kind.isShift && $0.aliases.contains(id) }
  }
}
