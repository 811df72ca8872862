import Hyperbasis
import HyperbasisAnchorLog
import SystemPackage

/// The real file system, except where a test says otherwise.
struct FaultyFileSystem: Hyperbasis.FileSystem {
  /// What is to happen instead of a call.
  enum Fault: Sendable {
    case fail(Errno)
    /// A write takes only so many bytes.
    case short(Int)
  }

  private let live = LiveFileSystem()
  private let decide: @Sendable (FileOperation, FilePath) -> Fault?

  /// - Parameter decide: nil lets the call through.
  init(_ decide: @escaping @Sendable (FileOperation, FilePath) -> Fault?) {
    self.decide = decide
  }

  private func check(_ operation: FileOperation, _ path: FilePath) throws(FileError) {
    if case .fail(let code) = decide(operation, path) {
      throw FileError(operation, path, code)
    }
  }

  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    try check(.open, path)
    return try live.open(path, mode)
  }

  func status(of file: OpenFile) throws(FileError) -> FileStatus {
    try check(.inspect, file.path)
    return try live.status(of: file)
  }

  func status(at path: FilePath) throws(FileError) -> FileStatus? { try live.status(at: path) }

  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try check(.read, file.path)
    return try live.read(file, at: offset, into: buffer)
  }

  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    switch decide(.write, file.path) {
    case .fail(let code): throw FileError(.write, file.path, code)
    case .short(let count):
      return try live.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    case nil: return try live.write(file, bytes)
    }
  }

  func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try check(.truncate, file.path)
    try live.truncate(file, to: size)
  }

  func synchronize(_ file: OpenFile) throws(FileError) {
    try check(.synchronize, file.path)
    try live.synchronize(file)
  }

  func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    try check(.lock, file.path)
    return try live.tryLock(file)
  }

  func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try check(.rename, target)
    try live.rename(path, to: target)
  }

  func removeFile(_ path: FilePath) throws(FileError) {
    try check(.remove, path)
    try live.removeFile(path)
  }

  func removeDirectory(_ path: FilePath) throws(FileError) {
    try check(.remove, path)
    try live.removeDirectory(path)
  }

  func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try check(.createDirectory, path)
    return try live.createDirectory(path)
  }

  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try live.entries(of: path)
  }

  func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus] {
    try live.statuses(in: path)
  }

  func map(_ file: OpenFile, count: Int) -> IndexMemory? { live.map(file, count: count) }
}
