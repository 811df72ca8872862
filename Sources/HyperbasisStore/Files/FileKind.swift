import Foundation

/// What a name in a directory stands for.
package enum FileKind: String, Sendable {
  case regular = "a file"
  case directory = "a folder"
  case symbolicLink = "a symbolic link"
  case pipe = "a named pipe"
  case socket = "a socket"
  case device = "a device"
  case unknown = "something else"
}

extension FileKind {
  /// Creates a kind from the mode that `stat` returns.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: self = .unknown
    }
  }

  /// Creates a kind from a directory entry's type; nil if the file system does not report it.
  init?(entryType: UInt8) {
    switch Int(entryType) {
    case Int(DT_REG): self = .regular
    case Int(DT_DIR): self = .directory
    case Int(DT_LNK): self = .symbolicLink
    case Int(DT_FIFO): self = .pipe
    case Int(DT_SOCK): self = .socket
    case Int(DT_CHR), Int(DT_BLK): self = .device
    default: return nil
    }
  }
}
