public import Foundation
public import HyperbasisModels

/// Compression of world maps: raw DEFLATE (RFC 1951), which is what Apple's `COMPRESSION_ZLIB`
/// writes and reads.
public enum HBCompression {
  /// The largest result of ``decompress(_:limit:)`` unless another limit is given: 512 MiB.
  public static let defaultLimit = 512 << 20

  /// Returns the data as raw DEFLATE, or unchanged for ``HBCompressionLevel/none``. The same data
  /// always gives the same bytes.
  ///
  /// - Throws: ``HBStorageError/compressionFailed``.
  public static func compress(
    _ data: Data, level: HBCompressionLevel = .balanced
  ) throws -> Data {
    switch level {
    case .none: return data
    case .balanced: return try Deflater().compress(data)
    }
  }

  /// Returns the data of a raw DEFLATE, zlib (RFC 1950) or gzip (RFC 1952) stream.
  ///
  /// Raw DEFLATE has no checksum: a stream whose bytes were changed may still be valid, and give
  /// other data. Only zlib and gzip have one, which is verified.
  ///
  /// - Parameter limit: the largest result in bytes.
  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)`` if the data is no such stream,
  ///   ends early, is followed by other bytes, or holds more than `limit`.
  public static func decompress(_ data: Data, limit: Int = defaultLimit) throws -> Data {
    var result = Data()
    try inflate(data, limit: limit) {
      result.append(contentsOf: $0)
    } restart: {
      result.removeAll()
    }
    return result
  }

  /// Returns how many bytes ``decompress(_:limit:)`` would return, without keeping them.
  ///
  /// - Throws: as ``decompress(_:limit:)`` does.
  package static func decompressedSize(of data: Data) throws -> Int {
    var size = 0
    try inflate(data, limit: defaultLimit) {
      size += $0.count
    } restart: {
      size = 0
    }
    return size
  }

  /// Decompresses data. A raw stream may begin with the very bytes of a zlib or gzip header, so
  /// data whose framing proves wrong is read once more as raw DEFLATE.
  private static func inflate(
    _ data: Data, limit: Int, write: (UnsafeRawBufferPointer) -> Void, restart: () -> Void
  ) throws {
    let framing = DeflateFraming(sniffing: data)
    do {
      do throws(HBInflateError) {
        try Inflater(framing: framing).run(data, limit: limit, write: write)
      } catch let error {
        guard framing != .raw, !error.isTooLarge else { throw error }
        restart()
        // The first error says more about data that is neither.
        if (try? Inflater(framing: .raw).run(data, limit: limit, write: write)) == nil {
          throw error
        }
      }
    } catch {
      throw HBStorageError.decompressionFailed(underlying: error)
    }
  }
}

/// What surrounds a DEFLATE stream.
enum DeflateFraming {
  case raw, zlib, gzip

  init(sniffing data: Data) {
    let head = [UInt8](data.prefix(3))
    if head == [0x1f, 0x8b, 8] {
      self = .gzip
    } else if head.count >= 2, head[0] & 0x0f == 8, head[0] >> 4 <= 7,
      (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
    {
      self = .zlib
    } else {
      self = .raw
    }
  }

  /// zlib's code for a framing: the base-two logarithm of the window size, negative for raw, plus
  /// 16 for gzip.
  var windowBits: Int32 {
    switch self {
    case .raw: -15
    case .zlib: 15
    case .gzip: 31
    }
  }
}
