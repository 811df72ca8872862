import Foundation
package import SystemPackage

/// The address space that a process has left, if that is limited. A failed allocation ends a Swift
/// program without a word, so large ones ask first.
package enum AddressSpace {
  /// The bytes that reading a log takes besides its size: buffers, and the threads that work on it.
  private static let overhead = 24 << 20

  /// - Throws: ``FileError`` with `noMemory` if there is no room to read a file of this size.
  package static func require(toRead size: Int, of path: FilePath) throws(FileError) {
    // Columns, and what is made from them, take less than the size of the log.
    guard hasRoom(for: size + overhead) else { throw FileError(.read, path, .noMemory) }
  }

  /// Whether `count` bytes could be allocated; always true if there is no limit.
  package static func hasRoom(for count: Int) -> Bool {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_AS.rawValue))
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else { return true }
    // The kernel knows best what counts against the limit.
    let flags = MAP_PRIVATE | MAP_ANON
    guard let place = mmap(nil, count, PROT_NONE, flags, -1, 0), place != MAP_FAILED else {
      return false
    }
    munmap(place, count)
    return true
  }
}
