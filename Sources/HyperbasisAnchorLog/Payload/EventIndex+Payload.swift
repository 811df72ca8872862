public import Foundation
public import HyperbasisModels

// What a line holds beyond the columns. A line's bytes never change, so these are functions of the
// index alone; they throw if the log can no longer be read.

extension EventIndex {
  /// Returns the whole event.
  public func event(_ ordinal: Int) throws -> HBAnchorEvent {
    if let event = eventInMemory(ordinal) { return event }
    var reader = PayloadReader(self)
    return try reader.line(ordinal).event
  }

  /// Returns the event or, if its line can no longer be read, what the index knows of it: all but
  /// its transform and its metadata.
  public func readableEvent(_ ordinal: Int) -> HBAnchorEvent {
    if let event = try? event(ordinal) { return event }
    return HBAnchorEvent(
      id: id(ordinal), anchorId: anchorId(ofSlot: slot(ordinal)), spaceId: spaceId,
      type: type(ordinal), timestamp: date(ordinal), version: version(ordinal),
      actorId: actor(ordinal))
  }

  /// Returns the members of the line beyond the nine standard keys, in the order of the line and
  /// including `microseconds`; none for an event in memory.
  public func extraKeys(_ ordinal: Int) throws -> [(key: String, value: AnyCodableValue)] {
    if place(ordinal).memoryIndex != nil { return [] }
    var reader = PayloadReader(self)
    return try reader.line(ordinal).extraKeys
  }

  /// Returns the top-level keys of the metadata that an `updated` sets or removes, sorted; nil for
  /// any other event.
  package func keysChanged(by ordinal: Int) throws -> [String]? {
    guard type(ordinal) == .updated else { return nil }
    let before = ordinals(ofSlot: slot(ordinal)).last { $0 < ordinal }
    return try event(ordinal).keysChanged(from: before.map { try metadata($0) } ?? [:])
  }

  /// Returns the metadata in force after the last event of an anchor; empty if it has no event.
  package func newestMetadata(of anchor: UUID) throws -> [String: AnyCodableValue] {
    try slot(of: anchor).map { try metadata(newestOrdinal(ofSlot: $0)) } ?? [:]
  }

  /// Returns the line that records an event that only files imply, with its newline.
  package func line(ofSynthetic ordinal: Int) throws -> [UInt8] {
    let extras = LogExtras(changed: try keysChanged(by: ordinal))
    return try LogLine.encode(event(ordinal), extras: extras) + [UInt8(ascii: "\n")]
  }

  /// Returns the events with some ordinals, read through one buffer.
  public func events(_ ordinals: some Sequence<Int>) throws -> [HBAnchorEvent] {
    var reader = PayloadReader(self)
    return try ordinals.map { ordinal in
      try eventInMemory(ordinal) ?? reader.line(ordinal).event
    }
  }

  /// Returns where the line lies in the log, without its newline; nil for an event in memory.
  public func lineRange(_ ordinal: Int) -> Range<Int>? {
    let place = place(ordinal)
    if place.memoryIndex != nil { return nil }
    return Int(place.offset)..<Int(place.offset) + Int(place.length)
  }

  /// Returns the bytes of an event's line, without its newline; the event must not be in memory.
  public func lineBytes(_ ordinal: Int) throws -> [UInt8] {
    try payloads.lineBytes(place(ordinal))
  }

  /// Returns the transform in force after an event: 16 floats, column-major, in metres; identity
  /// before the fold starts.
  public func transform(_ ordinal: Int) throws -> [Float] {
    guard let source = transformSource(ordinal) else { return HBTransform.identity }
    var reader = PayloadReader(self)
    return try reader.transform(carriedBy: source)
  }

  /// Returns the metadata in force after an event.
  public func metadata(_ ordinal: Int) throws -> [String: AnyCodableValue] {
    guard let source = metadataSource(ordinal) else { return [:] }
    var reader = PayloadReader(self)
    return try reader.metadata(carriedBy: source)
  }

  /// Returns the transforms in force after events, in the same order; identity before a fold
  /// starts.
  public func transforms(after ordinals: [Int]) throws -> [[Float]] {
    var batch = PayloadBatch(self, expected: ordinals.count)
    for ordinal in ordinals { _ = batch.addTransform(transformSource(ordinal)) }
    try batch.read()
    return batch.transforms
  }

  /// Returns the metadata in force after events, in the same order.
  public func metadata(after ordinals: [Int]) throws -> [[String: AnyCodableValue]] {
    var batch = PayloadBatch(self, expected: ordinals.count)
    for ordinal in ordinals { _ = batch.addMetadata(metadataSource(ordinal)) }
    try batch.read()
    return batch.metadata
  }

  /// Returns a digest of the names of the members of the metadata in force after an event: equal
  /// for the same names, within a process; 0 if there is no metadata.
  public func metadataShape(_ ordinal: Int) -> UInt32 {
    metadataSource(ordinal).map { columns.metadataShapes[$0] } ?? 0
  }

  /// Returns the digests of the names of metadata members of all metadata that some events carry,
  /// each with the first event that carries it; nil if there are more than `limit`.
  ///
  /// - Complexity: O(events), reading four bytes each.
  public func metadataShapes(of ordinals: Range<Int>, atMost limit: Int) -> [UInt32: Int]? {
    precondition(ordinals.lowerBound >= 0 && ordinals.upperBound <= count)
    var shapes: [UInt32: Int] = [:]
    var last: UInt32 = 0
    return withExtendedLifetime(columns) {
      for ordinal in ordinals where columns.metadataShapes[ordinal] != last {
        last = columns.metadataShapes[ordinal]
        if last != 0, shapes[last] == nil { shapes[last] = ordinal }
        if shapes.count > limit { return nil }
      }
      return shapes
    }
  }

