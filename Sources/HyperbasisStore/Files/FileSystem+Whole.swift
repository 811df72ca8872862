package import Foundation
import HyperbasisJSONText
package import SystemPackage

extension FileSystem {
  /// A whole file; nil where there is none.
  package func contents(of path: FilePath) throws(FileError) -> Data? {
    let file: OpenFile
    do {
      file = try open(path, .read)
    } catch {
      if error.code == .noSuchFileOrDirectory { return nil }
      throw error
    }
    return try contents(of: file)
  }

  package func contents(of file: OpenFile) throws(FileError) -> Data {
    var data = Data(count: try status(of: file).size)
    var filled = 0
    // One byte more than expected, so that a file that grew meanwhile is read to its end.
    while true {
      if filled == data.count { data.append(contentsOf: [UInt8](repeating: 0, count: 4096)) }
      let offset = filled
      let count = try data.withUnsafeMutableBytes { buffer -> Result<Int, FileError> in
        do throws(FileError) {
          return .success(
            try read(
              file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])))
        } catch {
          return .failure(error)
        }
      }.get()
      if count == 0 { break }
      filled += count
    }
    data.removeSubrange(filled...)
    return data
  }

  /// Writes all bytes, however many calls it takes.
  package func writeAll(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try write(file, rest)
      // A device that takes nothing and says nothing would hold the loop for ever.
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

  /// Creates a directory with those above it.
  ///
  /// - Parameter isFlushed: whether the new ones survive a power cut; a file that is flushed in a
  ///   folder that is not goes with it.
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

  // What cannot be looked at is not a directory to go into.
  private func isDirectoryBehindLink(_ path: FilePath) -> Bool {
    (try? status(at: path.appending(".")))??.isDirectory ?? false
  }

  /// Flushes what was moved from one directory to another, so that it is in one of them after a
  /// power cut.
  package func synchronizeMoves(from old: FilePath, to new: FilePath) throws(FileError) {
    // The new names first: a file that had lost its old one alone would be gone.
    try synchronizeDirectory(new)
    if old != new { try synchronizeDirectory(old) }
  }

  /// Flushes the entries of a directory to the device.
  package func synchronizeDirectory(_ path: FilePath) throws(FileError) {
    try synchronize(try open(path, .directory))
  }
}
