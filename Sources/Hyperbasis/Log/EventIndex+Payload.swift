package import Foundation

// What a line holds beyond the columns. A line's bytes never change, so these are functions of the
// index alone; they throw where the log cannot be read any more.

extension EventIndex {
  /// The whole event.
  package func event(_ ordinal: Int) throws -> HBAnchorEvent {
    if let place = columns.places[row(ordinal)].memoryIndex { return memory[place] }
    throw LogError.lineChanged(offset: Int(columns.places[ordinal].offset))
  }

  /// The transform in force after an event: 16 floats, column-major, in metres; identity before
  /// the fold starts.
  package func transform(_ ordinal: Int) throws -> [Float] {
    guard let source = transformSource(ordinal) else { return HBTransform.identity }
    return try event(source).transform ?? HBTransform.identity
  }

  /// The metadata in force after an event.
  package func metadata(_ ordinal: Int) throws -> [String: AnyCodableValue] {
    guard let source = metadataSource(ordinal) else { return [:] }
    return try event(source).metadata ?? [:]
  }

  /// The date of an event; not rounded where the event is in memory.
  package func date(_ ordinal: Int) -> Date {
    if let place = columns.places[row(ordinal)].memoryIndex { return memory[place].timestamp }
    return instant(ordinal).date
  }
}

// MARK: - Anchors

extension EventIndex {
  /// An anchor as it is in a state, hidden or not; nil before its fold has started.
  package func anchor(slot: Int, in state: SpaceState) throws -> HBAnchor? {
    guard let ordinal = state.ordinal(ofSlot: slot) else { return nil }
    return try anchor(after: ordinal)
  }

  /// An anchor as it is after one of its events, hidden or not; nil before its fold has started.
  package func anchor(after ordinal: Int) throws -> HBAnchor? {
    guard hasStarted(ordinal), let start = foldStart(ofSlot: slot(ordinal)) else { return nil }
    return HBAnchor(
      id: anchorId(ofSlot: slot(ordinal)), spaceId: spaceId, transform: try transform(ordinal),
      metadata: try metadata(ordinal), createdAt: date(start), updatedAt: date(ordinal),
      deletedAt: hidingOrdinal(ordinal).map { date($0) })
  }

  /// The anchors of a state in the store's order, without hidden ones or with them.
  package func anchors(in state: SpaceState, includeDeleted: Bool = false) throws -> [HBAnchor] {
    try storeOrder.compactMap { slot in
      guard let ordinal = state.ordinal(ofSlot: Int(slot)), hasStarted(ordinal),
        includeDeleted || !isHidden(ordinal)
      else { return nil }
      return try anchor(after: ordinal)
    }
  }
}

/// Why a payload cannot be read.
package enum LogError: LocalizedError, Equatable, Sendable {
  /// The bytes at this offset are not those that were indexed.
  case lineChanged(offset: Int)

  package var errorDescription: String? {
    switch self {
    case .lineChanged(let offset):
      "The event log changed at byte \(offset), below what had been read. Open the space again."
    }
  }
}
