import CHyperbasisZlib
import Foundation

/// One decompression; its output is passed on piece by piece.
struct Inflater: ~Copyable {
  private let stream = ZlibStream { inflateEnd($0) }
  let framing: DeflateFraming

  func run(
    _ data: Data, limit: Int, write: (UnsafeRawBufferPointer) -> Void
  ) throws(HBInflateError) {
    guard hyperbasis_inflateInit2(stream.pointer, framing.windowBits) == Z_OK else {
      throw .outOfMemory
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ZlibStream.chunk, alignment: 16)
    defer { buffer.deallocate() }
    // A negative limit leaves no room at all.
    var room = max(0, limit)
    var consumed = 0
    var isAtEnd = false
    try data.forEachChunk { (piece, _) throws(HBInflateError) in
      stream.pointer.pointee.next_in = piece.baseAddress
      stream.pointer.pointee.avail_in = UInt32(piece.count)
      isAtEnd = try inflate(through: buffer, limit: limit, room: &room, write: write)
      consumed += piece.count - Int(stream.pointer.pointee.avail_in)
      return !isAtEnd
    }
    guard isAtEnd else { throw .truncated }
    guard consumed == data.count else { throw .trailingBytes(count: data.count - consumed) }
  }

  /// Processes the current input; returns true at the end of the stream.
  private func inflate(
    through buffer: UnsafeMutableRawBufferPointer, limit: Int, room: inout Int,
    write: (UnsafeRawBufferPointer) -> Void
  ) throws(HBInflateError) -> Bool {
    repeat {
      stream.pointer.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
      stream.pointer.pointee.avail_out = UInt32(buffer.count)
      let code = CHyperbasisZlib.inflate(stream.pointer, Z_NO_FLUSH)
      let produced = buffer.count - Int(stream.pointer.pointee.avail_out)
      room -= produced
      guard room >= 0 else { throw .tooLarge(limit: limit) }
      write(UnsafeRawBufferPointer(rebasing: buffer[..<produced]))
      if code == Z_STREAM_END { return true }
      try check(code)
    } while stream.pointer.pointee.avail_out == 0
    return false
  }

  private func check(_ code: Int32) throws(HBInflateError) {
    switch code {
    // No progress is possible with this input: there is more to come, or the data is truncated.
    case Z_OK, Z_BUF_ERROR: return
    case Z_MEM_ERROR: throw .outOfMemory
    case Z_NEED_DICT: throw .damaged(reason: "a preset dictionary is needed")
    default:
      throw .damaged(reason: stream.pointer.pointee.msg.map { String(cString: $0) } ?? "bad data")
    }
  }
}
