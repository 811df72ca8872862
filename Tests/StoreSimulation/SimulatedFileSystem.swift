package import HyperbasisStore
import Synchronization
package import SystemPackage

/// A file system for the store on top of a ``SimulatedDisk``.
///
/// Several stores on one instance stand for several processes on one machine: a lock belongs to the
/// opened file.
package final class SimulatedFileSystem: HyperbasisStore.FileSystem {
  fileprivate struct State: Sendable {
    var disk: SimulatedDisk
    var handles: [Int32: Handle] = [:]
    var nextHandle: Int32 = -2
    /// The handle that holds the lock of a file.
    var locks: [SimulatedDisk.Inode: Int32] = [:]
    var isOff = false
    var moments: [Moment]?
    var calls = 0
  }

  fileprivate struct Handle: Sendable {
    let inode: SimulatedDisk.Inode
    let mode: OpenMode
    var offset = 0

    var canRead: Bool { mode != .createNew }
    var canWrite: Bool { mode != .read && mode != .directory }
    var isAppending: Bool { mode == .append || mode == .appendNew }
  }

  /// The disk after a call that changed it.
  package struct Moment: Sendable {
    package let disk: SimulatedDisk
    /// The write that this call made, if it was one.
    package let write: (inode: SimulatedDisk.Inode, range: Range<Int>)?
  }

  private let state: Mutex<State>

  package init(_ disk: SimulatedDisk = SimulatedDisk(), isRecording: Bool = false) {
    state = Mutex(
      State(disk: disk, moments: isRecording ? [Moment(disk: disk, write: nil)] : nil))
  }
}

// MARK: - For tests

extension SimulatedFileSystem {
  package var disk: SimulatedDisk { state.withLock { $0.disk } }

  /// How many calls were made.
  package var calls: Int { state.withLock { $0.calls } }

  /// How many times the disk changed since recording began.
  package var momentCount: Int { state.withLock { ($0.moments?.count ?? 1) - 1 } }

  /// The disk when recording began, and after each change of it.
  package var moments: [Moment] { state.withLock { $0.moments ?? [] } }

  /// Makes every further call fail, so that code still running can change nothing any more.
  package func switchOff() { state.withLock { $0.isOff = true } }

  /// Simulates a failed flush of a file, after which the kernel has forgotten what it could not write.
  package func abandonPending(of file: OpenFile) {
    state.withLock { state in
      guard let handle = state.handles[file.descriptor.rawValue] else { return }
      state.disk.files[handle.inode]?.abandonPending()
    }
  }
}

// MARK: - Files

extension SimulatedFileSystem {
  package func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    let number = try perform(.open, path) { (state) throws(Errno) -> Int32 in
      let inode = try state.open(path, mode)
      defer { state.nextHandle -= 1 }
      state.handles[state.nextHandle] = Handle(inode: inode, mode: mode)
      return state.nextHandle
    }
    return OpenFile(FileDescriptor(rawValue: number), path) { [self] descriptor in
      state.withLock { state in
        guard let handle = state.handles.removeValue(forKey: descriptor.rawValue) else { return }
        if state.locks[handle.inode] == descriptor.rawValue { state.locks[handle.inode] = nil }
      }
    }
  }

  package func status(of file: OpenFile) throws(FileError) -> FileStatus {
    try perform(.inspect, file) { (state, handle) throws(Errno) in state.status(handle.inode) }
  }

  package func status(at path: FilePath) throws(FileError) -> FileStatus? {
    try perform(.inspect, path) { (state) throws(Errno) -> FileStatus? in
      do throws(Errno) {
        return state.status(try state.disk.inode(at: path))
      } catch {
        if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
        throw error
      }
    }
  }

  package func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    // The bytes are copied outside the lock, from a value that nothing else changes.
    let bytes = try perform(.read, file) { (state, handle) throws(Errno) -> [UInt8] in
      guard handle.canRead else { throw .badFileDescriptor }
      guard let file = state.disk.files[handle.inode] else { throw .isDirectory }
      return file.bytes
    }
    guard offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }

  package func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    let bytes = Array(bytes)
    return try perform(.write, file) { (state, handle) throws(Errno) -> Int in
      guard handle.canWrite else { throw .badFileDescriptor }
      guard let file = state.disk.files[handle.inode] else { throw .badFileDescriptor }
      let offset = handle.isAppending ? file.bytes.count : handle.offset
      handle.offset = offset + bytes.count
      state.disk.change(handle.inode, .write(offset: offset, bytes: bytes))
      state.record((handle.inode, offset..<offset + bytes.count))
      return bytes.count
    }
  }

  package func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try perform(.truncate, file) { (state, handle) throws(Errno) in
      guard handle.canWrite, size >= 0 else { throw .invalidArgument }
      state.disk.change(handle.inode, .truncate(size: size))
      state.record()
    }
  }

  package func synchronize(_ file: OpenFile) throws(FileError) {
    try perform(.synchronize, file) { (state, handle) throws(Errno) in
      state.disk.synchronize(handle.inode)
      state.record()
    }
  }

  package func tryLock(_ file: OpenFile) throws(FileError) -> Bool {
    let number = file.descriptor.rawValue
    return try perform(.lock, file) { (state, handle) throws(Errno) -> Bool in
      let holder = state.locks[handle.inode] ?? number
      state.locks[handle.inode] = holder
      return holder == number
    }
  }

  package func unlock(_ file: OpenFile) throws(FileError) {
    let number = file.descriptor.rawValue
    try perform(.unlock, file) { (state, handle) throws(Errno) in
      if state.locks[handle.inode] == number { state.locks[handle.inode] = nil }
    }
  }
}

