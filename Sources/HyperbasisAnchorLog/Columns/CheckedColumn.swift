/// The elements of a column, each checked before it is used where they come from a file.
struct CheckedColumn<Element: BitwiseCopyable> {
  /// The elements, for those who write rows that no file holds.
  let base: UnsafeMutablePointer<Element>
  private let marks: BlockMarks

  init(_ base: UnsafeMutablePointer<Element>, _ marks: BlockMarks = .none) {
    self.base = base
    self.marks = marks
  }
}

extension CheckedColumn {
  @inline(__always)
  subscript(row: Int) -> Element {
    get {
      marks.use(row)
      return base[row]
    }
    nonmutating _modify {
      // What is not marked yet is compared with what the file held.
      marks.use(row)
      yield &base[row]
    }
  }

  /// An element where it lies.
  @inline(__always)
  func place(of row: Int) -> UnsafePointer<Element> {
    marks.use(row)
    return UnsafePointer(base + row)
  }

  /// Some rows side by side, of which the first is row 0.
  func rows(_ range: Range<Int>) -> UnsafeMutablePointer<Element> {
    marks.use(range)
    return base
  }

  /// The first rows.
  func first(_ count: Int) -> UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: rows(0..<count), count: count)
  }
}
