import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Writes what a reader has read of a log as one block of bytes from which it can continue.
package struct ImageWriter {
  private let reader: LogReader
  private let postings: PostingStore
  private var header = ImageHeader()
  private var tables: [[UInt8]]

  /// - Parameters:
  ///   - reader: must have read only whole lines of the log and hold no event in memory.
  ///   - tag: the tag of the log up to where it was read.
  package init(_ reader: LogReader, tag: LogTag) throws {
    precondition(reader.index.memory.isEmpty && tag.size == reader.endOffset)
    self.reader = reader
    let index = reader.index
    postings =
      index.anchors.postings.isFlat
      ? index.anchors.postings
      : PostingStore(
        slots: index.columns.slots.first(index.count),
        slotCount: index.slotCount)
    let checkpoints = try LogCheckpoints.checksums(of: index.source, size: tag.size)
    tables = try ImageTable.allCases.map { [postings] table in
      try Self.bytes(of: table, reader, postings, checkpoints)
    }
    header.space = UUIDBits(index.spaceId)
    header.digestKey = index.columns.digests.key.bits
    header.tag = tag
    header.lineCount = reader.lineCount
    header.layout.rows = index.count
    header.layout.capacity = index.count + index.count / 8 + 4096
    for column in Column.allCases where !index.columns.bytes(column, count: index.count).isZero {
      header.layout.columns |= 1 << UInt64(column.rawValue)
    }
    for table in ImageTable.allCases where table != .blockChecksums {
      withBytes(of: table) { header.layout[table] = $0.count / table.stride }
    }
    let sums = blockChecksums()
    tables[ImageTable.blockChecksums.rawValue] = sums.bytes
    header.layout[.blockChecksums] = sums.count
    for table in ImageTable.allCases where !ImagePart.isPart(table) {
      withBytes(of: table) { header.checksums[table.rawValue] = BlockChecksum.of($0) }
    }
    // By now all of it has been read.
    guard !index.isBroken else { throw ImageFault.damaged }
  }

  private func blockChecksums() -> [UInt64] {
    ImagePart.all.flatMap { part -> [UInt64] in
      switch part {
      case .column(let column):
        guard header.layout.holds(column) else { return [] }
        return BlockChecksum.ofBlocks(
          part, reader.index.columns.bytes(column, count: header.layout.rows))
      case .table(let table):
        return withBytes(of: table) { BlockChecksum.ofBlocks(part, $0) }
      }
    }
  }
}

extension ImageWriter {
  /// Passes on the bytes piece by piece, each with its offset; what lies between does not matter.
  ///
  /// - Returns: how many bytes there are in all.
  package func write(_ put: (UnsafeRawBufferPointer, Int) throws -> Void) throws -> Int {
    guard let offsets = header.layout.offsets() else { throw ImageFault.inconsistent }
    try header.bytes().withUnsafeBytes { try put($0, 0) }
    try withExtendedLifetime(reader) {
      for column in Column.allCases where header.layout.holds(column) {
        try put(
          reader.index.columns.bytes(column, count: header.layout.rows),
          offsets.columns[column.rawValue])
      }
    }
    for table in ImageTable.allCases where header.layout[table] > 0 {
      try withBytes(of: table) { try put($0, offsets.tables[table.rawValue]) }
    }
    return offsets.end
  }

  /// Calls `body` with the bytes of a table; those of large ones are not copied.
  private func withBytes<Result>(
    of table: ImageTable, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch table {
    case .postings: try postings.flat.withElements { try body(UnsafeRawBufferPointer($0)) }
    default: try tables[table.rawValue].withUnsafeBytes(body)
    }
  }

  private static func bytes(
    of table: ImageTable, _ reader: LogReader, _ postings: PostingStore, _ checkpoints: [UInt64]
  ) throws -> [UInt8] {
    let index = reader.index
    let slots = index.anchors.slots
    let keyframes = index.anchors.keyframes
    return switch table {
    case .slotIds: slots.ids.bytes
    case .slotNewest: slots.newest.bytes
    case .slotFoldStarts: slots.foldStart.bytes
    case .slotVersions: slots.maximumVersion.bytes
    case .storeOrder: index.anchors.storeOrder.bytes
    case .postings: []
    case .postingStarts: postings.starts.bytes
    case .keyframePositions: keyframes.positions.map { Int64($0) }.bytes
    case .keyframeLengths: keyframes.frames.map { Int64($0.count) }.bytes
    case .keyframes: keyframes.frames.flatMap { $0.withElements { Array($0) } }.bytes
    case .operationIds: Array(index.operations.ids).bytes
    case .tags: index.tags.map { ImageTag($0.key, $0.value) }.bytes
    case .creationDates:
      index.rare.creationDates.map { ImageDate(event: $0.key, instant: $0.value.microseconds) }
        .bytes
    case .derivedDates:
      index.derived.dates.map { ImageDate(event: $0.key, instant: $0.value.microseconds) }.bytes
    case .checkpoints: checkpoints.bytes
    case .details: try JSONWriter.encode(ImageDetails(reader).value)
    // Computed from the others.
    case .blockChecksums: []
    }
  }
}

extension ImageTag {
  init(_ event: UUIDBits, _ tag: OperationTag) {
    self.event = event
    original = UUIDBits(tag.original)
    if case .redoes = tag { redoes = 1 } else { redoes = 0 }
  }

  var tag: OperationTag { redoes == 1 ? .redoes(original.uuid) : .undoes(original.uuid) }
}

extension Array where Element: BitwiseCopyable {
  fileprivate var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

extension UnsafeRawBufferPointer {
  fileprivate var isZero: Bool {
    let words = count / 8
    for word in 0..<words where load(fromByteOffset: word * 8, as: UInt64.self) != 0 {
      return false
    }
    return self[(words * 8)...].allSatisfy { $0 == 0 }
  }
}
