/// The elements of a column; those that come from a file are checked before they are used.
struct CheckedColumn<Element: BitwiseCopyable> {
  /// The unchecked elements, for writing rows that no file holds.
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
      // A row that is not marked yet must be checked before it differs from the file.
      marks.use(row)
      yield &base[row]
    }
  }

  /// Returns a pointer to an element in place.
  @inline(__always)
  func place(of row: Int) -> UnsafePointer<Element> {
    marks.use(row)
    return UnsafePointer(base + row)
  }

  /// Checks some rows; returns the column they lie in, which starts with row 0.
  func rows(_ range: Range<Int>) -> UnsafeMutablePointer<Element> {
    marks.use(range)
    return base
  }

  /// Returns the first rows.
  func first(_ count: Int) -> UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: rows(0..<count), count: count)
  }
}
