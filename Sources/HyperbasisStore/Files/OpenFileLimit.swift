import Foundation

/// How many files a process may have open.
enum OpenFileLimit {
  /// How many spaces keep their logs and locks open, besides as many that were used before them: three
  /// files each, so that half of the limit is left for everything else.
  static let spaces: Int = {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return leastSpaces }
    return max(leastSpaces, Int(min(limit.rlim_cur / 12, rlim_t(mostSpaces))))
  }()

  private static let leastSpaces = 16
  /// If nothing limits open files, memory does.
  private static let mostSpaces = 4096
}
