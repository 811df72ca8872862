import Foundation

/// The log that an index on disk was made from.
struct ImageOrigin: Sendable {
  let spaceId: UUID
  let digestKey: DigestKey
  /// How many bytes of the log it covers.
  let coveredSize: Int
  let source: any ByteSource
  /// Makes sure that the file is not opened again.
  let giveUpFile: @Sendable () -> Void
}

extension ImageOrigin {
  /// Reads the part of the log that the index covers again.
  func read() throws -> EventIndex {
    try LogReader.load(
      spaceId: spaceId, source: FirstBytes(source: source, count: coveredSize),
      digestKey: digestKey
    ).index
  }
}

/// The first bytes of a log.
private struct FirstBytes: ByteSource {
  let source: any ByteSource
  let count: Int

  func size() throws -> Int { min(count, try source.size()) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let rest = UnsafeMutableRawBufferPointer(
      rebasing: buffer[..<min(buffer.count, max(0, count - offset))])
    return rest.isEmpty ? 0 : try source.read(at: offset, into: rest)
  }
}
