/// The numbers of anchors, actors and operations in rows of one part of a log, as those of the whole.
struct RowNumbers: Sendable {
  /// By the part's slot.
  let slots: [Int32]
  /// By the part's number minus one.
  let actors: [Int32]
  let operations: [Int32]
}

extension RowEncoder {
  /// Takes over what the scan of the next part learnt.
  mutating func take(_ part: RowEncoder) -> RowNumbers {
    // Of a doubled id the later line says what it belongs to, as in one scan.
    tags.merge(part.tags) { $1 }
    creationDates.merge(part.creationDates) { $1 }
    derived.merge(part.derived)
    // What a whole operation corrects its first event says.
    corrections.merge(part.corrections) { $1.frame == nil ? $1 : $0 }
    return RowNumbers(
      slots: part.slots.ids.map { slots.intern($0) },
      actors: part.actors.names.map { actors.intern($0) },
      operations: part.operations.ids.map { operations.intern($0) })
  }
}

extension ColumnStorage {
  /// Puts other numbers into rows, which are being collected.
  func renumber(_ rows: Range<Int>, _ numbers: RowNumbers) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= capacity)
    if !numbers.slots.enumerated().allSatisfy({ $0 == Int($1) }) {
      numbers.slots.withUnsafeBufferPointer { new in
        for row in rows { slots.base[row] = new[Int(slots.base[row])] }
      }
    }
    Self.renumber(actors.base, rows, numbers.actors)
    Self.renumber(operations.base, rows, numbers.operations)
  }

  private static func renumber(
    _ column: UnsafeMutablePointer<Int32>, _ rows: Range<Int>, _ numbers: [Int32]
  ) {
    guard !numbers.enumerated().allSatisfy({ $0 + 1 == Int($1) }) else { return }
    numbers.withUnsafeBufferPointer { new in
      for row in rows where column[row] != 0 { column[row] = new[Int(column[row]) - 1] }
    }
  }
}
