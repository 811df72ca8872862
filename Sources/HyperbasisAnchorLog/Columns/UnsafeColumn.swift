import Foundation

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates elements whose bytes are all zero; pages that are never written take no memory.
  ///
  /// - Parameter isDense: whether the elements that will be written mostly lie next to each other.
  static func zeroed(_ capacity: Int, isDense: Bool = false) -> UnsafeMutablePointer {
    guard let memory = ColumnPages.zeros(byteCount: byteCount(capacity)) else {
      preconditionFailure("There is no memory for a column of \(capacity) rows.")
    }
    if isDense { ColumnPages.preferLarge(memory, byteCount: byteCount(capacity)) }
    return memory.bindMemory(to: Pointee.self, capacity: Swift.max(1, capacity))
  }

  /// Frees what ``zeroed(_:isDense:)`` allocated.
  ///
  /// - Parameter capacity: the capacity that was asked for.
  func release(capacity: Int) {
    ColumnPages.giveBack(self, byteCount: Self.byteCount(capacity))
  }

  /// Discards the contents, which are no longer read.
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

  /// Does the same but skips elements that are equal already: a page that stays zero takes no
  /// memory.
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

  /// Does the same but skips elements that are equal already: a page that stays zero takes no
  /// memory.
  func copyChanged(
    _ source: UnsafeMutablePointer, _ range: Range<Int>, to index: Int
  ) where Pointee: Equatable {
    let target = self + index
    for (place, old) in range.enumerated() where target[place] != source[old] {
      target[place] = source[old]
    }
  }
}
