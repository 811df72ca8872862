public import Foundation
public import HyperbasisAnchorLog
import HyperbasisHistory
public import HyperbasisModels

/// Imports the lines of another log of the same space: byte for byte, each event once.
///
/// They are followed by the events that anchor files imply beyond both logs, exactly as reading such a
/// store makes them up: deletions that were not logged, anchors from before there was a log. Whatever a
/// file shows beyond its own log was done without knowledge of the other log, and the versions of its
/// events say so. A second run has nothing left to add.
public struct LineImport: Sendable {
  public let spaceId: UUID
  public private(set) var events = EventCounts()
  /// Lines of events that the log already has.
  public private(set) var linesAlreadyThere = 0
  /// Events that anchor files imply.
  public private(set) var impliedCount = 0
  /// What is wrong in the log that was read; those lines are not imported.
  public let problems: [LogProblem]
  /// The range of the instants of all that it adds.
  public private(set) var instants: ClosedRange<HBInstant>?
  /// The anchors that it touches.
  public private(set) var anchors: Set<UUID> = []
  /// Those anchors for which the log has events that are later than some that it adds.
  public private(set) var late: Set<UUID> = []
  /// How many lines have the id of an event that the log has with other content, and the first such id;
  /// the log keeps its own.
  public private(set) var otherContent = (count: 0, first: UUID?.none)
  /// Anchors that it ends in this space, as they now live in another one.
  public private(set) var departed: Set<UUID> = []
  /// What later became of anchors whose lines the log already has.
  public private(set) var takenBack = TakenBack()
  private var parts: [Part] = []
  private let incoming: EventIndex

  private enum Part: Sendable {
    case line(ordinal: Int)
    case implied([UInt8])
  }

  /// - Parameters:
  ///   - existing: the space's log as it is in the store; empty for a new space.
  ///   - files: the anchors of the space as their files have them.
  ///   - allFiles: all anchors of the input by id, whatever space their files name: some may have left
  ///     this one.
  public init(
    of log: any ByteSource, files: [HBAnchor], allFiles: [UUID: HBAnchor] = [:],
    into existing: EventIndex
  ) throws {
    spaceId = existing.spaceId
    let reader = try LogReader.load(spaceId: spaceId, source: log)
    incoming = reader.index
    problems = reader.problems
    let known = existing.ordinalsOfLines
    try takeLines(existing, known)
    for file in files { try takeImplied(by: file, beyond: existing, known) }
    let left = filesElsewhere(allFiles, existing)
    for file in left { try takeDeparture(of: file, beyond: existing, known) }
    // The input does not show what its files hide, even though its lines do.
    let hidden = Set((files.filter(\.isDeleted) + left).map(\.id))
    try lookBack(existing, besides: hidden)
  }

  public var isEmpty: Bool { parts.isEmpty }

  /// Hands out the lines, in blocks.
  public func write(to sink: (ImportBlock) throws -> Void) throws {
    var block = ImportBlock(lines: [], eventCount: 0)
    for part in parts {
      switch part {
      case .line(let ordinal): block.lines += try incoming.lineBytes(ordinal) + [0x0a]
      case .implied(let line): block.lines += line
      }
      block.eventCount += 1
      if block.eventCount == ImportBlock.capacity || block.lines.count > Self.blockSize {
        try sink(block)
        block = ImportBlock(lines: [], eventCount: 0)
      }
    }
    if block.eventCount > 0 { try sink(block) }
  }

  private static let blockSize = 16 << 20

  /// - Parameter known: the ordinals of the events that the store has as lines, by id.
  private mutating func takeLines(_ existing: EventIndex, _ known: [UUIDBits: Int32]) throws {
    for ordinal in 0..<incoming.count {
      let id = incoming.id(ordinal)
      let own = known[UUIDBits(id)]
      guard own == nil, !existing.hasGivenWay(eventWith: UUIDBits(id)) else {
        linesAlreadyThere += 1
        if let own, try isOther(ordinal, existing, Int(own)) {
          otherContent = (otherContent.count + 1, otherContent.first ?? id)
        }
        continue
      }
      parts.append(.line(ordinal: ordinal))
      note(try incoming.event(ordinal), at: incoming.instant(ordinal), existing)
    }
  }

  /// Returns whether the log has other content under the id of an event.
  private func isOther(_ ordinal: Int, _ existing: EventIndex, _ own: Int) throws -> Bool {
    if try incoming.lineBytes(ordinal) == existing.lineBytes(own) { return false }
    // The same event may be written in two ways.
    return try incoming.instant(ordinal) != existing.instant(own)
      || incoming.event(ordinal) != existing.event(own)
  }

  /// Finds anchors to which nothing is added and which the log shows differently from the input.
  private mutating func lookBack(_ existing: EventIndex, besides hidden: Set<UUID>) throws {
    for slot in 0..<incoming.slotCount {
      let id = incoming.anchorId(ofSlot: slot)
      guard !anchors.contains(id), !hidden.contains(id), let own = existing.slot(of: id),
        case let newest = incoming.newestOrdinal(ofSlot: slot), newest >= 0,
        incoming.isVisible(newest)
      else { continue }
      let known = Set(incoming.ordinals(ofSlot: slot).map { UUIDBits(incoming.id($0)) })
      takenBack.note(
        slot: own, after: existing.ordinals(ofSlot: own).count, in: existing, besides: known)
    }
    try takenBack.finish(existing)
  }

