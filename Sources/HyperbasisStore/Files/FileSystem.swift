package import HyperbasisAnchorLog
package import SystemPackage

/// The calls to the file system that the store makes: one seam for all of them, so that tests can
/// make each of them fail.
///
/// All paths are absolute. Symbolic links are not followed in the last component, and only regular
/// files are opened. Interrupted calls are repeated. Failures throw ``FileError``.
package protocol FileSystem: Sendable {
  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile
  func status(of file: OpenFile) throws(FileError) -> FileStatus
  /// Returns the status of what is at a path; nil if there is nothing.
  func status(at path: FilePath) throws(FileError) -> FileStatus?
  /// Reads what is there, at most `buffer.count` bytes; returns 0 at the end.
  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int
  /// Writes at least one byte, perhaps not all, and returns how many.
  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  func truncate(_ file: OpenFile, to size: Int) throws(FileError)
  /// Returns when the file, or the entries of the directory, are on the device.
  func synchronize(_ file: OpenFile) throws(FileError)
  /// Takes the file's lock; returns false if somebody else holds it.
  func tryLock(_ file: OpenFile) throws(FileError) -> Bool
  /// Releases the file's lock, which goes with its last reference too.
  func unlock(_ file: OpenFile) throws(FileError)
  func rename(_ path: FilePath, to target: FilePath) throws(FileError)
  func removeFile(_ path: FilePath) throws(FileError)
  func removeDirectory(_ path: FilePath) throws(FileError)
  /// Creates one directory; returns false if it exists.
  func createDirectory(_ path: FilePath) throws(FileError) -> Bool
  /// Returns the entries of a directory, sorted by name; empty if there is no such directory.
  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry]
  /// Returns the entries of a directory with their statuses, in no particular order; empty if there
  /// is no such directory. For directories with so many files that one call each takes too long.
  func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus]
  /// Maps the first bytes of a file as private memory: writes to it do not reach the file. Returns
  /// nil if that is not possible; the caller then reads the bytes.
  ///
  /// Only for files that are never changed once they have their name.
  func map(_ file: OpenFile, count: Int) -> IndexMemory?
}

extension FileSystem {
  package func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus] {
    var result: [DirectoryStatus] = []
    for entry in try entries(of: path) {
      guard let status = try status(at: path.appending(entry.name)) else { continue }
      result.append(DirectoryStatus(name: entry.name, status: status))
    }
    return result
  }

  package func map(_ file: OpenFile, count: Int) -> IndexMemory? { nil }
}

/// How a file is opened. New files get the permissions 0600.
package enum OpenMode: Sendable {
  case read
  /// Every write goes to the end, wherever that is by then.
  case append
  /// Like `append`, but the file must not exist yet.
  case appendNew
  /// The file must not exist yet.
  case createNew
  /// To hold a lock; created if missing.
  case lock
  /// A directory, to flush it.
  case directory
}

/// What is known about a file without reading it.
package struct FileStatus: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// Nanoseconds since 1970.
  package let modified: Int64
  package let kind: FileKind
  /// How many names lead to it.
  package let links: Int
  package let owner: UInt32
  /// The permission bits, such as 0o600.
  package let permissions: UInt32

  package init(
    device: UInt64, inode: UInt64, size: Int, modified: Int64, kind: FileKind, links: Int = 1,
    owner: UInt32 = 0, permissions: UInt32 = 0o600
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.kind = kind
    self.links = links
    self.owner = owner
    self.permissions = permissions
  }

  package var isDirectory: Bool { kind == .directory }

  /// Whether both are the very same file, whatever its contents.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

// Links, owner and permissions say nothing about what a file holds, so they are not compared.
extension FileStatus {
  package static func == (left: FileStatus, right: FileStatus) -> Bool {
    left.isSameFile(as: right) && left.size == right.size && left.modified == right.modified
      && left.kind == right.kind
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
    hasher.combine(size)
    hasher.combine(modified)
    hasher.combine(kind)
  }
}

/// A name in a directory.
package struct DirectoryEntry: Hashable, Sendable {
  package let name: String
  package let kind: FileKind

  package init(name: String, kind: FileKind) {
    self.name = name
    self.kind = kind
  }

  package var isDirectory: Bool { kind == .directory }
}

/// A name in a directory, and the status of what it stands for.
package struct DirectoryStatus: Sendable {
  package let name: String
  package let status: FileStatus
}

/// Owns a file descriptor and closes it with its last reference.
package final class OpenFile: Sendable {
  package let descriptor: FileDescriptor
  package let path: FilePath
  /// The file's status when it was opened, if that was looked at.
  package let statusAtOpening: FileStatus?
  private let close: @Sendable (FileDescriptor) -> Void

  /// - Parameter close: closes the descriptor; to be given for one that is not the kernel's.
  package init(
    _ descriptor: FileDescriptor, _ path: FilePath, statusAtOpening: FileStatus? = nil,
    close: @escaping @Sendable (FileDescriptor) -> Void = OpenFile.close
  ) {
    self.descriptor = descriptor
    self.path = path
    self.statusAtOpening = statusAtOpening
    self.close = close
  }

  deinit { close(descriptor) }

  package static func close(_ descriptor: FileDescriptor) {
    // Whatever must reach the disk was written and flushed by calls that report errors.
    try? descriptor.close()
  }
}
