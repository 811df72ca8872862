import Synchronization

/// Which blocks of some elements may be used.
///
/// What this process made may all be used. Elements in a file are checked block by block, each when
/// the first of it is looked at: to check all of a large index would take longer than most questions.
struct BlockMarks {
  /// Not 0 where a block may be used.
  private let marks: UnsafeMutablePointer<Atomic<UInt8>>
  /// The binary logarithm of the elements in a block.
  private let shift: Int
  /// Not counted, for marks are copied with each element that is looked at, and what holds marks holds
  /// the checker as well, which owns them: ``ColumnStorage`` beside its columns, ``FixedArray`` as its
  /// owner, which its parts share. Neither hands marks out.
  private let checker: Unmanaged<ImageChecker>?
  private let part: Int

  /// Shifted by so much, every place lies in block 0.
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

  /// Of elements that need no check: one block, which may be used.
  static let none = BlockMarks(always, shift: wholeShift, checker: nil, part: 0)

  // Written before anybody can read it, and never again.
  nonisolated(unsafe) private static let always: UnsafeMutablePointer<Atomic<UInt8>> = {
    let mark = UnsafeMutablePointer<Atomic<UInt8>>.allocate(capacity: 1)
    mark.initialize(to: Atomic(1))
    return mark
  }()

  /// Of a part of an index on disk.
  init(
    _ marks: UnsafeMutablePointer<Atomic<UInt8>>, shift: Int, checker: ImageChecker, part: Int
  ) {
    self.init(marks, shift: shift, checker: .passUnretained(checker), part: part)
  }
}

// Why this holds: the pointers never change, and what is behind them is atomic.
extension BlockMarks: @unchecked Sendable {}

extension BlockMarks {
  /// Makes sure that an element may be used.
  @inline(__always)
  func use(_ place: Int) {
    // What a check wrote is seen by whoever sees its mark.
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
