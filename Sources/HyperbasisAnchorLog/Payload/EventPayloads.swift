import Foundation
import HyperbasisModels

/// Where the payloads of an index are: what a line holds beyond the columns.
///
/// A line's bytes never change, so what is read is a function of the index alone; reading throws if
/// the log can no longer be read.
struct EventPayloads: Sendable {
  let spaceId: UUID
  private let columns: ColumnStorage
  private let count: Int
  private let memory: [HBAnchorEvent]
  private let merged: [UUIDBits: [String: AnyCodableValue]]
  /// The log.
  let source: any ByteSource

  init(_ index: borrowing EventIndex) {
    spaceId = index.spaceId
    columns = index.columns
    count = index.count
    memory = index.memory
    merged = index.merged
    source = index.source
  }
}

extension EventPayloads {
  @inline(__always)
  func place(_ ordinal: Int) -> EventPlace {
    precondition(ordinal >= 0 && ordinal < count, "There is no event with that ordinal.")
    return columns.places[ordinal]
  }

  /// Returns the event at a place if it is held in memory; nil if it is a line.
  @inline(__always)
  func eventInMemory(_ place: EventPlace) -> HBAnchorEvent? {
    place.memoryIndex.map { memory[$0] }
  }

  /// Returns the metadata in force after an event that carries some, if it is not its own.
  @inline(__always)
  func mergedMetadata(_ ordinal: Int) -> [String: AnyCodableValue]? {
    guard !merged.isEmpty, columns.folded[ordinal].marks.contains(.merged) else { return nil }
    return merged[columns.ids[ordinal]]
  }

  /// Returns the slot of an event's anchor.
  func slot(_ ordinal: Int) -> Int { Int(columns.slots[ordinal]) }

  /// Throws if a damaged part of an index on disk could not be rebuilt from the log, so that the
  /// contents of the index are invalid.
  func requireWholeIndex() throws(ImageFault) {
    if columns.checker?.isBroken ?? false { throw .damaged }
  }

  /// Returns the bytes of a line, without its newline.
  func lineBytes(_ place: EventPlace) throws -> [UInt8] {
    try requireWholeIndex()
    let length = Int(place.length)
    return try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = 0
      let raw = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[..<length])
      guard try source.readFully(at: Int(place.offset), into: raw) else {
        throw LogError.lineChanged(offset: Int(place.offset))
      }
      count = length
    }
  }
}
