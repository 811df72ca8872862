import CHyperbasisZlib
import Foundation

/// Owns zlib's state. zlib keeps the address of the `z_stream`, so it lives on the heap.
struct ZlibStream: ~Copyable {
  let pointer: UnsafeMutablePointer<z_stream>
  private let end: (UnsafeMutablePointer<z_stream>) -> Void

  init(end: @escaping (UnsafeMutablePointer<z_stream>) -> Void) {
    self.end = end
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: z_stream())
  }

  deinit {
    end(pointer)
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// How many bytes a stream processes at a time: memory is bounded, and counts fit zlib's 32 bits.
  static let chunk = 64 << 10
}

extension Data {
  /// Calls `body` with consecutive pieces of at most 64 KiB and whether a piece is the last; empty
  /// data gives one empty piece. `body` returns whether it wants more.
  func forEachChunk<Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt8>, _ isLast: Bool) throws(Failure) -> Bool
  ) throws(Failure) {
    let result = withUnsafeBytes { bytes -> Result<Void, Failure> in
      let all = bytes.bindMemory(to: UInt8.self)
      var start = 0
      repeat {
        let stop = Swift.min(start + ZlibStream.chunk, all.count)
        // zlib's input pointer is not const in older headers; it never writes there.
        let piece = UnsafeMutableBufferPointer(
          mutating: UnsafeBufferPointer(rebasing: all[start..<stop]))
        do throws(Failure) {
          guard try body(piece, stop == all.count) else { return .success(()) }
        } catch {
          return .failure(error)
        }
        start = stop
      } while start < all.count
      return .success(())
    }
    try result.get()
  }
}
