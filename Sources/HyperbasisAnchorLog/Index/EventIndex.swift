public import Foundation
public import HyperbasisModels

/// The events of one space, in canonical order, ready to be queried.
///
/// Every event has a row of small columns: the parts of its line that ordering and folding need,
/// the result of the fold at that event, and where the payload lies. Transforms, metadata and whole
/// events are decoded only when asked for.
///
/// - An *ordinal* is the position of an event in canonical order (instant, version, id), from 0.
/// - A *slot* is the dense number of an anchor.
/// - An *event count* says how many events a state folds, 0 to `count`.
///
/// The index is a value: copies are cheap, and an append to one leaves the others as they are.
public struct EventIndex: Sendable {
  public let spaceId: UUID
  /// The number of events.
  public internal(set) var count = 0
  public var columns = ColumnStorage(capacity: 0, digests: .process)
  var anchors = AnchorTable()
  var actors = ActorTable()
  public var operations = OperationTable()
  /// Facts that few lines state.
  var rare = RareFacts()
  /// Metadata in force that is not that of a single line, by the event after which it is in force.
  var merged: [UUIDBits: [String: AnyCodableValue]] = [:]
  /// Events that are not lines of the log.
  var memory: [HBAnchorEvent] = []
  /// The log that payloads are read from.
  public package(set) var source: any ByteSource = MemoryByteSource([])

  /// Creates the index of a space without events.
  public init(spaceId: UUID) {
    self.spaceId = spaceId
  }

  /// Whether it came from an index on disk with a damaged part that could not be rebuilt from the
  /// log. Its contents are invalid then, and payloads cannot be read.
  package var isBroken: Bool { columns.checker?.isBroken ?? false }

  /// Checks what has not been used yet of an index on disk, so that no later query waits for that.
  package func checkAhead() {
    withExtendedLifetime(columns) { columns.checker?.useAll() }
  }

  /// Checks that an ordinal exists, so that no column is read beyond its end.
  @inline(__always)
  func row(_ ordinal: Int) -> Int {
    precondition(ordinal >= 0 && ordinal < count, "There is no event with that ordinal.")
    return ordinal
  }
}

// MARK: - Columns

extension EventIndex {
  public func instant(_ ordinal: Int) -> HBInstant {
    HBInstant(microseconds: columns.instants[row(ordinal)])
  }

  public func slot(_ ordinal: Int) -> Int { Int(columns.slots[row(ordinal)]) }

  public func type(_ ordinal: Int) -> HBAnchorEvent.EventType {
    columns.folded[row(ordinal)].flags.type
  }

  public func version(_ ordinal: Int) -> Int { Int(columns.versions[row(ordinal)]) }

  public func id(_ ordinal: Int) -> UUID { columns.ids[row(ordinal)].uuid }