// MARK: - Directories

extension SimulatedFileSystem {
  package func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try change(.rename, path) { (disk) throws(Errno) in try disk.rename(path, to: target) }
  }

  package func removeFile(_ path: FilePath) throws(FileError) {
    try change(.remove, path) { (disk) throws(Errno) in try disk.removeFile(at: path) }
  }

  package func removeDirectory(_ path: FilePath) throws(FileError) {
    try change(.remove, path) { (disk) throws(Errno) in try disk.removeDirectory(at: path) }
  }

  package func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try change(.createDirectory, path) { (disk) throws(Errno) in
      try disk.makeDirectory(at: path)
    }
  }

  package func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try perform(.list, path) { (state) throws(Errno) -> [DirectoryEntry] in
      let inode: SimulatedDisk.Inode
      do throws(Errno) {
        inode = try state.disk.inode(at: path)
      } catch {
        if error == .noSuchFileOrDirectory { return [] }
        throw error
      }
      guard let directory = state.disk.directories[inode] else { throw .notDirectory }
      return directory.entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map {
          DirectoryEntry(
            name: $0.key, kind: state.disk.isDirectory($0.value) ? .directory : .regular)
        }
    }
  }
}

// MARK: - Under the lock

extension SimulatedFileSystem {
  private func perform<Result: Sendable>(
    _ operation: FileOperation, _ path: FilePath,
    _ body: (inout State) throws(Errno) -> Result
  ) throws(FileError) -> Result {
    let result = state.withLock { state -> Swift.Result<Result, Errno> in
      state.calls += 1
      do throws(Errno) {
        if state.isOff { throw .ioError }
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let code): throw FileError(operation, path, code)
    }
  }

  private func perform<Result: Sendable>(
    _ operation: FileOperation, _ file: OpenFile,
    _ body: (inout State, inout Handle) throws(Errno) -> Result
  ) throws(FileError) -> Result {
    let number = file.descriptor.rawValue
    return try perform(operation, file.path) { (state) throws(Errno) -> Result in
      guard var handle = state.handles[number] else { throw .badFileDescriptor }
      let result = try body(&state, &handle)
      state.handles[number] = handle
      return result
    }
  }

  private func change<Result: Sendable>(
    _ operation: FileOperation, _ path: FilePath,
    _ body: (inout SimulatedDisk) throws(Errno) -> Result
  ) throws(FileError) -> Result {
    try perform(operation, path) { (state) throws(Errno) -> Result in
      let result = try body(&state.disk)
      state.record()
      return result
    }
  }
}

extension SimulatedFileSystem.State {
  fileprivate mutating func open(
    _ path: FilePath, _ mode: OpenMode
  ) throws(Errno) -> SimulatedDisk.Inode {
    if path == "/" { return SimulatedDisk.root }
    let (directory, name) = try disk.parent(of: path)
    guard let found = disk.directories[directory]?.entries[name] else {
      guard mode.isCreating else { throw .noSuchFileOrDirectory }
      let inode = disk.makeFile(in: directory, name)
      record()
      return inode
    }
    if mode == .appendNew || mode == .createNew { throw .fileExists }
    if mode == .directory, !disk.isDirectory(found) { throw .notDirectory }
    // The same error as for anything else that is not a file.
    if [.read, .append, .lock].contains(mode), disk.isDirectory(found) { throw .invalidArgument }
    return found
  }

  fileprivate func status(_ inode: SimulatedDisk.Inode) -> FileStatus {
    let file = disk.files[inode]
    let modified = file?.modified ?? disk.directories[inode]?.modified ?? 0
    return FileStatus(
      device: 1, inode: UInt64(inode), size: file?.bytes.count ?? 0, modified: modified,
      kind: file == nil ? .directory : .regular)
  }

  fileprivate mutating func record(
    _ write: (inode: SimulatedDisk.Inode, range: Range<Int>)? = nil
  ) {
    moments?.append(SimulatedFileSystem.Moment(disk: disk, write: write))
  }
}

extension OpenMode {
  fileprivate var isCreating: Bool {
    switch self {
    case .appendNew, .createNew, .lock: true
    case .read, .append, .directory: false
    }
  }
}
