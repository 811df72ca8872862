import Testing

@testable import HyperbasisCanvas

struct LineDecoderTests {
  private func events(_ line: String) -> [InputEvent]? {
    var decoder = LineDecoder()
    return decoder.events(of: line.utf8)
  }

  @Test(arguments: InputDecoderTests.sequences)
  func aSequenceIsNotReadAsItsLetters(bytes: String, events: [InputEvent]) {
    guard !bytes.hasPrefix("\u{1B}[200~") else { return }
    #expect(self.events(bytes) == events)
    #expect(self.events("a" + bytes) == [.key("a")] + events)
  }

  @Test func aSequenceEndsWithItsLine() {
    var decoder = LineDecoder()
    #expect(decoder.events(of: "\u{1B}".utf8) == [.key(.escape)])
    #expect(decoder.events(of: "[".utf8) == [.key("[")])
    #expect(decoder.events(of: "\u{1B}[".utf8) == [])
    #expect(decoder.events(of: "j".utf8) == [.key("j")])
    #expect(decoder.events(of: "\u{1B}]11;".utf8) == [])
    #expect(decoder.events(of: "j".utf8) == [.key("j")])
  }

  @Test func bytesOfNoCharacterAreNoLetters() {
    var decoder = LineDecoder()
    #expect(decoder.events(of: [0x9B, UInt8(ascii: "D")]) == [.key(.left)])
    #expect(decoder.events(of: [0xFF]) == [.key(.unknown)])
  }

  @Test func theReturnAtTheEndOfALineIsNoKey() {
    #expect(events("a\r") == [.key("a")])
    #expect(events("\r") == [])
  }

  @Test func aPasteGoesOnOverLines() {
    var decoder = LineDecoder()
    #expect(decoder.events(of: "\u{1B}[200~D".utf8) == nil)
    #expect(decoder.events(of: "W\u{1B}[201~j".utf8) == [.paste("D\nW"), .key("j")])
  }
}
