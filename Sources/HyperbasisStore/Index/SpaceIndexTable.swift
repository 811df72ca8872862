import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// What is known about all spaces without reading them, kept on disk.
struct SpaceIndexTable {
  private let file: TableFile

  private static let kind: UInt64 = 0x0001_5345_4341_5053

  init(_ layout: StoreLayout, _ files: any FileSystem) {
    file = TableFile(
      path: layout.spaceIndex, layout: layout, files: files, kind: Self.kind)
  }

  /// A space; its name and its anchors are in tables of their own.
  fileprivate struct Record: BitwiseCopyable {
    var id: UUIDBits
    var file = FileStamp.none
    var log = FileStamp.none
    var countedFile = FileStamp.none
    var countedMap = FileStamp.none
    var countedLog = FileStamp.none
    var countedAnchors: UInt64 = 0
    var createdAt: Int64 = 0
    var updatedAt: Int64 = 0
    var start = Self.noDate
    var end = Self.noDate
    var mapBytes: Int64 = -1
    var counts = SIMD4<Int32>.zero
    /// In bytes; −1 for no name.
    var nameLength: Int32 = -1
    var anchorCount: Int32 = 0
    var parts: UInt64 = 0

    static let noDate = Int64.min
  }

  /// Which parts of a record are known.
  private struct Parts: OptionSet {
    let rawValue: UInt64
    static let listed = Parts(rawValue: 1)
    static let anchors = Parts(rawValue: 2)
    static let counts = Parts(rawValue: 4)
  }
}

// MARK: - Reading

extension SpaceIndexTable {
  func load() -> [UUID: SpaceMemory.Known]? {
    guard let content = file.load(tables: 3), let records: [Record] = content.tables[0].records(),
      let ids: [UUIDBits] = content.tables[2].records()
    else { return nil }
    let names = content.tables[1]
    var spaces: [UUID: SpaceMemory.Known] = [:]
    spaces.reserveCapacity(records.count)
    var (nextName, nextId) = (0, 0)
    for record in records {
      let nameLength = max(0, Int(record.nameLength))
      let anchorCount = max(0, Int(record.anchorCount))
      guard nameLength <= names.count - nextName, anchorCount <= ids.count - nextId else {
        return nil
      }
      var known = record.known
      if record.nameLength >= 0 {
        known.listed?.name = String(
          decoding: names[nextName..<nextName + nameLength], as: UTF8.self)
      }
      if known.anchorIds != nil { known.anchorIds = Array(ids[nextId..<nextId + anchorCount]) }
      spaces[record.id.uuid] = known
      (nextName, nextId) = (nextName + nameLength, nextId + anchorCount)
    }
    return spaces
  }
}

extension SpaceIndexTable.Record {
  fileprivate var known: SpaceMemory.Known {
    let parts = SpaceIndexTable.Parts(rawValue: parts)
    var known = SpaceMemory.Known()
    if parts.contains(.listed) {
      known.file = file
      known.listed = SpaceMemory.Listed(
        name: nil, createdAt: HBInstant(microseconds: createdAt),
        updatedAt: HBInstant(microseconds: updatedAt))
    }
    if parts.contains(.anchors) { (known.log, known.anchorIds) = (log, []) }
    if parts.contains(.counts) {
      known.stamps = SpaceMemory.Stamps(
        file: countedFile, map: countedMap, log: countedLog, anchors: countedAnchors)
      known.counts = SpaceMemory.Counts(
        anchors: counts[0], deletedAnchors: counts[1], events: counts[2], problems: counts[3],
        start: Self.date(start), end: Self.date(end), mapBytes: mapBytes < 0 ? nil : mapBytes)
    }
    return known
  }

  private static func date(_ microseconds: Int64) -> HBInstant? {
    microseconds == noDate ? nil : HBInstant(microseconds: microseconds)
  }
}

// MARK: - Writing

extension SpaceIndexTable {
  /// Writes what is known, except what is known from files that may still change unnoticed.
  func save(_ spaces: [UUID: SpaceMemory.Known]) {
    file.save { now in
      var records: [Record] = []
      var names: [UInt8] = []
      var ids: [UUIDBits] = []
      for (id, known) in spaces {
        var record = Record(id: UUIDBits(id))
        record.put(known, at: now)
        if record.nameLength >= 0 { names += Array((known.listed?.name ?? "").utf8) }
        if record.anchorCount > 0 { ids += known.anchorIds ?? [] }
        records.append(record)
      }
      return TableFile.Content(
        key: 0, tables: [[UInt8](records: records), names, [UInt8](records: ids)])
    }
  }
}

extension SpaceIndexTable.Record {
  fileprivate mutating func put(_ known: SpaceMemory.Known, at now: Int64) {
    var held: SpaceIndexTable.Parts = []
    if let listed = known.listed, !known.file.mayStillChange(at: now) {
      held.insert(.listed)
      file = known.file
      createdAt = listed.createdAt.microseconds
      updatedAt = listed.updatedAt.microseconds
      if let name = listed.name { nameLength = Int32(clamping: name.utf8.count) }
    }
    if let ids = known.anchorIds, !known.log.mayStillChange(at: now) {
      held.insert(.anchors)
      log = known.log
      anchorCount = Int32(clamping: ids.count)
    }
    if let stamps = known.stamps, let counts = known.counts,
      ![stamps.file, stamps.map, stamps.log].contains(where: { $0.mayStillChange(at: now) })
    {
      held.insert(.counts)
      (countedFile, countedMap, countedLog) = (stamps.file, stamps.map, stamps.log)
      countedAnchors = stamps.anchors
      self.counts = SIMD4(counts.anchors, counts.deletedAnchors, counts.events, counts.problems)
      start = counts.start?.microseconds ?? Self.noDate
      end = counts.end?.microseconds ?? Self.noDate
      mapBytes = counts.mapBytes ?? -1
    }
    parts = held.rawValue
  }
}
