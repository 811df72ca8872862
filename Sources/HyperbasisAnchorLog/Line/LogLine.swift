public import Foundation
public import HyperbasisModels

/// One line of a log, decoded whole.
///
/// A line is never written back: its bytes stay as their writer made them.
public struct LogLine: Sendable {
  /// The event; its timestamp is the full instant.
  public let event: HBAnchorEvent
  public let instant: HBInstant
  public let operation: UUID?
  public let undone: OperationTag?
  /// The members beyond the nine standard keys, in the order of the line, including `microseconds`
  /// but not the line's checksum.
  public let extraKeys: [(key: String, value: AnyCodableValue)]
  /// Whether `microseconds` is not an integer from 0 to 999,999, and so counts as 0.
  public let hasBadMicroseconds: Bool
}

/// Why a line takes no part in the history.
public enum LineFault: Error, Equatable, Sendable {
  /// It is not an event.
  case damaged(String)
  case foreignSpace(UUID)
  case unknownType(String)
  case badVersion(String)
  case badTransform

  public var detail: String {
    switch self {
    case .damaged(let detail): detail
    case .foreignSpace(let id): "the event belongs to space \(id.uuidString)"
    case .unknownType(let type): "unknown type \"\(type)\""
    case .badVersion(let text): "the version \(text) is not from 1 to \(Int32.max)"
    case .badTransform: "the transform is not 16 finite numbers"
    }
  }
}
