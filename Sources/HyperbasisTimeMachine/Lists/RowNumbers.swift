/// The number of the row of each anchor of a list: an array by slot, made in one pass.
struct RowNumbers: Sendable {
  private var numbers: [Int32] = []

  init(slots: some Sequence<Int>) {
    for (number, slot) in slots.enumerated() {
      if slot >= numbers.count {
        let missing = max(slot + 1, 2 * numbers.count) - numbers.count
        numbers.append(contentsOf: repeatElement(-1, count: missing))
      }
      numbers[slot] = Int32(clamping: number)
    }
  }

  /// Nil for an anchor that is not listed.
  subscript(slot: Int) -> Int? {
    guard numbers.indices.contains(slot), numbers[slot] >= 0 else { return nil }
    return Int(numbers[slot])
  }
}
