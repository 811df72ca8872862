import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Testing

@testable import HyperbasisExchange

@Suite struct ZipArchiveTests {
  /// One that is too short to be worth packing, and one that is long enough.
  private static let texts = [
    "{\"type\":\"moved\"}\n",
    (0..<40).map { "{\"version\":\($0),\"type\":\"moved\"}\n" }.joined(),
  ]

  private func archive(_ text: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let sink = ByteSink { bytes += $0 }
    var writer = ZipWriter(to: sink, modified: HBInstant(microseconds: 0))
    try writer.add("events.jsonl", Data(text.utf8))
    try writer.finish()
    try sink.flush()
    return bytes
  }

  @Test(arguments: texts)
  func filesComeOutAsTheyWentIn(text: String) throws {
    let archive = try ZipArchive(MemoryByteSource(archive(text)))
    let entry = try #require(archive.entries.first)
    #expect(entry.name == "events.jsonl" && archive.entries.count == 1)
    #expect(try archive.data(of: entry) == Data(text.utf8))
  }

  /// Altered bytes may still unpack, into other numbers.
  @Test(arguments: texts)
  func noAlteredBitIsTakenForData(text: String) throws {
    let whole = try archive(text)
    let start = 30 + "events.jsonl".utf8.count
    let end = try #require(whole.firstRange(of: [0x50, 0x4B, 0x01, 0x02])?.lowerBound)
    var refused = 0
    for bit in start * 8..<end * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let archive = try ZipArchive(MemoryByteSource(bytes))
      let entry = try #require(archive.entries.first)
      do {
        // The bits after the end of the packed data mean nothing.
        #expect(try archive.data(of: entry) == Data(text.utf8))
      } catch let error as UnreadableInput {
        let advice = "make or fetch the archive again"
        #expect(
          error == UnreadableInput("\"events.jsonl\" is damaged in the archive; \(advice)"))
        refused += 1
      }
    }
    #expect(refused > (end - start) * 8 - 8)
  }
}
