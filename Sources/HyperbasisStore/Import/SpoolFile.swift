import Foundation
import HyperbasisAnchorLog
package import SystemPackage

/// A file without a name, for what is too much for memory: it goes when its last reference does, also
/// where the process dies.
package final class SpoolFile: ByteSource, Sendable {
  private let descriptor: FileDescriptor

  /// - Parameter directory: where its bytes lie; it is created where missing.
  package init(in directory: FilePath, _ files: any FileSystem) throws {
    try files.createDirectories(directory)
    let path = directory.appending("spool").temporarySibling()
    descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow, .append],
      permissions: .ownerReadWrite)
    try files.removeFile(path)
  }

  deinit {
    // Nothing in it is wanted any more.
    try? descriptor.close()
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try descriptor.writeAll(bytes)
  }

  package func size() throws -> Int { Int(try descriptor.seek(offset: 0, from: .end)) }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
  }
}
