import Foundation
package import SystemPackage

/// The file system of the machine.
package struct LiveFileSystem: FileSystem {
  package init() {}

  package func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    try attempt(.open, path) {
      let (access, options) = mode.flags
      let descriptor = try FileDescriptor.open(
        path, access, options: options.union([.closeOnExec, .noFollow]),
        permissions: options.contains(.create) ? .ownerReadWrite : nil)
      return OpenFile(descriptor, path)
    }
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
    if lstat(path.string, &raw) == 0 { return FileStatus(raw) }
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
      // fsync leaves the bytes in the drive's cache there.
      let result = fcntl(file.descriptor.rawValue, F_FULLFSYNC)
    #else
      let result = fdatasync(file.descriptor.rawValue)
    #endif
    // Not repeated when interrupted: after an error the kernel has dropped what it could not
    // write, and a second call would say that all is well.
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
}

// MARK: - Directories

extension LiveFileSystem {
  package func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try check(.rename, path, moveFile(path.string, target.string))
  }

  package func removeFile(_ path: FilePath) throws(FileError) {
    try check(.remove, path, unlink(path.string))
  }

  package func removeDirectory(_ path: FilePath) throws(FileError) {
    try check(.remove, path, rmdir(path.string))
  }

  package func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    if mkdir(path.string, 0o700) == 0 { return true }
    let code = Errno.current
    if code == .fileExists { return false }
    throw FileError(.createDirectory, path, code)
  }

  package func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    guard let stream = opendir(path.string) else {
      let code = Errno.current
      if code == .noSuchFileOrDirectory { return [] }
      throw FileError(.list, path, code)
    }
    defer { closedir(stream) }
    var result: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      var isDirectory = entry.pointee.d_type == UInt8(DT_DIR)
      if entry.pointee.d_type == UInt8(DT_UNKNOWN) {
        isDirectory = try status(at: path.appending(name))?.isDirectory ?? false
      }
      result.append(DirectoryEntry(name: name, isDirectory: isDirectory))
    }
    return result.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
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

  private func check(
    _ operation: FileOperation, _ path: FilePath, _ result: Int32
  ) throws(FileError) {
    guard result == 0 else { throw FileError(operation, path, .current) }
  }
}

extension Errno {
  fileprivate static var current: Errno { Errno(rawValue: errno) }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    device = UInt64(truncatingIfNeeded: raw.st_dev)
    inode = UInt64(raw.st_ino)
    size = Int(raw.st_size)
    isDirectory = raw.st_mode & S_IFMT == S_IFDIR
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension OpenMode {
  fileprivate var flags: (FileDescriptor.AccessMode, FileDescriptor.OpenOptions) {
    switch self {
    case .read: (.readOnly, [])
    // Read as well: the writer looks at the last byte.
    case .append: (.readWrite, [.append])
    case .appendNew: (.readWrite, [.append, .create, .exclusiveCreate])
    case .createNew: (.writeOnly, [.create, .exclusiveCreate])
    case .lock: (.readWrite, [.create])
    case .directory: (.readOnly, [.directory])
    }
  }
}

// Outside of the type, which has a `rename` of its own.
private func moveFile(_ path: String, _ target: String) -> Int32 { rename(path, target) }
