/// One event on its way into the columns.
struct EventRow {
  var id = UUIDBits(high: 0, low: 0)
  /// Microseconds since 1970.
  var instant: Int64 = 0
  var slot: Int32 = 0
  var version: Int32 = 0
  var flags = EventFlags()
  var marks = EventMarks()
  /// Metres; meaningful if the line carries a transform.
  var position = SIMD3<Float>.zero
  /// The digest of the transform without its position, if the line carries one.
  var rotationDigest: UInt64 = 0
  /// The digest of the metadata, if the line carries any.
  var metadataDigest: UInt64 = 0
  /// The digest of the names of the metadata's members.
  var metadataShape: UInt32 = 0
  var place = EventPlace(memory: 0)
  /// Index into the actors plus one; 0 for none.
  var actor: Int32 = 0
  /// Index into the operations plus one; 0 for none.
  var operation: Int32 = 0
}

/// Where the payload of an event lies: a line of the log, or an event held in memory.
public struct EventPlace: BitwiseCopyable {
  /// Byte offset of the line; −1 − index for an event in memory.
  public var offset: Int64
  /// Bytes of the line, without its newline.
  public var length: UInt32
  /// Bytes from the start of the line to the value of `transform`; 0 for none, ``far`` if it does
  /// not fit into 16 bits.
  var transform: UInt16
  /// The same for `metadata`.
  var metadata: UInt16

  static let far = UInt16.max

  init(line offset: Int, length: Int, transform: Int, metadata: Int) {
    self.offset = Int64(offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.transform = UInt16(clamping: transform)
    self.metadata = UInt16(clamping: metadata)
  }

  init(memory index: Int) {
    offset = -1 - Int64(index)
    length = 0
    transform = 0
    metadata = 0
  }

  /// The index of an event in memory; nil for a line.
  var memoryIndex: Int? { offset < 0 ? Int(-1 - offset) : nil }
}
