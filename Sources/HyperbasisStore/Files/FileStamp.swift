import HyperbasisAnchorLog

/// Shows without reading a file whether it has changed.
///
/// The device is left out: on some machines its number changes with a restart.
struct FileStamp: Hashable, BitwiseCopyable, Sendable {
  var inode: UInt64
  var size: Int64
  /// Nanoseconds since 1970.
  var modified: Int64
}

extension FileStamp {
  init(_ status: FileStatus) {
    self.init(inode: status.inode, size: Int64(status.size), modified: status.modified)
  }

  /// Stands for a file that is not there.
  static let none = FileStamp(inode: 0, size: -1, modified: 0)

  init(_ status: FileStatus?) {
    self = status.map { FileStamp($0) } ?? .none
  }

  /// Whether the file may change again without its modification time changing: clocks of file
  /// systems tick in steps, some every few milliseconds, some every two seconds.
  ///
  /// - Parameter now: the file system's time when the file was looked at.
  func mayStillChange(at now: Int64) -> Bool {
    let tick: Int64 = modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
    return modified > now - tick
  }

  /// Mixes all fields, so that a sum of several digests shows whether any of the stamps differs.
  var digest: UInt64 {
    withUnsafeBytes(of: self) { BlockChecksum.of($0) }
  }
}
