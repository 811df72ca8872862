package import HyperbasisAnchorLog
package import HyperbasisStore
package import SystemPackage

/// A wrapper of another file system that lets a test replace calls with faults.
package struct FaultyFileSystem: HyperbasisStore.FileSystem {
  /// What happens instead of a call.
  package enum Fault: Sendable {
    case fail(Errno)
    /// A write takes only this many bytes.
    case short(Int)
    /// The call does nothing and reports success: a flush that reaches no disk, a lock that excludes no
    /// other process, a read that finds newlines.
    case pretend
  }

  private let live: any HyperbasisStore.FileSystem
  private let wrote: @Sendable (Int) -> Void
  private let decide: @Sendable (FileOperation, FilePath) -> Fault?

  /// - Parameters:
  ///   - wrote: called with the number of bytes that each write took.
  ///   - decide: returns nil to let the call through.
  package init(
    _ live: any HyperbasisStore.FileSystem = LiveFileSystem(),
    wrote: @escaping @Sendable (_ bytes: Int) -> Void = { _ in },
    _ decide: @escaping @Sendable (FileOperation, FilePath) -> Fault?
  ) {
    self.live = live
    self.wrote = wrote
    self.decide = decide
  }

  private func check(_ operation: FileOperation, _ path: FilePath) throws(FileError) {
    if case .fail(let code) = decide(operation, path) {
      throw FileError(operation, path, code)
    }
  }

  package func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    if case .fail(let code) = decide(.open, path) { throw FileError(mode.operation, path, code) }
    return try live.open(path, mode)
  }

  package func status(of file: OpenFile) throws(FileError) -> FileStatus {
    try check(.inspect, file.path)
    return try live.status(of: file)
  }

  package func status(at path: FilePath) throws(FileError) -> FileStatus? {
    try check(.inspect, path)
    return try live.status(at: path)
  }

  package func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    switch decide(.read, file.path) {
    case .fail(let code): throw FileError(.read, file.path, code)
    case .pretend:
      buffer.copyBytes(from: repeatElement(0x0a, count: buffer.count))
      return buffer.count
    case .short(let count):
      return try live.read(
        file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)))
    case nil: return try live.read(file, at: offset, into: buffer)
    }
  }

  package func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    switch decide(.write, file.path) {
    case .fail(let code): throw FileError(.write, file.path, code)
    case .short(let count):
      return try write(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), to: file)
    case .pretend: return bytes.count
    case nil: return try write(bytes, to: file)
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, to file: OpenFile
  ) throws(FileError) -> Int {
    let count = try live.write(file, bytes)
    wrote(count)
    return count
  }

  package func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try check(.truncate, file.path)
    try live.truncate(file, to: size)
  }

  package func synchronize(_ file: OpenFile) throws(FileError) {
    switch decide(.synchronize, file.path) {
    case .fail(let code):
      (live as? SimulatedFileSystem)?.abandonPending(of: file)
      throw FileError(.synchronize, file.path, code)
    case .pretend: return
    case .short, nil: try live.synchronize(file)
    }
  }

  package func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    switch decide(.lock, file.path) {
    case .fail(let code): throw FileError(.lock, file.path, code)
    case .pretend: return true
    case .short, nil: return try live.tryLock(file)
    }
  }

  package func unlock(_ file: OpenFile) throws(FileError) {
    try check(.unlock, file.path)
    try live.unlock(file)
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try check(.rename, target)
    try live.rename(path, to: target)
  }

  package func removeFile(_ path: FilePath) throws(FileError) {
    try check(.remove, path)
    try live.removeFile(path)
  }

  package func removeDirectory(_ path: FilePath) throws(FileError) {
    try check(.remove, path)
    try live.removeDirectory(path)
  }

  package func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try check(.createDirectory, path)
    return try live.createDirectory(path)
  }

  package func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try check(.list, path)
    return try live.entries(of: path)
  }

  package func map(_ file: OpenFile, count: Int) -> IndexMemory? { live.map(file, count: count) }
}
