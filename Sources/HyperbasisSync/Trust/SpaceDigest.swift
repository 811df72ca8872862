package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// A digest of what a space holds: spaces with equal digests hold the same.
package struct SpaceDigest: Equatable, Identifiable, Sendable {
  package var id: UUID
  package var name: String?
  /// nil on a plain server, which has no histories.
  package var events: DigestSum?
  /// The anchors that are not hidden.
  package var anchors: DigestSum

  package init(id: UUID, name: String?, events: DigestSum?, anchors: DigestSum) {
    self.id = id
    self.name = name
    self.events = events
    self.anchors = anchors
  }
}

/// The number of things and the sum of their hashes, so that their order does not matter.
package struct DigestSum: Equatable, Sendable {
  package var count = 0
  package var sum: UInt64 = 0

  package init() {}

  package init(count: Int, sum: UInt64) {
    (self.count, self.sum) = (count, sum)
  }

  package init(_ rows: [AnchorRow]) {
    for row in rows where row.deletedAt == nil { add(row.digestNumber) }
  }

  init(_ rows: [AnchorEventRow]) {
    for row in rows { add(row.digestNumber) }
  }

  /// Takes the sum of all rows that were read: a server with an early migration takes -0 for another value
  /// than 0. What could not be read keeps the two apart.
  mutating func correct(by rows: DigestSum) {
    if count == rows.count { self = rows }
  }

  mutating func add(_ number: UInt64) {
    count += 1
    sum &+= number
  }
}

// The bytes are those that PostgreSQL sends for the same values, since the server hashes these.

extension AnchorRow {
  /// The hash of id and transform.
  var digestNumber: UInt64 {
    var bytes = DigestBytes()
    bytes.append(id)
    bytes.append(transform)
    return bytes.number
  }
}

extension AnchorEventRow {
  /// The hash of an event without its metadata.
  var digestNumber: UInt64 {
    var bytes = DigestBytes()
    bytes.append(id)
    bytes.append(anchorId)
    bytes.bytes += Array(type.rawValue.utf8)
    bytes.append(UInt64(bitPattern: instant.microseconds))
    bytes.append(UInt64(bitPattern: Int64(version)))
    if let transform { bytes.append(transform) }
    return bytes.number
  }
}

private struct DigestBytes {
  var bytes: [UInt8] = []

  mutating func append(_ id: UUID) {
    let bits = UUIDBits(id)
    append(bits.high)
    append(bits.low)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Appends an array of `float4`: its dimensions, no nulls, the type, the length, the lower bound 1,
  /// then the elements.
  mutating func append(_ transform: [Float]) {
    for number in [1, 0, 700, Int32(transform.count), 1] { append(number) }
    for value in transform {
      append(Int32(4))
      // Values compare by value, so that -0 is 0.
      append((value == 0 ? 0 : value).bitPattern)
    }
  }

  /// The first eight bytes of the hash.
  var number: UInt64 { UInt64(SHA256.hexDigest(of: bytes).prefix(16), radix: 16) ?? 0 }
}
