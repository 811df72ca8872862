import Foundation

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Room for elements whose bytes are all zero; pages that nobody writes take no memory.
  ///
  /// - Parameter isDense: whether all of them will be written, up to some place.
  static func zeroed(_ capacity: Int, isDense: Bool = false) -> UnsafeMutablePointer {
    let count = Swift.max(1, capacity)
    guard let memory = calloc(count, MemoryLayout<Pointee>.stride) else {
      preconditionFailure("There is no memory for a column of \(count) rows.")
    }
    if isDense {
      ColumnPages.preferLarge(memory, byteCount: count * MemoryLayout<Pointee>.stride)
    }
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }

  /// Gives back what ``zeroed(_:)`` took.
  func release() {
    free(self)
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
