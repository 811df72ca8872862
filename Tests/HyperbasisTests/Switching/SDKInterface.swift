import Foundation
import Hyperbasis

// Every public name, label and case of Hyperbasis SDK 1.1.0 that exists without ARKit, used as an app
// uses it: if this does not compile, neither does an app that switches. Removing a line here means
// breaking apps; deliberate differences are listed in the article "Coming from SDK 1.1.0".

enum SDKInterface {
  static func anchors(_ space: UUID, _ matrix: simd_float4x4) throws -> HBAnchor {
    var anchor = HBAnchor(id: UUID(), spaceId: space, transform: matrix, metadata: ["text": "a"])
    anchor = HBAnchor(spaceId: space, transform: matrix)
    anchor = HBAnchor(
      id: anchor.id, spaceId: space, transform: HBAnchor.flatten(matrix), metadata: [:],
      createdAt: Date(), updatedAt: Date(), deletedAt: nil)
    anchor = HBAnchor(
      id: anchor.id, spaceId: space, transform: anchor.transform, metadata: [:],
      createdAt: Date(), updatedAt: Date())
    anchor.transform[12] = 1
    anchor.metadata["text"] = "a"
    anchor.updatedAt = Date()
    anchor.deletedAt = nil
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
      switch value {
      case .string, .int, .double, .bool, .array, .dictionary, .null: break
      }
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
        HBAnchorEvent(anchorId: anchor.id, spaceId: anchor.spaceId, type: .deleted, version: 3),
      ]
    for event in events {
      let _: (UUID, UUID, UUID, HBAnchorEvent.EventType, Date, Int) = (
        event.id, event.anchorId, event.spaceId, event.type, event.timestamp, event.version
      )
      let _: ([Float]?, [String: AnyCodableValue]?, String?, String) = (
        event.transform, event.metadata, event.actorId, event.type.rawValue
      )
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
      timeline.events(ofType: .moved), timeline.events, timeline.events.filter(\.isActiveState),
    ]
    let _: ([HBAnchor], HBDiff, HBAnchorEvent?) = (
      timeline.state(at: date), timeline.diff(from: date, to: date),
      timeline.closestEvent(to: date)
    )
    let _: [[Date]] = [
      timeline.scrubberDates(), timeline.scrubberDates(from: date, to: date, steps: 2),
      timeline.scrubberDates(steps: 2), timeline.significantDates,
    ]
    return timeline
  }

  static func diff(_ anchor: HBAnchor) -> HBDiff {
    let moved = HBDiff.MovedAnchor(anchor: anchor, previousTransform: anchor.transform)
    let updated = HBDiff.UpdatedAnchor(anchor: anchor, previousMetadata: [:])
    let diff = HBDiff(
      spaceId: anchor.spaceId, fromDate: Date(), toDate: Date(), added: [anchor],
      removed: [anchor], moved: [moved], updated: [updated], unchanged: [anchor])
    let _: (UUID, Date, Date) = (diff.spaceId, diff.fromDate, diff.toDate)
    let _: [[HBAnchor]] = [
      diff.added, diff.removed, diff.moved.map(\.anchor), diff.updated.map(\.anchor),
      diff.unchanged,
    ]
    let _: ([Float], [String: AnyCodableValue]) = (
      moved.previousTransform, updated.previousMetadata
    )
    let _: HBDiff = HBDiff(spaceId: UUID(), fromDate: Date(), toDate: Date())
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
    space.name = "Room"
    space.worldMapData = Data([1])
    space.updatedAt = Date()
    let _: (UUID, String?, Data, Date, Date) = (
      space.id, space.name, space.worldMapData, space.createdAt, space.updatedAt
    )
    let _: (Bool, Int, String) = (
      space.validate(), space.worldMapSize, space.worldMapSizeFormatted
    )
    return space
  }

  static func spaceErrors() -> [HBSpaceError] {
    let errors: [HBSpaceError] = [
      .serializationFailed(underlying: nil), .deserializationFailed(underlying: nil),
      .invalidWorldMapData,
    ]
    for error in errors {
      switch error {
      case .serializationFailed(let underlying), .deserializationFailed(let underlying):
        let _: (any Error)? = underlying
      case .invalidWorldMapData: break
      }
    }
    return errors
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
    configurations[0].backend = .localOnly
    configurations[0].syncStrategy = .manual
    configurations[0].compression = .balanced
    for configuration in configurations {
      switch configuration.backend {
      case .localOnly: break
      case .supabase(let url, let anonKey): let _: (String, String) = (url, anonKey)
      }
      switch (configuration.syncStrategy, configuration.compression) {
      case (.manual, .none), (.manual, .balanced), (.onSave, .none), (.onSave, .balanced): break
      }
    }
    return configurations
  }

  /// Internal to the SDK, but visible in its tests and files.
  static func compressed(_ data: Data) throws -> Data {
    try HBCompression.decompress(HBCompression.compress(data, level: .balanced))
  }

  /// Nothing is read or written until a storage is used.
  static func storages() -> [HBStorage] { [HBStorage(), HBStorage(config: .default)] }

  /// Returns the values' types, checked for their conformances.
  static func conformances() -> [Any.Type] {
    func value<Value: Codable & Identifiable & Equatable>(_: Value.Type) -> Any.Type
    where Value.ID == UUID { Value.self }
    func code<Value: Codable & Equatable>(_: Value.Type) -> Any.Type { Value.self }
    func choice<Value: Equatable>(_: Value.Type) -> Any.Type { Value.self }
    func error<Value: LocalizedError>(_: Value.Type) -> Any.Type { Value.self }
    return [
      value(HBAnchor.self), value(HBAnchorEvent.self), value(HBSpace.self),
      code(AnyCodableValue.self), code(HBAnchorEvent.EventType.self),
      choice(HBDiff.self), choice(HBDiff.MovedAnchor.self), choice(HBDiff.UpdatedAnchor.self),
      choice(HBBackend.self), choice(HBSyncStrategy.self), choice(HBCompressionLevel.self),
      error(HBAnchorError.self), error(HBSpaceError.self), error(HBStorageError.self),
    ]
  }

  static func anchorErrors() -> [HBAnchorError] {
    let errors: [HBAnchorError] = [
      .invalidTransform(count: 3), .alreadyDeleted, .metadataKeyNotFound(key: "text"),
    ]
    for error in errors {
      switch error {
      case .invalidTransform(let count): let _: Int = count
      case .alreadyDeleted: break
      case .metadataKeyNotFound(let key): let _: String = key
      }
    }
    return errors
  }

  /// Handles a caught error as an app does, including the SDK's cases.
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

/// A way to reach what is deprecated without a warning.
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
