package import SystemPackage

/// A file system in memory: what programs see of it, and which part of that is certain to be on the
/// device.
///
/// Between the two lie the changes since the last flush, of which a power cut keeps an arbitrary part:
/// see ``PowerCut``. A write is certain once its file is flushed, a name once its directory is. Flushed
/// bytes are never touched again by a write to another part of the file (the "powersafe overwrite" that
/// databases assume of their disks).
package struct SimulatedDisk: Sendable {
  package typealias Inode = Int

  package static let root: Inode = 1

  package internal(set) var files: [Inode: SimulatedFile] = [:]
  package internal(set) var directories: [Inode: SimulatedDirectory] = [root: SimulatedDirectory()]
  /// The changes of names that are not certain yet, in order.
  package internal(set) var pendingEntries: [EntryChange] = []
  private var nextInode = root + 1
  private var ticks: Int64 = 0

  package init() {}
}

/// A file's bytes.
package struct SimulatedFile: Sendable {
  package enum Change: Sendable {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  /// What readers see.
  package internal(set) var bytes: [UInt8] = []
  /// What is certain to be on the device.
  package internal(set) var durable: [UInt8] = []
  /// The changes since the last flush.
  package internal(set) var pending: [Change] = []
  package internal(set) var modified: Int64 = 0
}

/// A directory's entries, by name.
package struct SimulatedDirectory: Sendable {
  package internal(set) var entries: [String: SimulatedDisk.Inode] = [:]
  package internal(set) var durable: [String: SimulatedDisk.Inode] = [:]
  package internal(set) var modified: Int64 = 0
}

/// One change of names, such as a renaming, which adds one name and removes another.
package struct EntryChange: Sendable {
  package struct Assignment: Sendable {
    package let directory: SimulatedDisk.Inode
    package let name: String
    /// nil if the name goes away.
    package let inode: SimulatedDisk.Inode?
  }

  package internal(set) var assignments: [Assignment]
}

// MARK: - Files

extension SimulatedFile {
  mutating func apply(_ change: Change) {
    bytes.apply(change)
    pending.append(change)
  }

  /// Writes the changes since the last flush to the device.
  mutating func synchronize() {
    for change in pending { durable.apply(change) }
    pending = []
  }

  /// Handles a failed flush: readers still see the bytes, but the kernel considers them written, and no
  /// later flush brings them to the device.
  mutating func abandonPending() {
    pending = []
  }
}

extension [UInt8] {
  mutating func apply(_ change: SimulatedFile.Change) {
    switch change {
    case .truncate(let size): resize(to: size)
    case .write(let offset, let bytes):
      if count < offset + bytes.count { resize(to: offset + bytes.count) }
      replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }

  /// Cuts off the end, or fills up with zeros.
  mutating func resize(to size: Int) {
    if size < count {
      removeSubrange(size...)
    } else {
      append(contentsOf: repeatElement(0, count: size - count))
    }
  }
}

// MARK: - Paths

extension SimulatedDisk {
  func inode(at path: FilePath) throws(Errno) -> Inode {
    try inode(at: Self.names(in: path)[...])
  }

  private func inode(at names: ArraySlice<String>) throws(Errno) -> Inode {
    var inode = Self.root
    for name in names {
      guard let directory = directories[inode] else { throw .notDirectory }
      if name == "." { continue }
      guard let next = directory.entries[name] else { throw .noSuchFileOrDirectory }
      inode = next
    }
    return inode
  }

  /// Splits the string: the path's own view of its components takes most of the time of a debug build.
  private static func names(in path: FilePath) -> [String] {
    path.string.split(separator: "/").map(String.init)
  }

  /// Returns the directory of the last component of a path, which need not exist.
  func parent(of path: FilePath) throws(Errno) -> (directory: Inode, name: String) {
    let names = Self.names(in: path)
    guard let name = names.last else { throw .invalidArgument }
    let directory = try inode(at: names.dropLast())
    guard directories[directory] != nil else { throw .notDirectory }
    return (directory, name)
  }

  func isDirectory(_ inode: Inode) -> Bool { directories[inode] != nil }

  /// Returns every file below the root with its path, in order of the paths.
  package func contents() -> [(path: FilePath, bytes: [UInt8])] {
    var result: [(FilePath, [UInt8])] = []
    collect(Self.root, FilePath("/"), &result)
    return result
  }

  private func collect(
    _ directory: Inode, _ path: FilePath, _ result: inout [(FilePath, [UInt8])]
  ) {
    let entries = directories[directory]?.entries ?? [:]
    for (name, inode) in entries.sorted(by: { $0.key < $1.key }) {
      if let file = files[inode] {
        result.append((path.appending(name), file.bytes))
      } else {
        collect(inode, path.appending(name), &result)
      }
    }
  }

  /// Returns what readers see of a file; nil if there is none.
  package func bytes(at path: FilePath) -> [UInt8]? {
    do throws(Errno) {
      return files[try inode(at: path)]?.bytes
    } catch {
      return nil
    }
  }
}

// MARK: - Changes

extension SimulatedDisk {
  mutating func change(_ inode: Inode, _ change: SimulatedFile.Change) {
    let time = tick()
    files[inode]?.apply(change)
    files[inode]?.modified = time
  }

  mutating func synchronize(_ inode: Inode) {
    files[inode]?.synchronize()
    guard directories[inode] != nil else { return }
    for place in pendingEntries.indices {
      for entry in pendingEntries[place].assignments where entry.directory == inode {
        directories[inode]?.durable[entry.name] = entry.inode
      }
      pendingEntries[place].assignments.removeAll { $0.directory == inode }
    }
    pendingEntries.removeAll { $0.assignments.isEmpty }
  }

  mutating func makeFile(in directory: Inode, _ name: String) -> Inode {
    let inode = takeInode()
    files[inode] = SimulatedFile(modified: tick())
    assign([EntryChange.Assignment(directory: directory, name: name, inode: inode)])
    return inode
  }

  mutating func makeDirectory(at path: FilePath) throws(Errno) -> Bool {
    if path == "/" { return false }
    let (directory, name) = try parent(of: path)
    if directories[directory]?.entries[name] != nil { return false }
    let inode = takeInode()
    directories[inode] = SimulatedDirectory()
    assign([EntryChange.Assignment(directory: directory, name: name, inode: inode)])
    return true
  }

  mutating func removeFile(at path: FilePath) throws(Errno) {
    let inode = try inode(at: path)
    guard !isDirectory(inode) else { throw .isDirectory }
    try unlink(path)
  }

  mutating func removeDirectory(at path: FilePath) throws(Errno) {
    let inode = try inode(at: path)
    guard let directory = directories[inode] else { throw .notDirectory }
    guard directory.entries.isEmpty else { throw .directoryNotEmpty }
    try unlink(path)
  }

  private mutating func unlink(_ path: FilePath) throws(Errno) {
    let (directory, name) = try parent(of: path)
    assign([EntryChange.Assignment(directory: directory, name: name, inode: nil)])
  }

  mutating func rename(_ path: FilePath, to target: FilePath) throws(Errno) {
    let (directory, name) = try parent(of: path)
    let (targetDirectory, targetName) = try parent(of: target)
    guard let inode = directories[directory]?.entries[name] else { throw .noSuchFileOrDirectory }
    let old = directories[targetDirectory]?.entries[targetName]
    if isDirectory(inode), target != path, target.starts(with: path) { throw .invalidArgument }
    if let old, isDirectory(old), target != path, path.starts(with: target) {
      throw .directoryNotEmpty
    }
    if old == inode { return }
    if let old { try checkReplacing(old, by: inode) }
    assign([
      EntryChange.Assignment(directory: directory, name: name, inode: nil),
      EntryChange.Assignment(directory: targetDirectory, name: targetName, inode: inode),
    ])
  }

  private func checkReplacing(_ old: Inode, by inode: Inode) throws(Errno) {
    switch (isDirectory(inode), directories[old]) {
    case (false, nil): break
    case (false, _?): throw .isDirectory
    case (true, nil): throw .notDirectory
    case (true, let directory?):
      guard directory.entries.isEmpty else { throw .directoryNotEmpty }
    }
  }

  private mutating func assign(_ assignments: [EntryChange.Assignment]) {
    let time = tick()
    for assignment in assignments {
      directories[assignment.directory]?.entries[assignment.name] = assignment.inode
      directories[assignment.directory]?.modified = time
    }
    pendingEntries.append(EntryChange(assignments: assignments))
  }

  private mutating func takeInode() -> Inode {
    defer { nextInode += 1 }
    return nextInode
  }

  /// Advances a simulated clock, so that a run can be repeated.
  private mutating func tick() -> Int64 {
    ticks += 1_000_000
    return 1_706_781_600_000_000_000 + ticks
  }
}
