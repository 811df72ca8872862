import Foundation

/// The pages of large columns, and what the system is told about them.
///
/// To write a column for the first time costs mostly the faults of its pages, one for every 4 KiB.
/// With pages of 2 MiB, where the system has them, that is nearly nothing.
enum ColumnPages {
  /// Below this, part of a page would be more than what is saved.
  private static let leastSize = 4 << 20

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
          nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        return memory == MAP_FAILED ? nil : memory
      }
    #endif
    return calloc(1, byteCount)
  }

  /// Gives back what ``zeros(byteCount:)`` took.
  static func giveBack(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      if byteCount >= leastOwnSize {
        munmap(memory, byteCount)
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

  /// Asks for large pages, for memory that will be written from its start to its end.
  static func preferLarge(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      guard byteCount >= leastSize, let pages = wholePages(memory, byteCount) else { return }
      // Advice: where it is not taken, pages are small.
      madvise(pages.baseAddress, pages.count, Int32(MADV_HUGEPAGE))
    #endif
  }

  /// Makes memory of a column zero again, and gives back the pages of it that are whole.
  ///
  /// - Precondition: no file stands behind the memory.
  static func clear(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount > 0 else { return }
    #if os(Linux)
      if byteCount >= leastSize, let pages = wholePages(memory, byteCount),
        let start = pages.baseAddress,
        // On Linux, anonymous memory that was given back reads as zero.
        madvise(start, pages.count, Int32(MADV_DONTNEED)) == 0
      {
        memset(memory, 0, start - memory)
        let end = start + pages.count
        memset(end, 0, memory + byteCount - end)
        return
      }
    #endif
    memset(memory, 0, byteCount)
  }

  /// The pages that lie in memory as a whole.
  private static func wholePages(
    _ memory: UnsafeMutableRawPointer, _ byteCount: Int
  ) -> UnsafeMutableRawBufferPointer? {
    let size = sysconf(Int32(_SC_PAGESIZE))
    guard size > 0 else { return nil }
    let start = memory.alignedUp(toMultipleOf: size)
    let count = (memory + byteCount - start) / size * size
    return count > 0 ? UnsafeMutableRawBufferPointer(start: start, count: count) : nil
  }
}
