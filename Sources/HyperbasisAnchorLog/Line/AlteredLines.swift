extension EventIndex {
  /// Returns the events whose lines no longer match their checksums; lines without one are not
  /// judged.
  ///
  /// Reads the log once, in the order of the file.
  ///
  /// - Throws: if the log can no longer be read.
  public func alteredLines() throws -> [Int] {
    var reader = AlteredLineReader(self)
    let ordinals = (0..<count).filter { lineRange($0) != nil }
    for ordinal in ordinals.sorted(by: { place($0).offset < place($1).offset }) {
      try reader.add(ordinal)
    }
    return try reader.finish()
  }
}

/// Checks lines in the order of the file, several per read.
private struct AlteredLineReader {
  private let index: EventIndex
  private var waiting: [(ordinal: Int, line: Range<Int>)] = []
  private var buffer = PayloadBuffer()
  private var altered: [Int] = []

  private static let mostAtOnce = 1 << 20

  init(_ index: EventIndex) {
    self.index = index
  }

  mutating func add(_ ordinal: Int) throws {
    guard let line = index.lineRange(ordinal) else { return }
    if let first = waiting.first, line.upperBound - first.line.lowerBound > Self.mostAtOnce {
      try judge()
    }
    waiting.append((ordinal, line))
  }

  mutating func finish() throws -> [Int] {
    try judge()
    return altered
  }

  private mutating func judge() throws {
    guard let first = waiting.first, let last = waiting.last else { return }
    let start = first.line.lowerBound
    let found = try buffer.with(start..<last.line.upperBound, of: index.source) { bytes in
      waiting.filter { entry in
        let own = entry.line.lowerBound - start..<entry.line.upperBound - start
        return LineCheck(UnsafeBufferPointer(rebasing: bytes[own])) == .differs
      }.map(\.ordinal)
    }
    altered += found
    waiting.removeAll(keepingCapacity: true)
  }
}
