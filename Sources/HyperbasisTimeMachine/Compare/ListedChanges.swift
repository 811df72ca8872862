import HyperbasisAnchorLog
import HyperbasisHistory

/// The rows of a comparison in the order in which they are listed.
struct ListedChanges: Sendable {
  struct Key: Hashable, Sendable {
    let comparison: Comparison.Key
    let order: AnchorOrder
    let date: HBInstant?
  }

  let comparison: Comparison
  /// The row numbers in the listed order; nil for the order of the comparison.
  private let order: [Int32]?
  private let numbers: RowNumbers?

  init(_ comparison: Comparison, _ order: AnchorOrder, _ data: SpaceData, at date: HBInstant?) {
    self.comparison = comparison
    guard order != .usual else {
      (self.order, numbers) = (nil, nil)
      return
    }
    let rows = comparison.rows
    let items = rows.map {
      AnchorSorting.Item(slot: $0.slot, before: $0.before, after: $0.after, distance: $0.distance)
    }
    let sorted = AnchorSorting(data: data, order: order, date: date).numbers(of: items)
    self.order = sorted
    numbers = RowNumbers(slots: sorted.lazy.map { rows[Int($0)].slot })
  }

  var count: Int { comparison.rows.count }

  subscript(row: Int) -> Comparison.Row {
    comparison.rows[order.map { Int($0[row]) } ?? row]
  }

  /// Returns the number of an anchor's row.
  func number(ofSlot slot: Int) -> Int? {
    numbers.map { $0[slot] } ?? comparison.number(ofSlot: slot)
  }

  /// The slots of the anchors, from the first row to the last.
  var slots: [Int] { (0..<count).map { self[$0].slot } }
}

extension SpaceView {
  /// Returns what the diff tab lists; nil if nothing is compared.
  func listedChanges(_ threshold: MoveThreshold) -> ListedChanges? {
    guard let comparison = comparison(threshold) else { return nil }
    let order = listedOrder
    guard order != .usual else { return ListedChanges(comparison, .usual, data, at: nil) }
    let to = comparison.key.to
    let date = to == offset ? instant : to > 0 ? index.instant(to - 1) : nil
    let key = ListedChanges.Key(comparison: comparison.key, order: order, date: date)
    return data.memo.listedChanges.value(for: key) {
      ListedChanges(comparison, order, data, at: date)
    }
  }
}
