public import Foundation
public import HyperbasisModels

/// Compression of world maps: raw DEFLATE (RFC 1951), which is what Apple's `COMPRESSION_ZLIB`
/// writes and reads.
public enum HBCompression {
  /// The most that ``decompress(_:limit:)`` gives unless told otherwise: 512 MiB.
  public static let defaultLimit = 512 << 20

  /// The data as raw DEFLATE, or as they are for ``HBCompressionLevel/none``. The same data give
  /// the same bytes.
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

  /// The data behind a raw DEFLATE, zlib (RFC 1950) or gzip (RFC 1952) stream.
  ///
  /// Raw DEFLATE has no checksum: a stream whose bytes were changed may still be one, and give other data.
  /// Only zlib and gzip have one, which is compared.
  ///
  /// - Parameter limit: the largest result in bytes.
  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)`` when the
  ///   stream is none, ends early, is followed by other bytes, or holds more than `limit`.
  public static func decompress(_ data: Data, limit: Int = defaultLimit) throws -> Data {
    var result = Data()
    try inflate(data, limit: limit) {
      result.append(contentsOf: $0)
    } restart: {
      result.removeAll()
    }
    return result
  }

  /// How many bytes ``decompress(_:limit:)`` would give, found without keeping them.
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

  /// A raw stream may begin with the very bytes of a zlib or gzip header, so a framing that does
  /// not hold up is read once more as raw DEFLATE.
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
        // The first error says more about data that are neither.
        if (try? Inflater(framing: .raw).run(data, limit: limit, write: write)) == nil {
          throw error
        }
      }
    } catch {
      throw HBStorageError.decompressionFailed(underlying: error)
    }
  }
}

/// What stands around a DEFLATE stream.
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

  /// zlib's way to name a framing: the base-two logarithm of the window, negative for raw, plus
  /// 16 for gzip.
  var windowBits: Int32 {
    switch self {
    case .raw: -15
    case .zlib: 15
    case .gzip: 31
    }
  }
}
