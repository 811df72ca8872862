import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels
package import SystemPackage

/// A file to import, wherever it lies: links are followed, and nothing is written.
package final class InputFile: ByteSource, Sendable {
  package let name: String
  package let modified: HBInstant
  package let kind: FileKind
  private let descriptor: FileDescriptor

  /// - Parameter waitsForWriter: whether to wait until somebody writes to a named pipe.
  package init(_ path: FilePath, waitsForWriter: Bool = true) throws {
    descriptor = try FileDescriptor.open(
      path, .readOnly, options: waitsForWriter ? [.closeOnExec] : [.closeOnExec, .nonBlocking])
    name = path.lastComponent?.string ?? path.string
    var raw = stat()
    guard fstat(descriptor.rawValue, &raw) == 0 else { throw Errno.ioError }
    kind = FileKind(mode: raw.st_mode)
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    modified = HBInstant(
      microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  deinit {
    // Nothing was written through it.
    try? descriptor.close()
  }

  package func size() throws -> Int {
    var raw = stat()
    guard fstat(descriptor.rawValue, &raw) == 0 else { throw Errno.ioError }
    return Int(raw.st_size)
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
  }

  /// Copies all that comes through a pipe or another stream into a spool.
  package func copy(to spool: SpoolFile, _ progress: (Int) throws -> Void) throws {
    var total = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try descriptor.read(into: buffer), count > 0 {
      try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += count
      try progress(total)
    }
  }
}