  /// - Parameter known: the events that the store has as lines.
  private mutating func takeImplied(
    by file: HBAnchor, beyond existing: EventIndex, _ known: [UUIDBits: Int32]
  ) throws {
    if try isCovered(file, by: existing) { return }
    // For an anchor without lines in the input, the store's own show what its file was made from.
    let isLogKnown = incoming.slot(of: file.id) != nil && !bringsBack(file, existing)
    let base = isLogKnown ? incoming : existing
    let implied = try ImpliedEvents.syntheticEvents(for: file, index: base)
      .withKeysChanged(from: try base.newestMetadata(of: file.id))
    for (event, changed) in implied where known[UUIDBits(event.id)] == nil {
      try take(implied: event, changed: changed, existing)
    }
  }

  /// Returns whether a file takes back a deletion that an earlier import derived from it; its own log
  /// has neither.
  private func bringsBack(_ file: HBAnchor, _ existing: EventIndex) -> Bool {
    guard !file.isDeleted, !anchors.contains(file.id), let slot = existing.slot(of: file.id),
      let own = incoming.slot(of: file.id)
    else { return false }
    let (newest, last) = (
      existing.newestOrdinal(ofSlot: slot), incoming.newestOrdinal(ofSlot: own)
    )
    let isSaved = file.writtenAt.wholeSeconds > incoming.instant(last).wholeSeconds
    // A deletion that was made in this store carries the operation that did it.
    return isSaved && incoming.isVisible(last) && existing.isHidden(newest)
      && existing.operation(newest) == nil
      && file.writtenAt.wholeSeconds > existing.instant(newest).wholeSeconds
  }

  /// Returns the anchors of either log whose files name another space.
  private func filesElsewhere(
    _ files: [UUID: HBAnchor], _ existing: EventIndex
  ) -> [HBAnchor] {
    let ids =
      (0..<incoming.slotCount).map { incoming.anchorId(ofSlot: $0) }
      + (0..<existing.slotCount).map { existing.anchorId(ofSlot: $0) }
      .filter { incoming.slot(of: $0) == nil }
    return ids.compactMap { files[$0] }.filter { $0.spaceId != spaceId }
  }

  /// Ends an anchor that the original SDK saved under another space, as reading such a store does.
  private mutating func takeDeparture(
    of file: HBAnchor, beyond existing: EventIndex, _ known: [UUIDBits: Int32]
  ) throws {
    if let slot = existing.slot(of: file.id) {
      let newest = existing.instant(existing.newestOrdinal(ofSlot: slot))
      if newest.wholeSeconds > file.writtenAt.wholeSeconds { return }
      let isThere = !anchors.contains(file.id)
      if isThere, ImpliedEvents.departure(of: file, from: existing).isEmpty { return }
    }
    let base = incoming.slot(of: file.id) == nil ? existing : incoming
    for event in ImpliedEvents.departure(of: file, from: base)
    where known[UUIDBits(event.id)] == nil {
      try take(implied: event, changed: nil, existing)
      departed.insert(file.id)
    }
  }

  private mutating func take(
    implied event: HBAnchorEvent, changed: [String]?, _ existing: EventIndex
  ) throws {
    parts.append(
      .implied(try LogLine.encode(event, extras: LogExtras(changed: changed)) + [0x0a]))
    impliedCount += 1
    note(event, at: HBInstant(event.timestamp), existing)
  }

  /// Returns whether the store already shows what a file says, or something later.
  private func isCovered(_ file: HBAnchor, by existing: EventIndex) throws -> Bool {
    guard let slot = existing.slot(of: file.id) else { return false }
    let newest = existing.instant(existing.newestOrdinal(ofSlot: slot))
    if newest.wholeSeconds > file.writtenAt.wholeSeconds { return true }
    // Imported lines come between the two.
    guard !anchors.contains(file.id) else { return false }
    return try ImpliedEvents.syntheticEvents(for: file, index: existing).isEmpty
  }

  private mutating func note(
    _ event: HBAnchorEvent, at instant: HBInstant, _ existing: EventIndex
  ) {
    if existing.isLate(instant, of: event.anchorId) { late.insert(event.anchorId) }
    events.add(event.type)
    anchors.insert(event.anchorId)
    instants =
      instants.map { min($0.lowerBound, instant)...max($0.upperBound, instant) }
      ?? instant...instant
  }
}

extension EventIndex {
  /// The ordinals of the events that are lines, by id: looking up each one on its own would scan all of
  /// them.
  fileprivate var ordinalsOfLines: [UUIDBits: Int32] {
    var result: [UUIDBits: Int32] = [:]
    result.reserveCapacity(count)
    for ordinal in 0..<count where !isSynthetic(ordinal) {
      result[UUIDBits(id(ordinal))] = Int32(ordinal)
    }
    return result
  }
}
