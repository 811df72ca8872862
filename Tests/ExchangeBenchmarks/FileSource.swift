import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange

/// The bytes of a file.
struct FileSource: ByteSource {
  private let descriptor: Int32

  init(_ url: URL) {
    descriptor = open(url.path, O_RDONLY)
  }

  func size() throws -> Int {
    Int(lseek(descriptor, 0, SEEK_END))
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
  }
}

/// A temporary file that is removed when it is closed.
final class FileSpool: ImportSpool {
  private let descriptor: Int32

  init() {
    var template = Array("/tmp/exchange-spool-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    unlink(template)
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      written += max(0, write(descriptor, rest.baseAddress, rest.count))
    }
  }

  func size() throws -> Int { Int(lseek(descriptor, 0, SEEK_END)) }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
  }
}
