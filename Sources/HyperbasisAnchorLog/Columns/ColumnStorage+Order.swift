import Dispatch

extension ColumnStorage {
  /// Inserts rows among others that are in canonical order.
  ///
  /// - Parameters:
  ///   - late: rows in canonical order.
  ///   - order: the others, and room for the late ones after them.
  ///   - count: how many others there are.
  func insert(_ late: [Int32], into order: UnsafeMutableBufferPointer<Int32>, count: Int) {
    var end = count
    var target = count + late.count
    for row in late.reversed() {
      let place = firstPlace(of: Int(row), in: UnsafeBufferPointer(rebasing: order[..<end]))
      // From the end: most rows move once, and those before the first late one not at all.
      for moved in stride(from: end - 1, through: place, by: -1) {
        target -= 1
        order[target] = order[moved]
      }
      end = place
      target -= 1
      order[target] = row
    }
  }

  /// Returns the first place in canonical order whose row comes after the given one; looks near the
  /// end first.
  private func firstPlace(of row: Int, in order: UnsafeBufferPointer<Int32>) -> Int {
    var step = 1
    while step <= order.count, precedes(row, Int(order[order.count - step])) { step *= 2 }
    let places = max(0, order.count - step)..<order.count - step / 2
    return places.partition { !precedes(row, Int(order[$0])) }
  }
}

// MARK: - In place

extension ColumnStorage {
  /// Puts the first rows into the given order, in place; the fold follows.
  ///
  /// Late rows are mostly a few places off, so only blocks of rows that change places among
  /// themselves are moved.
  func reorder(_ order: [Int32]) {
    precondition(order.count <= capacity)
    let blocks = Self.disorderedBlocks(of: order)
    DispatchQueue.concurrentPerform(iterations: Column.allCases.count) { number in
      reorder(Column.allCases[number], blocks, order)
    }
  }

  /// Ranges of places whose rows change places among themselves; all other rows stay.
  private static func disorderedBlocks(of order: [Int32]) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var start = 0
    while start < order.count {
      var end = start + 1
      var reach = Int(order[start])
      while end <= reach {
        reach = max(reach, Int(order[end]))
        end += 1
      }
      if end > start + 1 { blocks.append(start..<end) }
      start = end
    }
    return blocks
  }

  private func reorder(_ column: Column, _ blocks: [Range<Int>], _ order: [Int32]) {
    switch column {
    case .instants: instants.base.reorder(blocks, order)
    case .ids: ids.base.reorder(blocks, order)
    case .slots: slots.base.reorder(blocks, order)
    case .versions: versions.base.reorder(blocks, order)
    case .folded: folded.base.reorder(blocks, order)
    case .places: places.base.reorder(blocks, order)
    // In most logs these are mostly zero; pages that stay zero take no memory.
    case .actors: actors.base.reorderSparse(blocks, order)
    case .operations: operations.base.reorderSparse(blocks, order)
    case .rotationDigests: rotationDigests.base.reorderSparse(blocks, order)
    case .metadataDigests: metadataDigests.base.reorderSparse(blocks, order)
    case .metadataShapes: metadataShapes.base.reorderSparse(blocks, order)
    }
  }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Puts blocks of elements that change places among themselves into the given order.
  fileprivate func reorder(_ blocks: [Range<Int>], _ order: [Int32]) {
    let largest = blocks.reduce(0) { Swift.max($0, $1.count) }
    withUnsafeTemporaryAllocation(of: Pointee.self, capacity: largest) { scratch in
      for block in blocks { reorder(block, order, scratch) }
    }
  }

  @inline(__always)
  private func reorder(
    _ block: Range<Int>, _ order: [Int32], _ scratch: UnsafeMutableBufferPointer<Pointee>
  ) {
    for place in 0..<block.count { scratch[place] = self[block.lowerBound + place] }
    for place in block { self[place] = scratch[Int(order[place]) - block.lowerBound] }
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & BitwiseCopyable {
  fileprivate func reorderSparse(_ blocks: [Range<Int>], _ order: [Int32]) {
    reorder(blocks.filter { block in block.contains { self[$0] != 0 } }, order)
  }
}
