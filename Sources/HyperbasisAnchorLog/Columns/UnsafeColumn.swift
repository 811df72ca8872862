import Foundation

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Room for elements whose bytes are all zero; pages that nobody writes take no memory.
  ///
  /// - Parameter isDense: whether those that will be written lie next to each other, mostly.
  static func zeroed(_ capacity: Int, isDense: Bool = false) -> UnsafeMutablePointer {
    guard let memory = ColumnPages.zeros(byteCount: byteCount(capacity)) else {
      preconditionFailure("There is no memory for a column of \(capacity) rows.")
    }
    if isDense { ColumnPages.preferLarge(memory, byteCount: byteCount(capacity)) }
    return memory.bindMemory(to: Pointee.self, capacity: Swift.max(1, capacity))
  }

  /// Gives back what ``zeroed(_:isDense:)`` took.
  ///
  /// - Parameter capacity: as it was asked for.
  func release(capacity: Int) {
    ColumnPages.giveBack(self, byteCount: Self.byteCount(capacity))
  }

  /// Gives up what it holds: nobody reads it any more.
  func discard(capacity: Int) {
    ColumnPages.discard(self, byteCount: Self.byteCount(capacity))
  }

  private static func byteCount(_ capacity: Int) -> Int {
    Swift.max(1, capacity) * MemoryLayout<Pointee>.stride
  }

  /// Writes the elements of `source` at the places in `order`, one after the other, from `index` on.
  func gather(_ order: [Int32], from source: UnsafeMutablePointer, to index: Int) {
    let target = self + index
    for (place, old) in order.enumerated() { target[place] = source[Int(old)] }
  }

  /// The same, except elements that are there already: a page that stays zero takes no memory.
  func gatherChanged(
    _ order: [Int32], from source: UnsafeMutablePointer, to index: Int
  ) where Pointee: Equatable {
    let target = self + index
    for (place, old) in order.enumerated() where target[place] != source[Int(old)] {
      target[place] = source[Int(old)]
    }
  }

  /// Copies some elements of `source` to the places from `index` on.
  func copy(_ source: UnsafeMutablePointer, _ range: Range<Int>, to index: Int) {
    (self + index).update(from: source + range.lowerBound, count: range.count)
  }

  /// The same, except elements that are there already: a page that stays zero takes no memory.
  func copyChanged(
    _ source: UnsafeMutablePointer, _ range: Range<Int>, to index: Int
  ) where Pointee: Equatable {
    let target = self + index
    for (place, old) in range.enumerated() where target[place] != source[old] {
      target[place] = source[old]
    }
  }
}
