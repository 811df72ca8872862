package import Foundation
import HyperbasisJSONText
package import SystemPackage

/// How many bytes a file that is read whole may have, so that one that somebody has put into a
/// store cannot take all memory.
package enum FileLimit {
  /// One anchor: as much as a line of a log.
  package static let anchor = 16 << 20
  /// Lists and records of a whole store.
  package static let list = 256 << 20
  /// A space with its world map inline, in base64.
  package static let space = 1 << 30
}

extension FileSystem {
  /// Returns a whole file; nil if there is none.
  ///
  /// - Parameter limit: see ``FileLimit``; a larger file is refused.
  package func contents(
    of path: FilePath, atMost limit: Int = FileLimit.list
  ) throws(FileError) -> Data? {
    let file: OpenFile
    do {
      file = try open(path, .read)
    } catch {
      // Something other than a folder has no files in it.
      if error.code == .noSuchFileOrDirectory || error.code == .notDirectory { return nil }
      throw error
    }
    return try contents(of: file, atMost: limit)
  }

  private func contents(of file: OpenFile, atMost limit: Int) throws(FileError) -> Data {
    // Already known if the file was looked at when it was opened.
    let size = if let known = file.statusAtOpening { known.size } else { try status(of: file).size }
    guard size <= limit else { throw FileError(.read, file.path, .tooLarge(limit: limit)) }
    // A byte more than expected, so that a file that grew meanwhile is read to its end.
    guard let bytes = malloc(size + 1) else { throw FileError(.read, file.path, .noMemory) }
    var buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size + 1)
    var filled = 0
    do {
      while case let count = try read(
        file, at: filled, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])),
        count > 0
      {
        filled += count
        if filled == buffer.count { buffer = try grown(buffer, file.path, atMost: limit) }
      }
    } catch {
      free(buffer.baseAddress)
      throw error
    }
    guard let start = buffer.baseAddress, filled > 0 else {
      free(buffer.baseAddress)
      return Data()
    }
    return Data(bytesNoCopy: start, count: filled, deallocator: .free)
  }

  /// Returns the buffer with twice the room.
  private func grown(
    _ buffer: UnsafeMutableRawBufferPointer, _ path: FilePath, atMost limit: Int
  ) throws(FileError) -> UnsafeMutableRawBufferPointer {
    guard buffer.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    let count = buffer.count * 2
    guard let bytes = realloc(buffer.baseAddress, count) else {
      throw FileError(.read, path, .noMemory)
    }
    return UnsafeMutableRawBufferPointer(start: bytes, count: count)
  }

  /// Writes all bytes, however many calls it takes.
  package func writeAll(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try write(file, rest)
      // A device that accepts nothing without an error would keep the loop going for ever.
      guard count > 0 else { throw FileError(.write, file.path, .ioError) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  package func writeAll(_ file: OpenFile, _ bytes: [UInt8]) throws(FileError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(FileError) in try writeAll(file, buffer) }
  }

  package func writeAll(_ file: OpenFile, _ data: Data) throws(FileError) {
    try data.withBytes { (buffer) throws(FileError) in
      try writeAll(file, UnsafeRawBufferPointer(buffer))
    }
  }

  /// Creates a directory and those above it.
  ///
  /// - Parameter isFlushed: whether the new ones survive a power cut; an unflushed folder takes even
  ///   flushed files in it along.
  /// - Returns: the directories in which one was created.
  @discardableResult
  package func createDirectories(
    _ path: FilePath, isFlushed: Bool = false
  ) throws(FileError) -> [FilePath] {
    if let status = try status(at: path) {
      // A store may be reached through a symbolic link.
      if status.isDirectory || isDirectoryBehindLink(path) { return [] }
      throw FileError(.createDirectory, path, .notDirectory)
    }
    let parent = path.removingLastComponent()
    let above = try createDirectories(parent, isFlushed: isFlushed)
    guard try createDirectory(path) else { return above }
    if isFlushed { try synchronizeDirectory(parent) }
    return above + [parent]
  }

  /// Creates a directory and those above it, up to a base that must exist: what only helps reading a
  /// store, or is a view of it, must not bring back one that was removed meanwhile.
  package func createDirectories(
    _ path: FilePath, within base: FilePath
  ) throws(FileError) {
    guard path != base, try status(at: path) == nil else { return }
    try createDirectories(path.removingLastComponent(), within: base)
    _ = try createDirectory(path)
  }

  // What cannot be looked at does not count as a directory.
  private func isDirectoryBehindLink(_ path: FilePath) -> Bool {
    (try? status(at: path.appending(".")))??.isDirectory ?? false
  }

  /// Flushes moves from one directory to another, so that what was moved is in one of them after a
  /// power cut.
  package func synchronizeMoves(from old: FilePath, to new: FilePath) throws(FileError) {
    // The new names first: a file of which only the loss of its old name was flushed would be gone.
    try synchronizeDirectory(new)
    if old != new { try synchronizeDirectory(old) }
  }

  /// Flushes the entries of a directory to the device.
  package func synchronizeDirectory(_ path: FilePath) throws(FileError) {
    try synchronize(try open(path, .directory))
  }
}
