import Foundation

extension ColumnStorage {
  /// Moves runs of rows of one column towards its beginning, in their order, and makes what is left
  /// behind them fresh again.
  ///
  /// - Parameters:
  ///   - moves: each goes to where the one before ends, and never behind where it was.
  ///   - end: where the last one ends.
  /// - Precondition: the columns do not lie in a file.
  func move(_ column: Column, _ moves: [(from: Range<Int>, to: Int)], clearingFrom end: Int) {
    switch column {
    case .instants: Self.move(instants.base, moves, end)
    case .ids: Self.move(ids.base, moves, end)
    case .slots: Self.move(slots.base, moves, end)
    case .versions: Self.move(versions.base, moves, end)
    case .folded: Self.move(folded.base, moves, end)
    case .places: Self.move(places.base, moves, end)
    case .actors: Self.moveSparse(actors.base, moves, end)
    case .operations: Self.moveSparse(operations.base, moves, end)
    case .rotationDigests: Self.moveSparse(rotationDigests.base, moves, end)
    case .metadataDigests: Self.moveSparse(metadataDigests.base, moves, end)
    case .metadataShapes: Self.moveSparse(metadataShapes.base, moves, end)
    }
  }

  private static func move<Element: BitwiseCopyable>(
    _ column: UnsafeMutablePointer<Element>, _ moves: [(from: Range<Int>, to: Int)], _ end: Int
  ) {
    for (from, to) in moves where from.lowerBound != to {
      precondition(to < from.lowerBound, "Rows move towards the beginning.")
      memmove(column + to, column + from.lowerBound, from.count * MemoryLayout<Element>.stride)
    }
    guard let last = moves.last?.from.upperBound, last > end else { return }
    ColumnPages.clear(
      column + end, byteCount: (last - end) * MemoryLayout<Element>.stride)
  }

  /// The same for a column most of whose rows are zero: pages that stay zero take no memory.
  private static func moveSparse<Element: BitwiseCopyable & FixedWidthInteger>(
    _ column: UnsafeMutablePointer<Element>, _ moves: [(from: Range<Int>, to: Int)], _ end: Int
  ) {
    for (from, to) in moves where from.lowerBound != to {
      precondition(to < from.lowerBound, "Rows move towards the beginning.")
      let distance = from.lowerBound - to
      for row in from where column[row - distance] != column[row] {
        column[row - distance] = column[row]
      }
    }
    guard let last = moves.last?.from.upperBound, last > end else { return }
    for row in end..<last where column[row] != 0 { column[row] = 0 }
  }
}
