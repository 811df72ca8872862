import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// A log read with `pread`.
final class FileSource: ByteSource {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
  }

  deinit { close(descriptor) }

  func size() throws -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    return Int(status.st_size)
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
    return count
  }
}
