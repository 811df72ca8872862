import Foundation

/// The pages of large columns, and the advice that the system gets about them.
///
/// Most of the cost of writing a column for the first time is page faults, one for every 4 KiB.
/// With pages of 2 MiB, where the system has them, it is close to nothing.
enum ColumnPages {
  /// Below this size, the unused part of a large page would outweigh the gain.
  private static let leastSize = 4 << 20

  private static let largePage = 2 << 20

  /// From this size on a column gets pages of its own.
  private static let leastOwnSize = 1 << 18

  /// Allocates zeroed memory; pages that are never written take none.
  ///
  /// An allocator keeps freed memory of this size, in pieces, and has to zero it before handing it
  /// out again. An index that grows with each batch would end up holding several times its size.
  ///
  /// - Returns: nil if there is no memory.
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

  /// Rounds up to whole large pages: such memory starts at one, so that it has no small ones at its
  /// ends.
  private static func mappedCount(_ byteCount: Int) -> Int {
    byteCount < leastSize ? byteCount : (byteCount + largePage - 1) & ~(largePage - 1)
  }

  /// Frees what ``zeros(byteCount:)`` allocated.
  static func giveBack(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      if byteCount >= leastOwnSize {
        munmap(memory, mappedCount(byteCount))
        return
      }
    #endif
    free(memory)
  }

  /// Gives back the pages of memory from ``zeros(byteCount:)`` that is no longer read; it stays
  /// allocated.
  static func discard(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      guard byteCount >= leastOwnSize else { return }
      // Only advice: if it is ignored, the memory is freed a little later.
      madvise(memory, byteCount, Int32(MADV_DONTNEED))
    #endif
  }

  /// Asks for large pages for memory most of which will be written, from its start on.
  static func preferLarge(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      guard byteCount >= leastSize else { return }
      // Only advice: if it is ignored, pages are small.
      madvise(memory, mappedCount(byteCount), Int32(MADV_HUGEPAGE))
    #endif
  }
}
