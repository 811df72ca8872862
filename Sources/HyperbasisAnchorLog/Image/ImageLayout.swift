/// The parts of an index on disk besides its columns.
enum ImageTable: Int, CaseIterable {
  case slotIds
  case slotNewest
  case slotFoldStarts
  case slotVersions
  case storeOrder
  case postings
  case postingStarts
  case keyframePositions
  case keyframeLengths
  case keyframes
  case operationIds
  case tags
  case creationDates
  case derivedDates
  case checkpoints
  /// Rare data that has no fixed shape, as JSON.
  case details
  /// The checksums of the blocks of the parts that are checked when they are first used.
  case blockChecksums
}

extension ImageTable {
  /// Bytes of an element.
  var stride: Int {
    switch self {
    case .slotIds, .operationIds: MemoryLayout<UUIDBits>.stride
    case .slotNewest, .slotFoldStarts, .slotVersions, .storeOrder, .postings, .postingStarts,
      .keyframes:
      MemoryLayout<Int32>.stride
    case .keyframePositions, .keyframeLengths: MemoryLayout<Int64>.stride
    case .tags: MemoryLayout<ImageTag>.stride
    case .creationDates, .derivedDates: MemoryLayout<ImageDate>.stride
    case .checkpoints, .blockChecksums: MemoryLayout<UInt64>.stride
    case .details: 1
    }
  }
}

/// An event that undoes or redoes.
struct ImageTag: BitwiseCopyable {
  var event: UUIDBits
  var original: UUIDBits
  /// 1 if it redoes, else 0.
  var redoes: UInt64
}

/// A date that an event names: its anchor's own date of creation, or that of the row that it was
/// derived from.
struct ImageDate: BitwiseCopyable {
  var event: UUIDBits
  /// Microseconds since 1970.
  var instant: Int64
}

/// Where the parts of an index on disk lie. This follows from the size of each, so that no offset
/// has to be trusted.
struct ImageLayout: Equatable {
  /// The number of rows.
  var rows = 0
  /// The number of rows that the columns have room for: what a log appends goes there, in memory.
  var capacity = 0
  /// Which columns hold something, one bit each: columns of only zeros take no space.
  var columns: UInt64 = 0
  /// How many elements each table has, by its raw value.
  var counts = [Int](repeating: 0, count: ImageTable.allCases.count)

  private static let alignment = 64
}

extension ImageLayout {
  subscript(table: ImageTable) -> Int {
    get { counts[table.rawValue] }
    set { counts[table.rawValue] = newValue }
  }

  func holds(_ column: Column) -> Bool { columns & 1 << UInt64(column.rawValue) != 0 }

  /// Returns where all parts start and the file ends; nil if the numbers are too large for any
  /// file.
  func offsets() -> (columns: [Int], tables: [Int], end: Int)? {
    guard rows >= 0, capacity >= rows, capacity <= Int32.max else { return nil }
    var next = ImageHeader.byteCount
    func place(_ count: Int, _ stride: Int) -> Int? {
      guard count >= 0, count < 1 << 40 else { return nil }
      defer { next = (next + count * stride + Self.alignment - 1) & ~(Self.alignment - 1) }
      return next
    }
    let columns = Column.allCases.compactMap { place(holds($0) ? capacity : 0, $0.stride) }
    let tables = ImageTable.allCases.compactMap { place(self[$0], $0.stride) }
    guard columns.count == Column.allCases.count, tables.count == counts.count else { return nil }
    return (columns, tables, next)
  }
}
