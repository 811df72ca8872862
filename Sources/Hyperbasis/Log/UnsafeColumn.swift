import Foundation

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Room for elements whose bytes are all zero; pages that nobody writes take no memory.
  static func zeroed(_ capacity: Int) -> UnsafeMutablePointer {
    let count = Swift.max(1, capacity)
    guard let memory = calloc(count, MemoryLayout<Pointee>.stride) else {
      preconditionFailure("There is no memory for a column of \(count) rows.")
    }
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }

  /// Gives back what ``zeroed(_:)`` took.
  func release() {
    free(self)
  }

  /// Writes the elements of `source` at the positions in `order`, one after the other.
  func gather(_ order: [Int32], from source: UnsafeMutablePointer) {
    for (index, row) in order.enumerated() { self[index] = source[Int(row)] }
  }

  /// Copies the first elements of `source` to the places from `index` on.
  func copy(_ source: UnsafeMutablePointer, count: Int, to index: Int) {
    (self + index).update(from: source, count: count)
  }
}
