import Foundation
import HyperbasisModels
import HyperbasisStore

// The base as JSON. What cannot be read gives nil: a base is whole or it does not count.

extension LastSyncedState {
  var json: AnyCodableValue {
    [
      "format": 1, "tier": .string(tier.rawValue), "probedAt": .int(probedAt),
      "cursors": cursors.json, "mustReadAgain": .bool(mustReadAgain),
      "lastSync": .optional(lastSync) { .int($0) },
      "spaces": .byId(spaces, \.json), "removals": .byId(removals, \.json),
      "quarantine": .array(quarantine.map(\.json)), "orphans": .array(orphans.map(\.json)),
    ]
  }

  init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard reader["format"]?.intValue == 1,
      let tier = reader["tier"]?.stringValue.flatMap(CloudTier.init),
      let probedAt = reader.instant("probedAt"),
      let cursors = reader["cursors"].flatMap(SyncCursors.init(json:)),
      let spaces = reader["spaces"]?.byId(SpaceBase.init(json:)),
      let removals = reader["removals"]?.byId(Removal.init(json:)),
      let quarantine = reader["quarantine"]?.list(QuarantinedItem.init(json:)),
      let orphans = reader["orphans"]?.list(OrphanedMap.init(json:))
    else { return nil }
    self.init(tier: tier, probedAt: probedAt)
    self.cursors = cursors
    mustReadAgain = reader["mustReadAgain"]?.boolValue ?? false
    self.spaces = spaces
    self.removals = removals
    self.quarantine = quarantine
    self.orphans = orphans
    lastSync = reader.instant("lastSync")
  }
}

extension SyncCursors {
  fileprivate var json: AnyCodableValue {
    [
      "spaces": .int(Int(spaces)), "anchors": .int(Int(anchors)), "events": .int(Int(events)),
      "tombstones": .int(Int(tombstones)),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let spaces = reader["spaces"]?.intValue, let anchors = reader["anchors"]?.intValue,
      let events = reader["events"]?.intValue, let tombstones = reader["tombstones"]?.intValue
    else { return nil }
    self.init(
      spaces: Int64(spaces), anchors: Int64(anchors), events: Int64(events),
      tombstones: Int64(tombstones))
  }
}

extension SpaceBase {
  fileprivate var json: AnyCodableValue {
    [
      "row": .optional(row, \.json), "map": .optional(map, \.json),
      "local": .optional(local, \.json), "log": .optional(log, \.json),
      "isAgreed": .bool(isAgreed), "agreedLogSize": .optional(agreedLogSize) { .int($0) },
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    row = reader.optional("row", SpaceRow.init(json:))
    map = reader.optional("map", WorldMapReference.init(json:))
    local = reader.optional("local", LocalStamp.init(json:))
    log = reader.optional("log", LogMark.init(json:))
    isAgreed = reader["isAgreed"]?.boolValue ?? false
    agreedLogSize = reader["agreedLogSize"]?.intValue
  }
}

extension SpaceRow {
  fileprivate var json: AnyCodableValue {
    [
      "id": .string(id.uuidString), "name": .optional(name) { .string($0) },
      "map": .optional(map, \.json), "createdAt": .int(createdAt), "updatedAt": .int(updatedAt),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let id = reader.id("id"), let createdAt = reader.instant("createdAt"),
      let updatedAt = reader.instant("updatedAt")
    else { return nil }
    self.init(
      id: id, name: reader["name"]?.stringValue,
      map: reader.optional("map", WorldMapReference.init(json:)), createdAt: createdAt,
      updatedAt: updatedAt)
  }
}

extension WorldMapReference {
  fileprivate var json: AnyCodableValue {
    [
      "address": .string(address), "sha256": .optional(sha256) { .string($0) },
      "bytes": .optional(byteCount) { .int($0) },
      "packed": .optional(isCompressed) { .bool($0) },
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let address = reader["address"]?.stringValue else { return nil }
    self.init(
      address: address, sha256: reader["sha256"]?.stringValue,
      byteCount: reader["bytes"]?.intValue, isCompressed: reader["packed"]?.boolValue)
  }
}

extension LocalStamp {
  fileprivate var json: AnyCodableValue {
    [
      "file": file.json, "separateMap": .optional(separateMap, \.json),
      "mapHash": .optional(mapHash) { .string($0) }, "mapBytes": .int(mapBytes),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let file = reader.optional("file", FileStatus.init(json:)),
      let mapBytes = reader["mapBytes"]?.intValue
    else { return nil }
    self.init(
      file: file, separateMap: reader.optional("separateMap", FileStatus.init(json:)),
      mapHash: reader["mapHash"]?.stringValue, mapBytes: mapBytes)
  }
}

extension FileStatus {
  fileprivate var json: AnyCodableValue {
    [
      .int(Int(bitPattern: UInt(device))), .int(Int(bitPattern: UInt(inode))), .int(size),
      .int(Int(modified)),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    guard let numbers = json.list(\.intValue), numbers.count == 4 else { return nil }
    self.init(
      device: UInt64(UInt(bitPattern: numbers[0])), inode: UInt64(UInt(bitPattern: numbers[1])),
      size: numbers[2], modified: Int64(numbers[3]), isDirectory: false)
  }
}

extension LogMark {
  fileprivate var json: AnyCodableValue {
    [
      "sent": .array(sent.spans.map { [.int($0.lowerBound), .int($0.upperBound)] }),
      "fingerprint": .string(fingerprint),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let spans = reader["sent"]?.list({ $0.list(\.intValue) }),
      let fingerprint = reader["fingerprint"]?.stringValue
    else { return nil }
    var sent = SpanSet()
    for span in spans {
      guard span.count == 2, 0 <= span[0], span[0] < span[1] else { return nil }
      sent.insert(span[0]..<span[1])
    }
    self.init(sent: sent, fingerprint: fingerprint)
  }
}

extension Removal {
  fileprivate var json: AnyCodableValue {
    [
      "state": .string(state.rawValue), "deletedAt": .optional(deletedAt) { .int($0) },
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let state = reader["state"]?.stringValue.flatMap(State.init) else { return nil }
    self.init(state: state, deletedAt: reader.instant("deletedAt"))
  }
}

extension QuarantinedItem {
  fileprivate var json: AnyCodableValue {
    [
      "kind": .string(kind.rawValue), "id": .string(id.uuidString),
      "spaceId": .string(spaceId.uuidString), "status": .int(answer.status),
      "code": .optional(answer.code) { .string($0) },
      "message": .optional(answer.message) { .string($0) }, "digest": .string(digest),
      "since": .int(since),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let kind = reader["kind"]?.stringValue.flatMap(Kind.init), let id = reader.id("id"),
      let spaceId = reader.id("spaceId"), let status = reader["status"]?.intValue,
      let digest = reader["digest"]?.stringValue, let since = reader.instant("since")
    else { return nil }
    let answer = ServerAnswer(
      status: status, code: reader["code"]?.stringValue, message: reader["message"]?.stringValue)
    self.init(
      kind: kind, id: id, spaceId: spaceId, answer: answer, digest: digest, since: since)
  }
}

extension OrphanedMap {
  fileprivate var json: AnyCodableValue {
    ["spaceId": .string(spaceId.uuidString), "map": map.json]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let spaceId = reader.id("spaceId"),
      let map = reader.optional("map", WorldMapReference.init(json:))
    else { return nil }
    self.init(spaceId: spaceId, map: map)
  }
}
