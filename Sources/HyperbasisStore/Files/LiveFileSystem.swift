import Dispatch
import Foundation
import Synchronization
package import SystemPackage

/// The file system of the machine.
package struct LiveFileSystem: FileSystem {
  private let paths: RootedPaths

  /// - Parameters:
  ///   - root: a directory below which no symbolic link is followed; nil if there is none.
  ///   - isStepwise: whether to open one directory after the other, as if the kernel could not check
  ///     a whole path.
  package init(root: FilePath? = nil, isStepwise: Bool = false) {
    paths = RootedPaths(root, isStepwise: isStepwise)
  }

  package func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    guard let descriptor = paths.open(path, mode.flags, mode: S_IRUSR | S_IWUSR) else {
      throw openError(path, .current, mode)
    }
    guard mode.mayMeetAnything else { return OpenFile(FileDescriptor(rawValue: descriptor), path) }
    var raw = stat()
    let result = fstat(descriptor, &raw)
    let code = Errno.current
    let status = FileStatus(raw)
    let file = OpenFile(FileDescriptor(rawValue: descriptor), path, statusAtOpening: status)
    guard result == 0 else { throw FileError(.inspect, path, code) }
    try check(status, path, mode)
    return file
  }

  package func status(of file: OpenFile) throws(FileError) -> FileStatus {
    var raw = stat()
    guard fstat(file.descriptor.rawValue, &raw) == 0 else {
      throw FileError(.inspect, file.path, .current)
    }
    return FileStatus(raw)
  }

  package func status(at path: FilePath) throws(FileError) -> FileStatus? {
    var raw = stat()
    if lstat(paths.location(path), &raw) == 0 { return FileStatus(raw) }
    let code = Errno.current
    if code == .noSuchFileOrDirectory || code == .notDirectory { return nil }
    throw FileError(.inspect, path, code)
  }

  package func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try attempt(.read, file.path) {
      try file.descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
    }
  }

  package func write(
    _ file: OpenFile, _ bytes: UnsafeRawBufferPointer
  ) throws(FileError) -> Int {
    try attempt(.write, file.path) { try file.descriptor.write(bytes) }
  }

  package func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try attempt(.truncate, file.path) { try file.descriptor.resize(to: Int64(size)) }
  }

  package func synchronize(_ file: OpenFile) throws(FileError) {
    #if canImport(Darwin)
      // Here fsync leaves the bytes in the drive's cache.
      let result = fcntl(file.descriptor.rawValue, F_FULLFSYNC)
    #else
      let result = fdatasync(file.descriptor.rawValue)
    #endif
    // Not repeated when interrupted: after an error the kernel has dropped what it could not
    // write, and a second call would report success.
    guard result == 0 else { throw FileError(.synchronize, file.path, .current) }
  }

  package func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    while flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 {
      let code = Errno.current
      if code == .wouldBlock { return false }
      guard code == .interrupted else { throw FileError(.lock, file.path, code) }
    }
    return true
  }

  package func unlock(_ file: OpenFile) throws(FileError) {
    while flock(file.descriptor.rawValue, LOCK_UN) != 0 {
      let code = Errno.current
      guard code == .interrupted else { throw FileError(.unlock, file.path, code) }
    }
  }
}

// MARK: - Checks on opening

extension LiveFileSystem {
  private func check(
    _ status: FileStatus, _ path: FilePath, _ mode: OpenMode
  ) throws(FileError) {
    guard status.kind == .regular else {
      throw FileError(mode.operation, path, .notRegular(status.kind))
    }
    if mode == .append, status.links > 1 { throw FileError(mode.operation, path, .hardLinked) }
  }

  /// Returns the error of a failed open. Some things other than files cannot even be opened, and the
  /// code alone would not say why.
  private func openError(_ path: FilePath, _ code: Errno, _ mode: OpenMode) -> FileError {
    var raw = stat()
    let codes: [Errno] = [.noSuchAddressOrDevice, .isDirectory, .operationNotSupportedByDevice]
    if codes.contains(code),
      lstat(paths.location(path), &raw) == 0, FileKind(mode: raw.st_mode) != .regular
    {
      return FileError(mode.operation, path, .notRegular(FileKind(mode: raw.st_mode)))
    }
    return FileError(mode.operation, path, code)
  }
}