  /// Returns whether the event is not on disk.
  public func isSynthetic(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].flags.contains(.synthetic)
  }

  /// Returns whether the event itself carries a transform.
  public func carriesTransform(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].flags.contains(.transform)
  }

  /// Returns whether the event itself carries metadata.
  public func carriesMetadata(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].flags.contains(.metadata)
  }

  /// Returns the actor who made the event, if it names one.
  public func actor(_ ordinal: Int) -> String? {
    let number = Int(columns.actors[row(ordinal)])
    return number > 0 ? actors.names[number - 1] : nil
  }

  /// Returns the number of the event's actor, from 1 in the order in which they appear in the log;
  /// 0 for none.
  public func actorNumber(_ ordinal: Int) -> Int { Int(columns.actors[row(ordinal)]) }

  /// All actors, in the order in which they first appear in the log.
  public var actorNames: [String] { actors.names }

  /// Returns the number of the operation that the line names, from 1, by which ``operations`` has
  /// its id; 0 if it names none.
  public func operationNumber(_ ordinal: Int) -> Int { Int(columns.operations[row(ordinal)]) }

  /// Calls `body` with the numbers of the operations that the lines of all events name.
  public func withOperationNumbers<Result>(
    _ body: (UnsafeBufferPointer<Int32>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(columns) { try body(columns.operations.first(count)) }
  }

  /// Calls `body` with the ids of all events.
  public func withIds<Result>(
    _ body: (UnsafeBufferPointer<UUIDBits>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(columns) { try body(columns.ids.first(count)) }
  }

  /// Returns whether all lines of an earlier index of the same log are there, in the same order.
  ///
  /// - Complexity: O(1) if this index grew out of the other one without a copy, else O(`count`): some
  ///   milliseconds for a million events.
  public func includes(loggedEventsOf former: EventIndex) -> Bool {
    if columns === former.columns, count >= former.count { return true }
    return withIds { ids in
      former.withIds { formerIds in
        var next = 0
        for ordinal in formerIds.indices where !former.isSynthetic(ordinal) {
          while next < ids.count, ids[next] != formerIds[ordinal] { next += 1 }
          guard next < ids.count else { return false }
          next += 1
        }
        return true
      }
    }
  }

  /// Returns the operation that the line names; nil if it names none.
  public func operation(_ ordinal: Int) -> UUID? {
    let number = Int(columns.operations[row(ordinal)])
    return number > 0 ? operations.ids[number - 1].uuid : nil
  }

  /// Returns the operation that the event undoes or redoes, if any.
  public func undone(_ ordinal: Int) -> OperationTag? {
    tags.isEmpty ? nil : tags[columns.ids[row(ordinal)]]
  }

  /// Returns the event with an id; scans the column of ids.
  ///
  /// - Complexity: O(`count`), about a millisecond for a million events.
  public func ordinal(ofEvent id: UUID) -> Int? {
    let bits = UUIDBits(id)
    guard columns.mayContain(bits) else { return nil }
    return columns.ids.first(count).firstIndex(of: bits)
  }
}

// MARK: - Anchors

extension EventIndex {
  /// The number of anchors that have events.
  public var slotCount: Int { anchors.slots.count }

  public func anchorId(ofSlot slot: Int) -> UUID { anchors.slots.ids[slot].uuid }

  /// Returns the slot of an anchor; nil if it has no events. An anchor whose events all lost
  /// against others with the same ids has a number but no events.
  public func slot(of anchorId: UUID) -> Int? {
    anchors.slots.find(UUIDBits(anchorId)).flatMap { anchors.slots.newest[$0] < 0 ? nil : $0 }
  }

  /// Returns the greatest version of an anchor.
  public func maximumVersion(ofSlot slot: Int) -> Int { Int(anchors.slots.maximumVersion[slot]) }

  /// Returns the last event of an anchor in canonical order.
  public func newestOrdinal(ofSlot slot: Int) -> Int { Int(anchors.slots.newest[slot]) }

  /// Returns the first event of an anchor that carries a transform; nil if it is never in a state.
  public func foldStart(ofSlot slot: Int) -> Int? {
    anchors.slots.foldStart[slot] < 0 ? nil : Int(anchors.slots.foldStart[slot])
  }

  /// The anchors that are ever in a state, sorted by (instant of the fold's start, id).
  public var slotsInStoreOrder: [Int32] { anchors.storeOrder }

  /// Returns the events of an anchor.
  public func ordinals(ofSlot slot: Int) -> Postings { anchors.postings.list(ofSlot: slot) }
}

// MARK: - Fold

extension EventIndex {
  /// Returns the event whose transform is in force after an event; nil before the fold starts.
  public func transformSource(_ ordinal: Int) -> Int? {
    let source = columns.folded[row(ordinal)].transformSource
    return source < 0 ? nil : Int(source)
  }

  /// Returns the event whose metadata is in force after an event; nil if that is empty.
  public func metadataSource(_ ordinal: Int) -> Int? {
    let source = columns.folded[row(ordinal)].metadataSource
    return source < 0 ? nil : Int(source)
  }

  /// Returns whether the anchor is hidden after the event.
  public func isHidden(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].flags.contains(.hidden)
  }

  /// Returns whether the log knows an anchor and it is hidden as of the newest event.
  package func isHidden(anchor: UUID) -> Bool {
    slot(of: anchor).map { isHidden(newestOrdinal(ofSlot: $0)) } ?? false
  }

  /// Returns the hidden anchors that have events in the log at or after an offset in bytes.
  package func hiddenAnchors(changedFrom offset: Int) -> [UUID] {
    (0..<slotCount).filter { slot in
      isHidden(newestOrdinal(ofSlot: slot))
        && ordinals(ofSlot: slot).contains { lineRange($0)?.lowerBound ?? 0 >= offset }
    }
    .map(anchorId(ofSlot:))
  }

  /// Returns whether the fold of the anchor starts with the event or has started before it.
  public func hasStarted(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].flags.contains(.started)
  }

  /// Returns whether the anchor is part of the state after the event.
  public func isVisible(_ ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].isVisible
  }

  /// Returns the position in force after the event, in metres; zero before the fold starts.
  public func position(_ ordinal: Int) -> SIMD3<Float> {
    columns.folded[row(ordinal)].position.vector
  }

  /// Returns the event that hides the anchor after an event; nil if it is not hidden.
  ///
  /// A second deletion does not count: the anchor has been hidden since the first.
  public func hidingOrdinal(_ ordinal: Int) -> Int? {
    guard isHidden(ordinal) else { return nil }
    let list = ordinals(ofSlot: slot(ordinal))
    var index = list.count(below: ordinal)
    while index > 0, isHidden(list[index - 1]) { index -= 1 }
    return index < list.count ? list[index] : ordinal
  }
}

// MARK: - Growth

extension EventIndex {
  /// Returns whether the first rows are those of another index: the same log, grown at its end.
  ///
  /// - Complexity: O(1) unless the columns were copied to have more room.
  public func continues(_ other: EventIndex) -> Bool {
    guard spaceId == other.spaceId, count >= other.count, slotCount >= other.slotCount else {
      return false
    }
    if columns === other.columns { return true }
    return columns.hasSameEvents(as: other.columns, other.count)
  }
}

extension ColumnStorage {
  /// Returns whether the first rows have the ids, anchors and lines of another storage.
  fileprivate func hasSameEvents(as other: ColumnStorage, _ count: Int) -> Bool {
    func isSame<Element>(_ left: CheckedColumn<Element>, _ right: CheckedColumn<Element>) -> Bool {
      UnsafeRawBufferPointer(left.first(count))
        .elementsEqual(UnsafeRawBufferPointer(right.first(count)))
    }
    return isSame(ids, other.ids) && isSame(slots, other.slots)
      && (0..<count).allSatisfy { places[$0].offset == other.places[$0].offset }
  }
}