  /// Returns the date of an event, which is not rounded if the event is in memory.
  public func date(_ ordinal: Int) -> Date {
    // Most logs have none, and looking up where an event lies reads another part of the memory.
    if !memory.isEmpty, let place = columns.places[row(ordinal)].memoryIndex {
      return memory[place].timestamp
    }
    return instant(ordinal).date
  }
}

// MARK: - Anchors

extension EventIndex {
  /// Returns the creation date of the anchor whose fold starts at an event: the anchor's own, if
  /// the event names one.
  private func creationDate(_ foldStart: Int) -> Date {
    ownCreationInstant(foldStart)?.date ?? date(foldStart)
  }

  private func ownCreationInstant(_ foldStart: Int) -> HBInstant? {
    rare.creationDates.isEmpty ? nil : rare.creationDates[columns.ids[row(foldStart)]]
  }

  /// Returns when an anchor was created: the instant that it names itself, or else that of the
  /// event at which its fold starts; nil if it is never in a state.
  public func creationInstant(ofSlot slot: Int) -> HBInstant? {
    foldStart(ofSlot: slot).map { ownCreationInstant($0) ?? instant($0) }
  }

  /// Returns the dates of an anchor after an event, which an ``HBAnchor`` may round.
  public func instants(ofAnchorAfter ordinal: Int) -> AnchorInstants {
    AnchorInstants(
      createdAt: creationInstant(ofSlot: slot(ordinal)) ?? instant(ordinal),
      updatedAt: instant(ordinal), deletedAt: hidingOrdinal(ordinal).map { instant($0) })
  }
}

/// The dates of an anchor to the microsecond.
public struct AnchorInstants: Hashable, Sendable {
  public let createdAt: HBInstant
  public let updatedAt: HBInstant
  public let deletedAt: HBInstant?

  /// - Parameters:
  ///   - createdAt: when it was created.
  ///   - updatedAt: when it was last changed.
  ///   - deletedAt: when it was deleted; nil if it is not.
  public init(createdAt: HBInstant, updatedAt: HBInstant, deletedAt: HBInstant?) {
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}

extension EventIndex {
  /// Returns an anchor as it is in a state, hidden or not; nil before its fold has started.
  public func anchor(slot: Int, in state: FoldedState) throws -> HBAnchor? {
    guard let ordinal = state.ordinal(ofSlot: slot) else { return nil }
    return try anchor(after: ordinal)
  }

  /// Returns an anchor as it is after one of its events, hidden or not; nil before its fold has
  /// started.
  public func anchor(after ordinal: Int) throws -> HBAnchor? {
    try anchors(after: [ordinal]).first
  }

  /// Returns the anchors of a state in the store's order, with or without hidden ones.
  public func anchors(in state: FoldedState, includeDeleted: Bool = false) throws -> [HBAnchor] {
    try anchors(
      after: anchors.storeOrder.compactMap { slot in
        state.ordinal(ofSlot: Int(slot)).flatMap { includeDeleted || !isHidden($0) ? $0 : nil }
      })
  }

  /// Anchors as they are after events, without those whose fold has not started.
  public func anchors(after ordinals: [Int]) throws -> [HBAnchor] {
    try anchors(after: ordinals) { batch in try batch.read() }
  }

  /// Returns the visible anchors of a state in the store's order, as far as the log can still be
  /// read: one whose payload cannot be read has an empty transform, which is not a valid one, or no
  /// metadata.
  public func readableAnchors(in state: FoldedState) -> [HBAnchor] {
    let visible = anchors.storeOrder.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).flatMap { isHidden($0) ? nil : $0 }
    }
    return anchors(after: visible) { batch in batch.readWhatThereIs() }
  }

  private func anchors(
    after ordinals: [Int], reading read: (inout PayloadBatch) throws -> Void
  ) rethrows -> [HBAnchor] {
    let started = ordinals.filter { hasStarted($0) }
    var batch = PayloadBatch(self, expected: started.count)
    for ordinal in started {
      _ = batch.addTransform(transformSource(ordinal))
      _ = batch.addMetadata(metadataSource(ordinal))
    }
    try read(&batch)
    return started.enumerated().map { number, ordinal in
      anchor(ordinal, batch.transforms[number], batch.metadata[number])
    }
  }

  /// Returns an anchor after an event, given its payload.
  ///
  /// - Precondition: its fold has started.
  public func anchor(
    _ ordinal: Int, _ transform: [Float], _ metadata: [String: AnyCodableValue]
  ) -> HBAnchor {
    let slot = slot(ordinal)
    return HBAnchor(
      id: anchorId(ofSlot: slot), spaceId: spaceId, transform: transform, metadata: metadata,
      createdAt: creationDate(foldStart(ofSlot: slot) ?? ordinal), updatedAt: date(ordinal),
      deletedAt: hidingOrdinal(ordinal).map { date($0) })
  }
}

/// Why a payload cannot be read.
public enum LogError: LocalizedError, Equatable, Sendable {
  /// The bytes at this offset are not those that were indexed.
  case lineChanged(offset: Int)

  public var errorDescription: String? {
    switch self {
    case .lineChanged(let offset):
      "The event log changed at byte \(offset), in a part that had already been read. Reopen the "
        + "space."
    }
  }
}
