public import Foundation
package import HyperbasisJSONText
public import HyperbasisModels

/// One line of a log, decoded whole.
///
/// A line is never written back: its bytes stay as their writer made them.
public struct LogLine: Sendable {
  /// The event, its timestamp the full instant.
  public let event: HBAnchorEvent
  public let instant: HBInstant
  public let operation: UUID?
  public let undone: OperationTag?
  /// The members beyond the nine standard keys, in the order of the line, `microseconds` included.
  public let extraKeys: [(key: String, value: AnyCodableValue)]
  /// Whether `microseconds` is no integer from 0 to 999,999, and so counts as 0.
  public let hasBadMicroseconds: Bool
}

/// Why a line takes no part in the history.
public enum LineFault: Error, Equatable, Sendable {
  /// It is no event.
  case damaged(String)
  case foreignSpace(UUID)
  case unknownType(String)
  case badVersion(String)
  case badTransform

  public var detail: String {
    switch self {
    case .damaged(let detail): detail
    case .foreignSpace(let id): "the event belongs to space \(id.uuidString)"
    case .unknownType(let type): "the type \"\(type)\" is not known"
    case .badVersion(let text): "the version \(text) is not from 1 to \(Int32.max)"
    case .badTransform: "the transform is not 16 finite numbers"
    }
  }
}

// MARK: - Writing

extension LogLine {
  /// The bytes of a line, without its newline.
  ///
  /// - Throws: ``JSONError`` where the event holds a number that is not finite.
  package static func encode(
    _ event: HBAnchorEvent, extras: LogExtras = LogExtras()
  ) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    let instant = event.instant
    writer.beginObject()
    writer.member(.id, event.id.uuidString)
    writer.member(.anchorId, event.anchorId.uuidString)
    writer.member(.spaceId, event.spaceId.uuidString)
    writer.member(.type, event.type.rawValue)
    writer.member(.timestamp, instant.wholeSecondText)
    writer.member(.version, event.version)
    if let transform = event.transform {
      writer.key(LineKey.transform.name)
      try writer.floats(transform)
    }
    if let metadata = event.metadata {
      writer.key(LineKey.metadata.name)
      try writer.dictionary(metadata)
    }
    if let actor = event.actorId { writer.member(.actorId, actor) }
    if instant.fraction != 0 { writer.member(.microseconds, instant.fraction) }
    writer.members(of: extras)
    writer.endObject()
    return writer.bytes
  }
}

extension JSONWriter {
  public mutating func member(_ key: LineKey, _ text: String) {
    self.key(key.name)
    string(text)
  }

  public mutating func member(_ key: LineKey, _ number: Int) {
    self.key(key.name)
    int(number)
  }

  fileprivate mutating func members(of extras: LogExtras) {
    if let operation = extras.operation { member(.operation, operation.uuidString) }
    switch extras.undone {
    case .undoes(let operation): member(.undoes, operation.uuidString)
    case .redoes(let operation): member(.redoes, operation.uuidString)
    case nil: break
    }
    guard let batch = extras.batch else { return }
    key(LineKey.batch.name)
    beginObject()
    key("index")
    int(batch.index)
    key("count")
    int(batch.count)
    endObject()
  }
}
