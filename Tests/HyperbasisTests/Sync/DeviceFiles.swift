import Hyperbasis
import Synchronization
import SystemPackage

/// The file system of a device that can die: from then on nothing it does has any effect, as with a
/// process that is killed. Nothing is flushed, since the machine keeps running.
struct DeviceFiles: Hyperbasis.FileSystem {
  /// Shared by the device's files and its connection.
  final class Life: Sendable {
    /// How many more changes are made before death; nil if it lives on.
    private let rest = Mutex<Int?>(nil)

    var isOver: Bool { rest.withLock { $0.map { $0 <= 0 } ?? false } }

    private let refusal = Mutex<(name: String, passed: Int)?>(nil)

    /// Makes one write to files of a name, or one replacement of such a file, fail, as on a full disk.
    ///
    /// - Parameter passed: how many writes succeed before.
    func refuseWrite(to name: String, after passed: Int = 0) {
      refusal.withLock { $0 = (name, passed) }
    }

    /// Whether a write to a file fails.
    func refuses(_ path: FilePath) -> Bool {
      refusal.withLock { refusal in
        guard let (name, passed) = refusal, path.lastComponent?.string == name else {
          return false
        }
        refusal = passed > 0 ? (name, passed - 1) : nil
        return passed == 0
      }
    }

    func end(afterChanges count: Int) { rest.withLock { $0 = count } }

    /// Counts one change; returns false if none is left.
    func spend() -> Bool {
      rest.withLock { rest in
        guard let left = rest else { return true }
        rest = left - 1
        return left > 0
      }
    }
  }

  private let live = LiveFileSystem()
  let life: Life

  private func change(_ operation: FileOperation, _ path: FilePath) throws(FileError) {
    guard life.spend() else { throw FileError(operation, path, .ioError) }
  }

  private func look(_ operation: FileOperation, _ path: FilePath) throws(FileError) {
    if life.isOver { throw FileError(operation, path, .ioError) }
  }

  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    try look(.open, path)
    return try live.open(path, mode)
  }

  func status(of file: OpenFile) throws(FileError) -> FileStatus { try live.status(of: file) }

  func status(at path: FilePath) throws(FileError) -> FileStatus? {
    try look(.inspect, path)
    return try live.status(at: path)
  }

  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try look(.read, file.path)
    return try live.read(file, at: offset, into: buffer)
  }

  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try change(.write, file.path)
    if life.refuses(file.path) { throw FileError(.write, file.path, .noSpace) }
    return try live.write(file, bytes)
  }

  func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try change(.truncate, file.path)
    try live.truncate(file, to: size)
  }

  func synchronize(_ file: OpenFile) throws(FileError) {
    try look(.synchronize, file.path)
  }

  func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    try look(.lock, file.path)
    return try live.tryLock(file)
  }

  // Whatever happens to a process, its locks do not outlive it.
  func unlock(_ file: OpenFile) throws(FileError) { try live.unlock(file) }

  func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try change(.rename, target)
    if life.refuses(target) { throw FileError(.rename, target, .noSpace) }
    try live.rename(path, to: target)
  }

  func removeFile(_ path: FilePath) throws(FileError) {
    try change(.remove, path)
    try live.removeFile(path)
  }

  func removeDirectory(_ path: FilePath) throws(FileError) {
    try change(.remove, path)
    try live.removeDirectory(path)
  }

  func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try look(.createDirectory, path)
    return try live.createDirectory(path)
  }

  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try look(.list, path)
    return try live.entries(of: path)
  }

  func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus] {
    try look(.list, path)
    return try live.statuses(in: path)
  }
}
