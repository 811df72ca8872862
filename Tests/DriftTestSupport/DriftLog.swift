package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// A log that is written event by event.
package struct DriftLog {
  package typealias Kind = HBAnchorEvent.EventType

  package let space = UUID(uuidString: "7D1F0A52-0000-4000-8000-0000000000AA") ?? UUID()
  private var bytes: [UInt8] = []
  private var versions: [Int: Int] = [:]
  private var eventNumber = 0

  package init() {}

  /// Returns the id of an anchor.
  package static func anchorId(_ number: Int) -> UUID { id(0xA, number) }

  /// Returns the id of an operation.
  package static func operationId(_ number: Int) -> UUID { id(0x0, number) }

  private static func id(_ kind: UInt64, _ number: Int) -> UUID {
    UUIDBits(high: kind << 60 | 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)).uuid
  }
}

extension DriftLog {
  /// Writes an event of an anchor, at seconds after the start of 2024.
  package mutating func write(
    _ type: HBAnchorEvent.EventType, _ anchor: Int, _ transform: [Float]? = nil, at second: Double,
    metadata: [String: AnyCodableValue]? = nil, actor: String? = nil, operation: Int? = nil,
    undoing undone: Int? = nil, redoing redone: Int? = nil, correcting tag: CorrectionTag? = nil
  ) {
    let version = versions[anchor, default: 0] + 1
    versions[anchor] = version
    eventNumber += 1
    let event = HBAnchorEvent(
      id: Self.id(0xE, eventNumber), anchorId: Self.anchorId(anchor), spaceId: space, type: type,
      timestamp: Date(timeIntervalSince1970: 1_704_067_200 + second), version: version,
      transform: transform, metadata: metadata ?? (type == .created ? [:] : nil), actorId: actor)
    var extras = LogExtras(
      operation: operation.map(Self.operationId),
      undone: undone.map { .undoes(Self.operationId($0)) }
        ?? redone.map { .redoes(Self.operationId($0)) })
    extras.corrects = tag
    // A log that lacks an event fails the test that needs it.
    guard let line = try? LogLine.encode(event, extras: extras) else { return }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads the log as it is so far.
  package func index() throws -> EventIndex { try reader().index }

  package func reader() throws -> LogReader {
    try LogReader.load(spaceId: space, source: source)
  }

  /// Where each line ends, after its newline.
  package var lineEnds: [Int] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The lines of the log.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var source: MemoryByteSource { MemoryByteSource(bytes) }
}
