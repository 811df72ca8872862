import Foundation

extension EventIndex {
  /// Decides which of several rows with one id counts: the line whose bytes sort first; an event
  /// in memory gives way to a line.
  func resolve(
    _ builder: IndexBuilder
  ) throws -> (dropped: Set<Int>, problems: [LogProblem]) {
    var dropped: Set<Int> = []
    var problems: [LogProblem] = []
    for rows in builder.duplicates() {
      var winner = rows[0]
      for row in rows.dropFirst() {
        let isAgain = builder.columns.places[row].offset == builder.columns.places[winner].offset
        let old = isAgain ? [] : try line(builder.columns.places[winner])
        let new = isAgain ? [] : try line(builder.columns.places[row])
        let isBetter = sortsFirst(new, old, builder, row, winner)
        dropped.insert(isBetter ? winner : row)
        if old != new, let problem = problem(builder, row, isBetter: isBetter, other: winner) {
          problems.append(problem)
        }
        if isBetter { winner = row }
      }
    }
    return (dropped, problems)
  }

  private func sortsFirst(
    _ new: [UInt8], _ old: [UInt8], _ builder: IndexBuilder, _ row: Int, _ winner: Int
  ) -> Bool {
    let isLine = builder.columns.places[row].memoryIndex == nil
    let wasLine = builder.columns.places[winner].memoryIndex == nil
    if isLine != wasLine { return isLine }
    return new.lexicographicallyPrecedes(old)
  }

  private func problem(
    _ builder: IndexBuilder, _ row: Int, isBetter: Bool, other: Int
  ) -> LogProblem? {
    let (place, earlier) = (builder.columns.places[row], builder.columns.places[other])
    guard place.memoryIndex == nil, earlier.memoryIndex == nil else { return nil }
    let counting = isBetter ? "this line counts" : "that line counts"
    return LogProblem(
      kind: .duplicateId, offset: Int(place.offset), length: Int(place.length),
      line: builder.line(ofRow: row),
      detail: "the line at byte \(earlier.offset) has the same id and other bytes; \(counting)")
  }

  /// The bytes by which rows of one id compare.
  private func line(_ place: EventPlace) throws -> [UInt8] {
    if let index = place.memoryIndex { return try LogLine.encode(memory[index]) }
    return try lineBytes(place)
  }

  /// The bytes of a line, without its newline.
  public func lineBytes(_ place: EventPlace) throws -> [UInt8] {
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

extension ByteSource {
  /// Fills the buffer; false where the bytes end before.
  public func readFully(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Bool {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try read(at: offset + count, into: rest)
      if read <= 0 { return false }
      count += read
    }
    return true
  }
}
