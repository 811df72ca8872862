import Synchronization

/// Marks which blocks of some elements may be used.
///
/// Whatever this process made may be used. Elements in a file are checked block by block, each when
/// the first of its elements is read: checking all of a large index would take longer than most
/// queries.
struct BlockMarks {
  /// Not 0 if a block may be used.
  private let marks: UnsafeMutablePointer<Atomic<UInt8>>
  /// The binary logarithm of the number of elements in a block.
  private let shift: Int
  /// Not reference-counted, as marks are copied with each element that is read. Whatever holds
  /// marks also holds the checker that owns them: ``ColumnStorage`` beside its columns,
  /// ``FixedArray`` as its owner, which its parts share. Neither hands marks out.
  private let checker: Unmanaged<ImageChecker>?
  private let part: Int

  /// With this shift, every place lies in block 0.
  static let wholeShift = 63

  private init(
    _ marks: UnsafeMutablePointer<Atomic<UInt8>>, shift: Int,
    checker: Unmanaged<ImageChecker>?, part: Int
  ) {
    self.marks = marks
    self.shift = shift
    self.checker = checker
    self.part = part
  }

  /// The marks of elements that need no check: one block, which may be used.
  static let none = BlockMarks(always, shift: wholeShift, checker: nil, part: 0)

  // Written before it can be read, and never again.
  nonisolated(unsafe) private static let always: UnsafeMutablePointer<Atomic<UInt8>> = {
    let mark = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: 1)
    mark.initialize(to: Atomic(1))
    return mark
  }()

  /// Creates the marks of a part of an index on disk.
  init(
    _ marks: UnsafeMutablePointer<Atomic<UInt8>>, shift: Int, checker: ImageChecker, part: Int
  ) {
    self.init(marks, shift: shift, checker: .passUnretained(checker), part: part)
  }
}

// Why this holds: the pointers never change, and what they point to is atomic.
extension BlockMarks: @unchecked Sendable {}

extension BlockMarks {
  /// Makes sure that an element may be used.
  @inline(__always)
  func use(_ place: Int) {
    // A thread that sees a mark also sees what its check wrote.
    if marks[place &>> shift].load(ordering: .acquiring) == 0 { check(place &>> shift) }
  }

  /// Makes sure that some elements may be used.
  func use(_ places: Range<Int>) {
    guard let checker, !places.isEmpty else { return }
    let blocks = places.lowerBound >> shift..<(places.upperBound - 1) >> shift + 1
    checker._withUnsafeGuaranteedRef { $0.use(blocks, ofPart: part) }
  }

  @inline(never)
  private func check(_ block: Int) {
    checker?._withUnsafeGuaranteedRef { $0.use(block..<block + 1, ofPart: part) }
  }
}
