/// The parts of an index on disk that are checked block by block, when they are first used: the
/// columns, and the tables that grow with the log.
enum ImagePart: Hashable {
  case column(Column)
  case table(ImageTable)

  static let all = Column.allCases.map { ImagePart($0) } + tables.map { .table($0) }

  private static let tables: [ImageTable] = [.postings, .keyframes, .operationIds]

  init(_ column: Column) {
    self = .column(column)
  }

  /// Returns whether a table is one of the parts; the others are checked when the index is opened.
  static func isPart(_ table: ImageTable) -> Bool { tables.contains(table) }

  /// Its position among all parts.
  var number: Int {
    switch self {
    case .column(let column): column.rawValue
    case .table(let table):
      Column.allCases.count + (Self.tables.firstIndex(of: table) ?? 0)
    }
  }

  var stride: Int {
    switch self {
    case .column(let column): column.stride
    case .table(let table): table.stride
    }
  }

  /// The binary logarithm of the number of elements in a block.
  ///
  /// The lists of anchors are one block: only all of them together show whether they are sound.
  var blockShift: Int { self == .table(.postings) ? BlockMarks.wholeShift : 12 }

  /// Returns how many blocks `count` elements take.
  func blockCount(of count: Int) -> Int { count == 0 ? 0 : (count - 1) >> blockShift + 1 }

  /// Returns the elements of a block.
  func elements(ofBlock block: Int, of count: Int) -> Range<Int> {
    guard blockShift < BlockMarks.wholeShift else { return 0..<count }
    return min(count, block << blockShift)..<min(count, (block + 1) << blockShift)
  }
}

extension ImageLayout {
  /// Returns how many elements of a part are written, and checked.
  func count(_ part: ImagePart) -> Int {
    switch part {
    case .column(let column): holds(column) ? rows : 0
    case .table(let table): self[table]
    }
  }

  /// The number of the first block of each part, and how many blocks there are in all.
  var firstBlocks: [Int] {
    ImagePart.all.reduce(into: [0]) { firsts, part in
      firsts.append((firsts.last ?? 0) + part.blockCount(of: count(part)))
    }
  }
}

extension BlockChecksum {
  /// Returns the checksums of the blocks of a part, computed on all cores.
  static func ofBlocks(_ part: ImagePart, _ bytes: UnsafeRawBufferPointer) -> [UInt64] {
    let count = bytes.count / part.stride
    return concurrentSums(part.blockCount(of: count)) { block in
      let elements = part.elements(ofBlock: block, of: count)
      return of(
        UnsafeRawBufferPointer(
          rebasing: bytes[elements.lowerBound * part.stride..<elements.upperBound * part.stride]))
    }
  }
}
