import Foundation
import Hyperbasis
import TestSupport
import Testing

@Suite struct HBCompressionTests {
  @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000])
  func roundTrip(size: Int) throws {
    let data = Self.text(size)
    let packed = try HBCompression.compress(data)
    #expect(try HBCompression.decompress(packed) == data)
    #expect(try HBCompression.decompressedSize(of: packed) == size)
    #expect(try HBCompression.compress(data) == packed)
  }

  @Test func noneKeepsTheBytes() throws {
    #expect(try HBCompression.compress(Self.text(50), level: .none) == Self.text(50))
  }

  @Test func bytesThatDoNotShrinkComeBack() throws {
    var random = SeededGenerator(seed: 7)
    let data = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(try HBCompression.decompress(HBCompression.compress(data)) == data)
  }

  @Test func readsAnyFraming() throws {
    let text = String(repeating: "hyperbasis ", count: 10)
    let raw = try HBCompression.compress(Data(text.utf8))
    let adler = Self.adler32(Data(text.utf8))
    let zlib = Data([0x78, 0x9c]) + raw + adler
    #expect(String(decoding: try HBCompression.decompress(zlib), as: UTF8.self) == text)
    let trailer = Self.crc32(Data(text.utf8)) + Self.littleEndian(UInt32(text.utf8.count))
    let gzip = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]) + raw + trailer
    #expect(String(decoding: try HBCompression.decompress(gzip), as: UTF8.self) == text)
  }

  /// A stored block whose padding bits make its first two bytes a valid zlib header.
  @Test func aRawStreamThatLooksLikeZlibIsRead() throws {
    let payload = Data(repeating: 0x41, count: 1)
    // 0x78 says: not the last block, stored, five bits of padding; 0x7801 is a multiple of 31.
    let stream = Data([0x78, 0x01, 0x00, 0xfe, 0xff]) + payload + Data([0x03, 0x00])
    #expect(try HBCompression.decompress(stream) == payload)
    #expect(try HBCompression.decompressedSize(of: stream) == 1)
  }

  @Test func demandsTheEndOfTheStream() throws {
    let packed = try HBCompression.compress(Self.text(5000))
    for count in [0, 1, packed.count / 2, packed.count - 1] {
      #expect(Self.failure(packed.prefix(count)) == .truncated)
    }
  }

  @Test func refusesTrailingBytes() throws {
    let packed = try HBCompression.compress(Self.text(5000))
    #expect(Self.failure(packed + [0]) == .trailingBytes(count: 1))
    #expect(Self.failure(packed + Data(count: 70_000)) == .trailingBytes(count: 70_000))
  }

  @Test func refusesMoreThanItsLimit() throws {
    let packed = try HBCompression.compress(Data(count: 1_000_000))
    #expect(Self.failure(packed, limit: 999_999) == .tooLarge(limit: 999_999))
    #expect(try HBCompression.decompress(packed, limit: 1_000_000).count == 1_000_000)
    #expect(Self.failure(packed, limit: .min) == .tooLarge(limit: .min))
  }

  @Test func refusesDamage() {
    guard case .damaged = Self.failure(Data([0xff, 0xff, 0xff, 0xff])) else {
      Issue.record("damage was accepted")
      return
    }
  }

  @Test func everyByteFlippedIsRefusedOrRead() throws {
    let packed = try HBCompression.compress(Self.text(300))
    for index in packed.indices {
      var damaged = packed
      damaged[index] ^= 0x10
      _ = try? HBCompression.decompress(damaged, limit: 1 << 20)
    }
  }

  private static func text(_ size: Int) -> Data {
    Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) })
  }

  private static func failure(
    _ data: Data, limit: Int = HBCompression.defaultLimit
  ) -> HBInflateError? {
    do {
      _ = try HBCompression.decompress(data, limit: limit)
    } catch HBStorageError.decompressionFailed(let underlying) {
      return underlying as? HBInflateError
    } catch {
      Issue.record("another error: \(error)")
    }
    return nil
  }

  private static func adler32(_ data: Data) -> Data {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return Data(littleEndian(b << 16 | a).reversed())
  }

  private static func crc32(_ data: Data) -> Data {
    var crc: UInt32 = 0xffff_ffff
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return littleEndian(~crc)
  }

  private static func littleEndian(_ value: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }
}
