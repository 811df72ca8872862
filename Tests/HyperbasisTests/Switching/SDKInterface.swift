import Foundation
import Hyperbasis

// Every public name, label and case of Hyperbasis SDK 1.1.0 that exists without ARKit, used as an
// app uses it: this compiles, or an app that switches does not. A row that goes away here breaks
// somebody; what differs on purpose stands in the article "Coming from SDK 1.1.0".

enum SDKInterface {
  static func anchors(_ space: UUID, _ matrix: simd_float4x4) throws -> HBAnchor {
    var anchor = HBAnchor(id: UUID(), spaceId: space, transform: matrix, metadata: ["text": "a"])
    anchor = HBAnchor(spaceId: space, transform: matrix)
    anchor = HBAnchor(
      id: anchor.id, spaceId: space, transform: HBAnchor.flatten(matrix), metadata: [:],
      createdAt: Date(), updatedAt: Date(), deletedAt: nil)
    anchor.update(transform: try HBAnchor.unflatten(anchor.transform))
    anchor.updateMetadata(key: "text", value: .string("b"))
    anchor.updateMetadata(key: "text", value: nil)
    anchor.update(metadata: ["n": 1, "ok": true])
    anchor.markDeleted()
    anchor.restore()
    let _: (UUID, UUID, [Float], [String: AnyCodableValue], Date, Date, Date?) = (
      anchor.id, anchor.spaceId, anchor.transform, anchor.metadata, anchor.createdAt,
      anchor.updatedAt, anchor.deletedAt
    )
    let _: (Bool, Bool, Bool) = (anchor.isDeleted, anchor.hasMetadata, anchor.validate())
    let _: (AnyCodableValue?, String?, Int?, Bool?) = (
      anchor.metadata(forKey: "n"), anchor.stringMetadata(forKey: "text"),
      anchor.intMetadata(forKey: "n"), anchor.boolMetadata(forKey: "ok")
    )
    let _: (SIMD3<Float>, simd_float4x4, simd_float4x4?) = (
      anchor.position, try anchor.simdTransform(), anchor.validSimdTransform
    )
    return anchor
  }

  static func values() -> [AnyCodableValue] {
    let values: [AnyCodableValue] = ["text", 1, 1.5, true, ["a", 2], ["key": "value"], nil]
    let cases: [AnyCodableValue] = [
      .string("a"), .int(1), .double(1.5), .bool(true), .array([]), .dictionary([:]), .null,
    ]
    for value in cases {
      let _: (String?, Int?, Double?, Bool?) = (
        value.stringValue, value.intValue, value.doubleValue, value.boolValue
      )
      let _: ([AnyCodableValue]?, [String: AnyCodableValue]?, Bool) = (
        value.arrayValue, value.dictionaryValue, value.isNull
      )
    }
    return values
  }

  static func events(_ anchor: HBAnchor) -> [HBAnchorEvent] {
    let created: (HBAnchor) -> HBAnchorEvent = HBAnchorEvent.created
    let later: [(HBAnchor, Int) -> HBAnchorEvent] = [
      HBAnchorEvent.moved, HBAnchorEvent.updated, HBAnchorEvent.deleted, HBAnchorEvent.restored,
    ]
    let events =
      [created(anchor)] + later.map { $0(anchor, 1) } + [
        .created(anchor: anchor), .moved(anchor: anchor, previousVersion: 1),
        .updated(anchor: anchor, previousVersion: 1),
        .deleted(anchor: anchor, previousVersion: 1),
        .restored(anchor: anchor, previousVersion: 1),
        HBAnchorEvent(
          id: UUID(), anchorId: anchor.id, spaceId: anchor.spaceId, type: .moved,
          timestamp: Date(), version: 2, transform: nil, metadata: nil, actorId: nil),
      ]
    for event in events {
      let _: (Bool, Bool, Bool) = (event.isActiveState, event.hasTransform, event.hasMetadata)
      switch event.type {
      case .created, .moved, .updated, .deleted, .restored: break
      }
    }
    return events
  }

  static func timeline(_ space: UUID, _ events: [HBAnchorEvent]) -> HBTimeline {
    let timeline = HBTimeline(spaceId: space, events: events)
    let _: (UUID, Date?, Date?, TimeInterval?, Set<UUID>) = (
      timeline.spaceId, timeline.startDate, timeline.endDate, timeline.duration,
      timeline.anchorIds
    )
    let date = Date(timeIntervalSince1970: 0)
    let _: [[HBAnchorEvent]] = [
      timeline.events(for: UUID()), timeline.events(from: date, to: date),
      timeline.events(ofType: .moved), Array(timeline.events),
    ]
    let _: ([HBAnchor], HBDiff, HBAnchorEvent?) = (
      timeline.state(at: date), timeline.diff(from: date, to: date),
      timeline.closestEvent(to: date)
    )
    let _: [[Date]] = [
      timeline.scrubberDates(), timeline.scrubberDates(from: date, to: date, steps: 2),
      timeline.significantDates,
    ]
    return timeline
  }

