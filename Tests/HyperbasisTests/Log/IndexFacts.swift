import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

/// Everything that an index tells of its events, by ids instead of its own numbers.
struct IndexFacts: Equatable {
  struct Event: Equatable {
    let id: UUID
    let anchor: UUID
    let instant: HBInstant
    let version: Int
    let type: HBAnchorEvent.EventType
    let isSynthetic: Bool
    let actor: String?
    let operation: UUID?
    let undone: OperationTag?
    let transformSource: Int?
    let metadataSource: Int?
    let isDerived: Bool
    let hidingOrdinal: Int?
    let hasStarted: Bool
    let position: SIMD3<Float>
    let line: Range<Int>?
  }

  struct Anchor: Equatable {
    let ordinals: [Int]
    let newest: Int
    let foldStart: Int?
    let maximumVersion: Int
  }

  let events: [Event]
  let anchors: [UUID: Anchor]
  let storeOrder: [UUID]

  init(_ index: EventIndex) {
    events = (0..<index.count).map { ordinal in
      Event(
        id: index.id(ordinal), anchor: index.anchorId(ofSlot: index.slot(ordinal)),
        instant: index.instant(ordinal), version: index.version(ordinal),
        type: index.type(ordinal), isSynthetic: index.isSynthetic(ordinal),
        actor: index.actor(ordinal), operation: index.operation(ordinal),
        undone: index.undone(ordinal), transformSource: index.transformSource(ordinal),
        metadataSource: index.metadataSource(ordinal),
        isDerived: index.isDerived(ordinal),
        hidingOrdinal: index.hidingOrdinal(ordinal), hasStarted: index.hasStarted(ordinal),
        position: index.position(ordinal), line: index.lineRange(ordinal))
    }
    anchors = Dictionary(
      uniqueKeysWithValues: (0..<index.slotCount).map { slot in
        (
          index.anchorId(ofSlot: slot),
          Anchor(
            ordinals: Array(index.ordinals(ofSlot: slot)),
            newest: index.newestOrdinal(ofSlot: slot),
            foldStart: index.foldStart(ofSlot: slot),
            maximumVersion: index.maximumVersion(ofSlot: slot))
        )
      })
    storeOrder = index.slotsInStoreOrder.map { index.anchorId(ofSlot: Int($0)) }
  }

  /// Returns the latest event of each anchor after some events, found by walking them all.
  func latest(through position: Int) -> [UUID: Int] {
    var latest: [UUID: Int] = [:]
    for (ordinal, event) in events.prefix(position).enumerated() { latest[event.anchor] = ordinal }
    return latest
  }
}

extension EventIndex {
  /// Returns the latest event of each anchor according to keyframes and replay.
  func latest(through position: Int) -> [UUID: Int] {
    let state = state(through: position)
    var latest: [UUID: Int] = [:]
    for slot in 0..<slotCount { latest[anchorId(ofSlot: slot)] = state.ordinal(ofSlot: slot) }
    return latest
  }
}

extension EventIndex {
  /// Returns the metadata in force after each event, read from the log.
  func allMetadata() throws -> [[String: AnyCodableValue]] {
    try (0..<count).map { try metadata($0) }
  }
}

/// A log in memory that hands out a few bytes at a time.
struct TricklingSource: ByteSource {
  let bytes: [UInt8]
  let most: Int

  func size() -> Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let end = min(bytes.count, offset + min(buffer.count, most))
    guard offset < end else { return 0 }
    buffer.copyBytes(from: bytes[offset..<end])
    return end - offset
  }
}
