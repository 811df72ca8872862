import CHyperbasisZlib
import Foundation
import HyperbasisModels

/// One compression to raw DEFLATE.
struct Deflater: ~Copyable {
  private let stream = ZlibStream { deflateEnd($0) }

  func compress(_ data: Data) throws -> Data {
    let bits = DeflateFraming.raw.windowBits
    guard hyperbasis_deflateInit2(stream.pointer, Z_DEFAULT_COMPRESSION, bits) == Z_OK else {
      throw HBStorageError.compressionFailed
    }
    var result = Data()
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ZlibStream.chunk)
    defer { buffer.deallocate() }
    try data.forEachChunk { (piece, isLast) throws(HBStorageError) in
      stream.pointer.pointee.next_in = piece.baseAddress
      stream.pointer.pointee.avail_in = UInt32(piece.count)
      try deflate(isLast ? Z_FINISH : Z_NO_FLUSH, through: buffer, into: &result)
      return true
    }
    return result
  }

  private func deflate(
    _ flush: Int32, through buffer: UnsafeMutableBufferPointer<UInt8>, into result: inout Data
  ) throws(HBStorageError) {
    repeat {
      stream.pointer.pointee.next_out = buffer.baseAddress
      stream.pointer.pointee.avail_out = UInt32(buffer.count)
      guard CHyperbasisZlib.deflate(stream.pointer, flush) != Z_STREAM_ERROR else {
        throw HBStorageError.compressionFailed
      }
      let produced = buffer.count - Int(stream.pointer.pointee.avail_out)
      result.append(contentsOf: buffer[..<produced])
    } while stream.pointer.pointee.avail_out == 0
  }
}