  static func diff(_ anchor: HBAnchor) -> HBDiff {
    let moved = HBDiff.MovedAnchor(anchor: anchor, previousTransform: anchor.transform)
    let updated = HBDiff.UpdatedAnchor(anchor: anchor, previousMetadata: [:])
    let diff = HBDiff(
      spaceId: anchor.spaceId, fromDate: Date(), toDate: Date(), added: [anchor],
      removed: [anchor], moved: [moved], updated: [updated], unchanged: [anchor])
    let _: (SIMD3<Float>, SIMD3<Float>, Float) = (
      moved.previousPosition, moved.currentPosition, moved.distanceMoved
    )
    let _: [Set<String>] = [updated.addedKeys, updated.removedKeys, updated.changedKeys]
    let _: (Int, Bool, String) = (diff.changeCount, diff.hasChanges, diff.summary)
    let _: [[HBAnchor]] = [diff.currentAnchors, diff.previousAnchors]
    let _: Bool = diff == diff && moved == moved && updated == updated
    return diff
  }

  static func spaces() -> HBSpace {
    var space = HBSpace(
      id: UUID(), name: "Room", worldMapData: Data(), createdAt: Date(), updatedAt: Date())
    space.update(name: nil)
    space.worldMapData = Data([1])
    let _: (Bool, Int, String) = (
      space.validate(), space.worldMapSize, space.worldMapSizeFormatted
    )
    let _: [HBSpaceError] = [
      .serializationFailed(underlying: nil), .deserializationFailed(underlying: nil),
      .invalidWorldMapData,
    ]
    return space
  }

  static func storage(_ storage: HBStorage, _ space: HBSpace, _ anchor: HBAnchor) async throws {
    let _: (HBStorageConfig, Bool, Int) = (
      storage.config, storage.isCloudEnabled, storage.pendingOperationCount
    )
    try await storage.save(space)
    let _: (HBSpace?, [HBSpace]) = (
      try await storage.loadSpace(id: space.id), try await storage.loadAllSpaces()
    )
    try await storage.save(anchor)
    let _: (HBAnchor?, [HBAnchor], [HBAnchor]) = (
      try await storage.loadAnchor(id: anchor.id),
      try await storage.loadAnchors(spaceId: space.id),
      try await storage.loadAnchors(spaceId: space.id, includeDeleted: true)
    )
    let _: (HBTimeline, [HBAnchor], HBDiff, [HBAnchorEvent]) = (
      try await storage.timeline(spaceId: space.id),
      try await storage.anchorsAt(spaceId: space.id, date: Date()),
      try await storage.diff(spaceId: space.id, from: .distantPast, to: Date()),
      try await storage.history(anchorId: anchor.id)
    )
    try await storage.rollback(anchorId: anchor.id, toVersion: 1)
    try await storage.deleteAnchor(id: anchor.id)
    try await storage.purgeDeletedAnchors(before: .distantPast)
    try await storage.deleteSpace(id: space.id)
    let _: Int = try storage.localStorageSize()
    try storage.clearLocalStorage()
  }

  static func sync(_ storage: HBStorage) async throws { try await storage.sync() }

  static func configurations() -> [HBStorageConfig] {
    let backends: [HBBackend] = [.localOnly, .supabase(url: "https://a.example", anonKey: "k")]
    let strategies: [HBSyncStrategy] = [.manual, .onSave]
    let levels: [HBCompressionLevel] = [.none, .balanced]
    var configurations: [HBStorageConfig] = [
      .default, .supabase(url: "https://a.example", anonKey: "k"),
      .supabase(url: "https://a.example", anonKey: "k", syncStrategy: .onSave),
    ]
    for (backend, (strategy, level)) in zip(backends, zip(strategies, levels)) {
      configurations.append(
        HBStorageConfig(backend: backend, syncStrategy: strategy, compression: level))
    }
    return configurations
  }

  static func anchorErrors() -> [HBAnchorError] {
    [.invalidTransform(count: 3), .alreadyDeleted, .metadataKeyNotFound(key: "text")]
  }

  /// What an app does with an error that it caught, the SDK's cases included.
  @available(*, deprecated, message: "Names what the SDK threw.")
  static func name(_ error: HBStorageError) -> String {
    switch error {
    case .notFound(let type, let id): "\(type) \(id)"
    case .cloudNotConfigured: "not configured"
    case .cloudSyncFailed(let underlying): "sync \(underlying)"
    case .compressionFailed: "compress"
    case .decompressionFailed(let underlying): "decompress \(underlying.map { "\($0)" } ?? "")"
    case .invalidURL(let url): url
    case .downloadFailed: "download"
    case .uploadFailed(let underlying): "upload \(underlying)"
    case .fileOperationFailed(let underlying): "file \(underlying)"
    case .encodingFailed(let underlying): "encode \(underlying)"
    case .decodingFailed(let underlying): "decode \(underlying)"
    case .versionNotFound(let anchorId, let version): "\(anchorId) \(version)"
    case .reconstructionFailed(let anchorId): "\(anchorId)"
    case .eventLogCorrupted(let spaceId): "\(spaceId)"
    default: "new in this library"
    }
  }
}

/// The way to what is deprecated that does not warn.
protocol RetiredErrors {
  static var retired: [HBStorageError] { get }
}

extension SDKInterface: RetiredErrors {
  @available(*, deprecated, message: "Names what the SDK threw.")
  static var retired: [HBStorageError] {
    let cause = CocoaError(.fileNoSuchFile)
    return [
      .cloudSyncFailed(underlying: cause), .uploadFailed(underlying: cause), .downloadFailed,
      .fileOperationFailed(underlying: cause),
    ]
  }
}
