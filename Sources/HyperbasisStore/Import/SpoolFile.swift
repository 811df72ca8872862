import Foundation
import HyperbasisAnchorLog
package import SystemPackage

/// A file without a name, for what does not fit into memory: it goes with its last reference, even
/// if the process dies.
package final class SpoolFile: ByteSource, Sendable {
  private let file: OpenFile
  private var descriptor: FileDescriptor { file.descriptor }

  /// - Parameter directory: where its bytes lie; it is created if missing.
  package init(in directory: FilePath, _ files: any FileSystem) throws {
    try files.createDirectories(directory)
    let path = directory.appending("spool").temporarySibling()
    file = try files.open(path, .appendNew)
    try files.removeFile(path)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws {
    try descriptor.writeAll(bytes)
  }

  package func size() throws -> Int { Int(try descriptor.seek(offset: 0, from: .end)) }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
  }
}
