import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// How far a log reached when it was last looked at.
struct LogReach: Equatable, Sendable {
  /// In bytes.
  var size: Int
  /// The instant of its last event.
  var end: HBInstant?
  /// When the log was looked at.
  var seenAt: HBInstant
  /// The checksum of the last bytes before `size`: a log that was cut back and has grown again has
  /// other bytes there.
  var tail: UInt64

  private static let tailLength = 4096

  /// The bytes that the checksum covers.
  var tailRange: Range<Int> { max(0, size - Self.tailLength)..<size }
}

extension LogReach {
  init(_ log: LogBytes, size: Int, end: HBInstant?, seenAt: HBInstant) throws {
    self.init(size: size, end: end, seenAt: seenAt, tail: try Self.tail(of: log, before: size))
  }

  /// Whether a log still has all that it had, judging by its length and those last bytes.
  func isCovered(by log: LogBytes) throws -> Bool {
    guard try log.size() >= size else { return false }
    return try Self.tail(of: log, before: size) == tail
  }

  private static func tail(of log: LogBytes, before size: Int) throws -> UInt64 {
    let bytes = try log.bytes(max(0, size - tailLength)..<size)
    return bytes.withUnsafeBytes { BlockChecksum.of($0) }
  }
}

/// How far a log is known to have reached, and what it has lost since.
struct LogReachRecord: Equatable, Sendable {
  var reach: LogReach
  /// How far it reached before it became shorter; kept until a repair accepts the loss.
  var lost: LogReach?
  /// When that was noticed.
  var noticedAt: HBInstant?
}

// MARK: - As JSON

extension LogReachRecord {
  var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["reach": reach.value]
    members["lost"] = lost?.value
    members["noticedAt"] = (noticedAt?.rfc3339Text).map { .string($0) }
    return .dictionary(members)
  }

  /// Returns nil if the value is something else.
  init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, let reach = members["reach"].flatMap(LogReach.init)
    else { return nil }
    self.init(
      reach: reach, lost: members["lost"].flatMap(LogReach.init),
      noticedAt: (members["noticedAt"]?.stringValue).flatMap { HBInstant(rfc3339: $0) })
  }
}

extension LogReach {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "size": .int(size), "seenAt": .string(seenAt.rfc3339Text),
      "tail": .string(String(tail, radix: 16)),
    ]
    members["end"] = (end?.rfc3339Text).map { .string($0) }
    return .dictionary(members)
  }

  fileprivate init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, let size = members["size"]?.intValue, size >= 0,
      let seenAt = (members["seenAt"]?.stringValue).flatMap({ HBInstant(rfc3339: $0) }),
      let tail = (members["tail"]?.stringValue).flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    let end = (members["end"]?.stringValue).flatMap { HBInstant(rfc3339: $0) }
    self.init(size: size, end: end, seenAt: seenAt, tail: tail)
  }
}
