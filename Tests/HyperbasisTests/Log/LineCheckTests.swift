import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import SeededRandom
import Testing

struct LineCheckTests {
  private func line() throws -> [UInt8] {
    try LogLine.encode(
      HBAnchorEvent(
        id: UUID(), anchorId: UUID(), spaceId: UUID(), type: .created, timestamp: Date(),
        version: 1, transform: HBTransform.identity, metadata: ["text": "a, b", "check": "x"]))
  }

  private func check(_ line: some Sequence<UInt8>) -> LineCheck {
    Array(line).withUnsafeBufferPointer { LineCheck($0) }
  }

  /// Values of RFC 3720, B.4, and of the catalogue of checksums for "123456789".
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), (Array(repeating: 0, count: 32), 0x8A91_36AA),
      (Array(repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E), ([], 0),
    ] as [([UInt8], UInt32)])
  func checksumsAreThoseOfTheStandard(_ bytes: [UInt8], _ expected: UInt32) {
    #expect(bytes.withUnsafeBytes(CRC32C.of) == expected)
    // The same in two pieces, wherever they are split.
    for place in bytes.indices {
      var checksum = CRC32C()
      bytes[..<place].withUnsafeBytes { checksum.update($0) }
      bytes[place...].withUnsafeBytes { checksum.update($0) }
      #expect(checksum.value == expected)
    }
  }

  @Test func aLineAsItWasWrittenMatches() throws {
    #expect(try check(line()) == .matches)
    #expect(try check(line() + [UInt8(ascii: "\r")]) == .matches)
  }

  @Test func everyChangedByteIsNoticed() throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    let whole = try line()
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      // What is no longer JSON is damage, and found as such.
      guard (try? LogLine.decode(bytes)) != nil else { continue }
      #expect(check(bytes) != .matches, "seed \(seed), byte \(place)")
    }
  }

  @Test func aLineWithoutAChecksumIsNotJudged() throws {
    let plain = Array(#"{"id":"1","metadata":{"check":"00000000"}}"#.utf8)
    #expect(check(plain) == .absent)
    #expect(check(#"{"text":"\"check\""}"#.utf8) == .absent)
  }

  @Test func aChecksumThatIsNotLastIsNotBelieved() throws {
    let whole = String(decoding: try line(), as: UTF8.self)
    #expect(check((whole.dropLast() + #","x":1}"#).utf8) == .differs)
    #expect(check(#"{"check":"12345678","id":1}"#.utf8) == .differs)
    #expect(check(whole.uppercased().utf8) != .matches)
  }
}