// MARK: - Directories

extension LiveFileSystem {
  package func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try check(
      .rename, path,
      paths.inParents(of: path, target) { renameat($0, $1, $2, $3) })
  }

  package func removeFile(_ path: FilePath) throws(FileError) {
    try check(.remove, path, paths.inParent(of: path) { unlinkat($0, $1, 0) })
  }

  package func removeDirectory(_ path: FilePath) throws(FileError) {
    try check(.remove, path, paths.inParent(of: path) { unlinkat($0, $1, AT_REMOVEDIR) })
  }

  package func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    if paths.inParent(of: path, { mkdirat($0, $1, 0o700) }) == 0 { return true }
    let code = Errno.current
    if code == .fileExists { return false }
    throw FileError(.createDirectory, path, code)
  }

  package func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    guard let stream = try openDirectory(path) else { return [] }
    defer { closedir(stream) }
    var result: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      let name = Self.name(entry)
      if name == "." || name == ".." { continue }
      var kind = FileKind(entryType: entry.pointee.d_type)
      if kind == nil { kind = try status(at: path.appending(name))?.kind }
      result.append(DirectoryEntry(name: name, kind: kind ?? .unknown))
    }
    return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus] {
    guard let stream = try openDirectory(path) else { return [] }
    defer { closedir(stream) }
    let directory = dirfd(stream)
    let batches = StatusBatches { name in
      var raw = stat()
      // An entry that is gone by now is left out.
      guard fstatat(directory, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return DirectoryStatus(name: String(cString: name), status: FileStatus(raw))
    }
    while let entry = readdir(stream) {
      Self.withName(entry) { name in
        if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { batches.add(name) }
      }
    }
    return batches.finish()
  }

  /// Opens a directory for listing; nil if there is none.
  private func openDirectory(_ path: FilePath) throws(FileError) -> OpaquePointer? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    guard let descriptor = paths.open(path, flags) else {
      let code = Errno.current
      if code == .noSuchFileOrDirectory { return nil }
      throw FileError(.list, path, code)
    }
    guard let stream = fdopendir(descriptor) else {
      let code = Errno.current
      close(descriptor)
      throw FileError(.list, path, code)
    }
    return stream
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String {
    withName(entry) { String(cString: $0) }
  }

  private static func withName<Result>(
    _ entry: UnsafeMutablePointer<dirent>, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: CChar.self, capacity: 1, body)
    }
  }
}

// MARK: - Errors

extension LiveFileSystem {
  private func attempt<Result>(
    _ operation: FileOperation, _ path: FilePath, _ body: () throws -> Result
  ) throws(FileError) -> Result {
    do {
      return try body()
    } catch {
      throw FileError(operation, path, error as? Errno ?? .ioError)
    }
  }

  /// - Parameter result: the result of a call; nil if it was not reached.
  private func check(
    _ operation: FileOperation, _ path: FilePath, _ result: Int32?
  ) throws(FileError) {
    guard result == 0 else { throw FileError(operation, path, .current) }
  }
}

extension Errno {
  fileprivate static var current: Errno { Errno(rawValue: errno) }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    self.init(
      device: UInt64(truncatingIfNeeded: raw.st_dev), inode: UInt64(raw.st_ino),
      size: Int(raw.st_size),
      modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
      kind: FileKind(mode: raw.st_mode), links: Int(raw.st_nlink), owner: raw.st_uid,
      permissions: UInt32(raw.st_mode & 0o7777))
  }
}

extension OpenMode {
  /// The flags for opening, without waiting for the other end of a pipe or following a final link.
  fileprivate var flags: Int32 {
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    switch self {
    case .read: return common | O_RDONLY
    // Also for reading: the writer looks at the last byte.
    case .append: return common | O_RDWR | O_APPEND
    case .appendNew: return common | O_RDWR | O_APPEND | O_CREAT | O_EXCL
    case .createNew: return common | O_WRONLY | O_CREAT | O_EXCL
    case .lock: return common | O_RDWR | O_CREAT
    case .directory: return common | O_RDONLY | O_DIRECTORY
    }
  }

  /// Whether there may be something other than a file at the path.
  fileprivate var mayMeetAnything: Bool {
    switch self {
    case .read, .append, .lock: true
    case .appendNew, .createNew, .directory: false
    }
  }
}
