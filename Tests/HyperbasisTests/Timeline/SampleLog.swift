import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport

@testable import HyperbasisHistory

/// A log in memory, for which plans are made and to which they are written, as in a store.
final class SampleLog {
  /// An event and what else its line holds.
  struct Line {
    var event: HBAnchorEvent
    var operation: UUID?
    var tag: OperationTag?
  }

  let spaceId: UUID
  var lines: [Line] = []
  var clock = HBInstant(microseconds: 1_700_000_000_000_000)
  var actor: String? = "ann"
  private var generator: SeededGenerator
  private var bytes: [UInt8] = []
  private var encodedCount = 0
  private var reader: LogReader

  init(seed: UInt64 = 1) {
    generator = SeededGenerator(seed: seed)
    spaceId = UUID.random(&generator)
    reader = LogReader(spaceId: spaceId, source: MemoryByteSource([]))
  }

  func makeUUID() -> UUID { UUID.random(&generator) }

  /// The log, as read from its bytes; only new bytes are read.
  var index: EventIndex {
    get throws {
      for line in lines[encodedCount...] {
        let extras = LogExtras(operation: line.operation, undone: line.tag)
        bytes += try LogLine.encode(line.event, extras: extras) + [0x0A]
      }
      encodedCount = lines.count
      try reader.append(from: MemoryByteSource(bytes))
      return reader.index
    }
  }

  func plan(_ request: HBPlanRequest) throws -> HBPlan {
    let index = try index
    let head = HBLogHead(bytes: 0, events: index.count, lastEventId: nil)
    let planner = Planner(
      index: index, head: head, actor: actor, now: clock, makeUUID: { self.makeUUID() })
    return try planner.plan(request)
  }

  /// Plans and writes; the clock advances by a second.
  @discardableResult
  func perform(_ request: HBPlanRequest) throws -> HBPlan {
    let plan = try plan(request)
    append(plan)
    clock = clock.advanced(byMicroseconds: 1_000_000)
    return plan
  }

  func append(_ plan: HBPlan) {
    let tag: OperationTag? =
      switch plan.kind {
      case .undo: plan.target.map { .undoes($0.id) }
      case .redo: plan.target.map { .redoes($0.id) }
      default: nil
      }
    lines += plan.events.map { Line(event: $0, operation: plan.operation, tag: tag) }
  }

  /// Appends an event as another writer would.
  @discardableResult
  func append(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, at instant: HBInstant? = nil,
    version: Int? = nil, x: Float? = nil, text: String? = nil, operation: UUID? = nil,
    tag: OperationTag? = nil, actor: String? = nil
  ) -> HBAnchorEvent {
    let last = lines.filter { $0.event.anchorId == anchor }.map(\.event.version).max() ?? 0
    let event = HBAnchorEvent(
      id: makeUUID(), anchorId: anchor, spaceId: spaceId, type: type,
      timestamp: (instant ?? clock).date, version: version ?? last + 1,
      transform: x.map(Self.transform), metadata: text.map { ["text": .string($0)] },
      actorId: actor)
    lines.append(Line(event: event, operation: operation, tag: tag))
    return event
  }

  static func transform(_ x: Float) -> [Float] {
    HBTransform.make(position: SIMD3(x, 0, 0))
  }

  func anchor(_ id: UUID, _ x: Float, _ text: String? = nil, deleted: Bool = false) -> HBAnchor {
    HBAnchor(
      id: id, spaceId: spaceId, transform: Self.transform(x),
      metadata: text.map { ["text": .string($0)] } ?? [:], createdAt: clock.date,
      deletedAt: deleted ? clock.date : nil)
  }
}

extension SampleLog {
  /// Returns an anchor as it is now, such as `1 note` or `1 note hidden`; nil if it never existed.
  func now(_ id: UUID) -> String? {
    states[id]?.summary
  }

  /// All anchors as they are now, including hidden ones.
  var states: [UUID: AnchorState] {
    var result: [UUID: AnchorState] = [:]
    guard let index = try? index else { return result }
    for slot in 0..<index.slotCount {
      let newest = index.newestOrdinal(ofSlot: slot)
      result[index.anchorId(ofSlot: slot)] = (try? index.anchorState(after: newest)) ?? nil
    }
    return result
  }
}

extension OperationLog {
  /// Returns the operation that the next undo takes back; nil if there is nothing to undo.
  func newestUndoable() throws -> HBOperation? {
    try firstUndoable { HBOperation($0, in: index) }
  }

  /// Returns the operation that the next redo brings back; nil if there is nothing to redo.
  func newestRedoable() throws -> HBOperation? {
    try firstRedoable { group, _ in HBOperation(group, in: index) }
  }
}

extension AnchorState {
  /// The x coordinate, the text, and whether it is hidden, such as `1 note hidden`.
  var summary: String {
    let text = metadata["text"]?.stringValue
    return ([String(Int(transform[12])), text, isHidden ? "hidden" : nil] as [String?])
      .compactMap(\.self).joined(separator: " ")
  }
}

extension HBPlan {
  /// The types of the events, in order.
  var types: [HBAnchorEvent.EventType] { events.map(\.type) }
}

extension HBAnchor {
  var summary: String { AnchorState(self).summary }
}

extension UUID {
  static func random(_ generator: inout SeededGenerator) -> UUID {
    UUIDBits(high: generator.next(), low: generator.next()).uuid
  }
}
