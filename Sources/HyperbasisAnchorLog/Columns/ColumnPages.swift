import Foundation

/// The pages of large columns, and what the system is told about them.
///
/// To write a column for the first time costs mostly the faults of its pages, one for every 4 KiB.
/// With pages of 2 MiB, where the system has them, that is nearly nothing.
enum ColumnPages {
  /// Below this, part of a page would be more than what is saved.
  private static let leastSize = 4 << 20

  private static let largePage = 2 << 20

  /// From this size on a column gets pages of its own.
  private static let leastOwnSize = 1 << 18

  /// Room of zeros, of which what nobody writes takes no memory.
  ///
  /// An allocator that has got back memory of this size keeps it, in pieces, and has to write the
  /// zeros when it gives it out again. An index that grows with each batch would come to hold several
  /// times its size.
  ///
  /// - Returns: nil where there is no memory.
  static func zeros(byteCount: Int) -> UnsafeMutableRawPointer? {
    #if os(Linux)
      if byteCount >= leastOwnSize {
        let memory = mmap(
          nil, mappedCount(byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        return memory == MAP_FAILED ? nil : memory
      }
    #endif
    return calloc(1, byteCount)
  }

  /// Memory of whole large pages begins at one, so that it has no small ones at its ends.
  private static func mappedCount(_ byteCount: Int) -> Int {
    byteCount < leastSize ? byteCount : (byteCount + largePage - 1) & ~(largePage - 1)
  }

  /// Gives back what ``zeros(byteCount:)`` took.
  static func giveBack(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      if byteCount >= leastOwnSize {
        munmap(memory, mappedCount(byteCount))
        return
      }
    #endif
    free(memory)
  }

  /// Gives back the pages of memory of ``zeros(byteCount:)`` that nobody reads any more; it stays taken.
  static func discard(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      guard byteCount >= leastOwnSize else { return }
      // Advice: where it is not taken, the memory goes a little later.
      madvise(memory, byteCount, Int32(MADV_DONTNEED))
    #endif
  }

  /// Asks for large pages, for memory most of which will be written, from its start on.
  static func preferLarge(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      guard byteCount >= leastSize else { return }
      // Advice: where it is not taken, pages are small.
      madvise(memory, mappedCount(byteCount), Int32(MADV_HUGEPAGE))
    #endif
  }
}
