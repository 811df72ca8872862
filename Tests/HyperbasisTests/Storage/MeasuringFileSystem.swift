import Hyperbasis
import HyperbasisAnchorLog
import SystemPackage

/// The real file system, which counts what is read from some files.
final class MeasuringFileSystem: Hyperbasis.FileSystem {
  private let live = LiveFileSystem()
  private let ending: String
  private let folder: String?
  private let counts = Locked((bytes: 0, files: 0))

  /// - Parameters:
  ///   - ending: how the paths of the counted files end.
  ///   - folder: the name of the folder in which they lie; nil for any.
  init(ending: String, in folder: String? = nil) {
    self.ending = ending
    self.folder = folder
  }

  private func isCounted(_ path: FilePath) -> Bool {
    path.string.hasSuffix(ending)
      && folder.map { path.removingLastComponent().lastComponent?.string == $0 } ?? true
  }

  var bytes: Int { counts.withLock { $0.bytes } }
  /// How often any of them was opened.
  var files: Int { counts.withLock { $0.files } }

  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    if isCounted(path) { counts.withLock { $0.files += 1 } }
    return try live.open(path, mode)
  }

  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    let count = try live.read(file, at: offset, into: buffer)
    if isCounted(file.path) { counts.withLock { $0.bytes += count } }
    return count
  }

  func status(of file: OpenFile) throws(FileError) -> FileStatus { try live.status(of: file) }

  func status(at path: FilePath) throws(FileError) -> FileStatus? { try live.status(at: path) }

  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try live.write(file, bytes)
  }

  func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try live.truncate(file, to: size)
  }

  func synchronize(_ file: OpenFile) throws(FileError) { try live.synchronize(file) }

  func tryLock(_ file: OpenFile) throws(FileError) -> Bool { try live.tryLock(file) }
  func unlock(_ file: OpenFile) throws(FileError) { try live.unlock(file) }

  func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try live.rename(path, to: target)
  }

  func removeFile(_ path: FilePath) throws(FileError) { try live.removeFile(path) }

  func removeDirectory(_ path: FilePath) throws(FileError) { try live.removeDirectory(path) }

  func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try live.createDirectory(path)
  }

  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try live.entries(of: path)
  }

  func statuses(in path: FilePath) throws(FileError) -> [DirectoryStatus] {
    try live.statuses(in: path)
  }

  func map(_ file: OpenFile, count: Int) -> IndexMemory? { live.map(file, count: count) }
}
