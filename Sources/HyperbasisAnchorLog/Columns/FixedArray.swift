/// Elements that never change, in memory of their own or in that of an index on disk, where they are
/// checked before they are used.
///
/// A part of it shares the memory. Why `@unchecked Sendable` holds: the elements are written before
/// the first value exists, or, if those of a file are repaired, before they are marked as usable;
/// from then on they are only read.
public struct FixedArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  @unchecked Sendable
{
  /// Keeps the memory alive.
  private let owner: (any AnyObject & Sendable)?
  private let base: UnsafePointer<Element>?
  /// The position of the first element among those that the marks cover.
  private let start: Int
  private let marks: BlockMarks
  public let count: Int

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  @inline(__always)
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "There is no element with that index.")
    guard let base else { preconditionFailure("There is no element.") }
    marks.use(start + index)
    return base[index]
  }
}

extension FixedArray {
  /// Creates an array without elements.
  init() {
    self.init(nil, nil, 0, .none, 0)
  }

  /// Takes the elements of a part of an index on disk.
  init(_ checker: ImageChecker, _ part: ImagePart, count: Int) {
    self.init(
      checker, UnsafePointer(checker.elements(part, count: count)), 0, checker.marks(part), count)
  }

  /// Creates elements that `fill` initializes in place.
  init(count: Int, fill: (UnsafeMutablePointer<Element>) -> Void) {
    guard count > 0 else {
      self.init()
      return
    }
    let start = UnsafeMutablePointer<Element>.zeroed(count, isDense: true)
    let bytes = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(start: start, count: count))
    let memory = IndexMemory(bytes) { bytes in
      bytes.baseAddress.map { ColumnPages.giveBack($0, byteCount: bytes.count) }
    }
    let elements: UnsafeMutablePointer<Element> = memory.elements(at: 0, count: count)
    fill(elements)
    self.init(memory, UnsafePointer(elements), 0, .none, count)
  }

  init(_ elements: [Element]) {
    self.init(count: elements.count) { target in
      for (place, element) in elements.enumerated() { target[place] = element }
    }
  }

  private init(
    _ owner: (any AnyObject & Sendable)?, _ base: UnsafePointer<Element>?, _ start: Int,
    _ marks: BlockMarks, _ count: Int
  ) {
    self.owner = owner
    self.base = base
    self.start = start
    self.marks = marks
    self.count = count
  }

  /// Returns a part of the elements.
  func part(_ range: Range<Int>) -> FixedArray {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return FixedArray(
      owner, base.map { $0 + range.lowerBound }, start + range.lowerBound, marks, range.count)
  }

  /// Calls `body` with the elements in contiguous memory.
  func withElements<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(owner) {
      marks.use(start..<start + count)
      return try body(UnsafeBufferPointer(start: base, count: count))
    }
  }
}
