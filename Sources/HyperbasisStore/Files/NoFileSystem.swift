import SystemPackage

/// Refuses every call: what was given as a store's folder is no place on this machine, so nothing
/// may look empty there, and nothing may be written elsewhere.
struct NoFileSystem: FileSystem {
  let url: ForeignURL

  private func refusal(_ operation: FileOperation, _ path: FilePath) -> FileError {
    FileError(operation, path, .foreignURL(url))
  }

  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    throw refusal(mode.operation, path)
  }

  func status(of file: OpenFile) throws(FileError) -> FileStatus {
    throw refusal(.inspect, file.path)
  }

  func status(at path: FilePath) throws(FileError) -> FileStatus? { throw refusal(.inspect, path) }

  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    throw refusal(.read, file.path)
  }

  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    throw refusal(.write, file.path)
  }

  func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    throw refusal(.truncate, file.path)
  }

  func synchronize(_ file: OpenFile) throws(FileError) { throw refusal(.synchronize, file.path) }

  func tryLock(_ file: OpenFile) throws(FileError) -> Bool { throw refusal(.lock, file.path) }
  func unlock(_ file: OpenFile) throws(FileError) { throw refusal(.unlock, file.path) }

  func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    throw refusal(.rename, path)
  }

  func removeFile(_ path: FilePath) throws(FileError) { throw refusal(.remove, path) }

  func removeDirectory(_ path: FilePath) throws(FileError) { throw refusal(.remove, path) }

  func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    throw refusal(.createDirectory, path)
  }

  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    throw refusal(.list, path)
  }
}
