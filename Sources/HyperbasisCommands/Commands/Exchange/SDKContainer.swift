import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisJSONText

/// Spaces as the files that SDK 1.1.0 reads: `Documents/Hyperbasis` of an app.
///
/// What that SDK does not know is adapted to it: every space has a `.bin` for its map, dates are whole
/// seconds, no line of a log contains what it takes for a line end, and what only anchor files imply is
/// written as events.
struct SDKContainer {
  let store: HBLocalStore
  /// Receives a file: its path in the container and its bytes.
  let add: (String, Data) throws -> Void
  private(set) var anchors = 0
  private(set) var events = 0

  init(_ store: HBLocalStore, add: @escaping (String, Data) throws -> Void) {
    self.store = store
    self.add = add
  }

  static let root = "Documents/Hyperbasis"

  mutating func addSpace(_ snapshot: LogSnapshot) throws {
    let id = snapshot.spaceId
    // A map that cannot be read must not keep other spaces from being exported.
    let space = try store.spaces.loadAsFarAsReadable(id) ?? Self.unwritten(snapshot)
    try add("\(Self.root)/spaces/\(id.uuidString).json", Self.file(of: space))
    try add("\(Self.root)/worldmaps/\(id.uuidString).bin", space.worldMapData)
    for anchor in try store.anchors.load(of: id) {
      try add(
        "\(Self.root)/anchors/\(anchor.id.uuidString).json", AnchorFile.encode(anchor))
      anchors += 1
    }
    let log = try Self.log(snapshot.timeline.index)
    try add("\(Self.root)/events/\(id.uuidString)/\(StoreLayout.logName)", log)
    events += snapshot.timeline.index.count
  }

  /// Returns a space that has no file.
  private static func unwritten(_ snapshot: LogSnapshot) -> HBStorageSpace {
    let index = snapshot.timeline.index
    let start = index.start ?? HBInstant(microseconds: 0)
    return HBStorageSpace(
      id: snapshot.spaceId, name: nil, worldMapData: Data(), createdAt: start.date,
      updatedAt: (index.end ?? start).date, isCompressed: false)
  }

  private static func file(of space: HBStorageSpace) throws -> Data {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("id", space.id.uuidString)
    if let name = space.name { writer.member("name", name) }
    writer.member("isCompressed", space.isCompressed && !space.worldMapData.isEmpty)
    writer.member("createdAt", HBInstant(space.createdAt).wholeSecondText)
    writer.member("updatedAt", HBInstant(space.updatedAt).wholeSecondText)
    writer.endObject()
    return Data(writer.bytes)
  }
}

// MARK: - The log

extension SDKContainer {
  /// Returns the lines of events in the order of the file, followed by those that are implied.
  private static func log(_ index: EventIndex) throws -> Data {
    var log = Data()
    let lines = (0..<index.count).filter { !index.isSynthetic($0) }.sorted {
      (index.lineRange($0)?.lowerBound ?? .max) < (index.lineRange($1)?.lowerBound ?? .max)
    }
    for ordinal in lines {
      let bytes = try index.lineBytes(ordinal)
      log.append(contentsOf: isReadable(bytes) ? bytes : try rewritten(ordinal, index))
      log.append(UInt8(ascii: "\n"))
    }
    for ordinal in 0..<index.count where index.isSynthetic(ordinal) {
      log.append(contentsOf: try index.line(ofSynthetic: ordinal))
    }
    return log
  }

  /// Returns whether the SDK can read a line: its date must be a whole second as the SDK writes it, and
  /// nothing in it may be a line break for Foundation.
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard !hasLineBreak(bytes), let fields = try? JSONFields(Data(bytes)),
      let text = fields.value("timestamp")?.stringValue
    else { return false }
    return HBInstant(rfc3339: text)?.wholeSecondText == text
  }

  /// Returns whether there is U+0085, U+2028 or U+2029, or a control character that JSON forbids
  /// anyway.
  private static func hasLineBreak(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { place in
      switch bytes[place] {
      case 0x0A...0x0D: true
      case 0xC2: place + 1 < bytes.count && bytes[place + 1] == 0x85
      case 0xE2:
        place + 2 < bytes.count && bytes[place + 1] == 0x80 && bytes[place + 2] & 0xFE == 0xA8
      default: false
      }
    }
  }

  private static func rewritten(_ ordinal: Int, _ index: EventIndex) throws -> [UInt8] {
    let extra = try index.extraKeys(ordinal)
    return try LogLine.encode(
      try index.event(ordinal), at: index.instant(ordinal),
      extra: Dictionary(extra.map { ($0.key, $0.value) }) { first, _ in first })
  }
}
