import Foundation
import HyperbasisAnchorLog

/// The bytes of an input as UTF-8, a mebibyte at a time, so that memory does not grow with the input.
///
/// Unread bytes stay in place until ``refill()``; pointers to them are valid until then.
struct ByteFeed {
  private let source: any ByteSource
  private var offset: Int
  private var storage: Storage
  /// Undecoded bytes of a character that ends in the next chunk.
  private var carried: [UInt8] = []
  let encoding: TextEncoding
  /// Where the unread bytes begin and end.
  var start = 0
  private(set) var end = 0
  private(set) var isAtEnd = false

  private final class Storage {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(capacity: Int) {
      bytes = .allocate(capacity: capacity)
      // In one call: a loop over a mebibyte would take most of the time for a small file.
      if let base = bytes.baseAddress { memset(base, 0, capacity) }
    }

    deinit { bytes.deallocate() }
  }

  static let chunk = 1 << 20
  /// The most bytes that a record of an input may have.
  static let longestRecord = 16 << 20

  init(_ source: any ByteSource, encoding: TextEncoding? = nil) throws {
    self.source = source
    storage = Storage(capacity: Self.chunk)
    var head = [UInt8](repeating: 0, count: InputHead.size)
    let count = try head.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
    let mark = ByteOrderMark(Array(head.prefix(count)))
    self.encoding = encoding ?? mark.encoding
    offset = mark.encoding == self.encoding ? mark.length : 0
    try refill()
  }

  /// The unread bytes.
  @inline(__always)
  var base: UnsafeMutablePointer<UInt8> {
    // An allocated buffer has an address.
    storage.bytes.baseAddress.unsafelyUnwrapped
  }

  @inline(__always)
  var count: Int { end - start }

  /// Moves the unread bytes to the front and reads more after them. Does nothing at the end.
  mutating func refill() throws {
    guard !isAtEnd else { return }
    makeRoom()
    if encoding == .utf8 { try readPlain() } else { try readDecoding() }
  }

  private mutating func makeRoom() {
    if start > 0 {
      base.update(from: base + start, count: count)
      end -= start
      start = 0
    }
    guard storage.bytes.count - end < Self.chunk / 2 else { return }
    let larger = Storage(capacity: storage.bytes.count * 2)
    if let target = larger.bytes.baseAddress { target.update(from: base, count: end) }
    storage = larger
  }

  private mutating func readPlain() throws {
    let room = UnsafeMutableRawBufferPointer(start: base + end, count: storage.bytes.count - end)
    let read = try source.read(at: offset, into: room)
    offset += read
    end += read
    if read == 0 { isAtEnd = true }
  }

  /// Other encodings are read in smaller pieces, as one byte can become three.
  private mutating func readDecoding() throws {
    var piece = [UInt8](repeating: 0, count: (storage.bytes.count - end) / 4)
    let read = try piece.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    offset += read
    if read == 0 { isAtEnd = true }
    var decoder = TextDecoder(encoding)
    let text = decoder.utf8(carried + piece[..<read], isLast: read == 0)
    carried = decoder.rest
    for byte in text {
      storage.bytes[end] = byte
      end += 1
    }
  }
}

/// The encoding of an input's text, as its first bytes show it.
struct ByteOrderMark {
  let encoding: TextEncoding
  let length: Int

  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ head: [UInt8]) {
    if head.starts(with: Self.utf8) {
      (encoding, length) = (.utf8, Self.utf8.count)
    } else if head.starts(with: [0xFF, 0xFE]) {
      (encoding, length) = (.utf16LittleEndian, 2)
    } else if head.starts(with: [0xFE, 0xFF]) {
      (encoding, length) = (.utf16BigEndian, 2)
    } else {
      (encoding, length) = (Self.encodingWithoutMark(head), 0)
    }
  }

  /// Text of letters and digits in UTF-16 is zero in every other byte.
  private static func encodingWithoutMark(_ head: [UInt8]) -> TextEncoding {
    let pairs = min(head.count, 200) / 2
    guard pairs >= 4 else { return .utf8 }
    let even = (0..<pairs).filter { head[$0 * 2] == 0 && head[$0 * 2 + 1] != 0 }.count
    let odd = (0..<pairs).filter { head[$0 * 2 + 1] == 0 && head[$0 * 2] != 0 }.count
    if odd * 10 >= pairs * 9 { return .utf16LittleEndian }
    return even * 10 >= pairs * 9 ? .utf16BigEndian : .utf8
  }
}
