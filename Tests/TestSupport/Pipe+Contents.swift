package import Foundation
import SystemPackage

extension Pipe {
  /// Reads what is written to the pipe until its last writer has closed it.
  ///
  /// Some tests send signals to their own process, and `FileHandle.readDataToEndOfFile` ends a program whose
  /// reading is interrupted by one.
  package func contents() throws -> Data {
    var contents = Data()
    while let piece = try nextPiece() { contents.append(piece) }
    return contents
  }

  /// Waits for bytes and returns as many as there are; nil at the end.
  package func nextPiece() throws -> Data? {
    let file = FileDescriptor(rawValue: fileHandleForReading.fileDescriptor)
    let bytes = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: true)
    }
    return bytes.isEmpty ? nil : Data(bytes)
  }
}
