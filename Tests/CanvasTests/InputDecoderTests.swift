import TestSupport
import Testing

@testable import HyperbasisCanvas

struct InputDecoderTests {
  /// Sequences and their meaning; none may ever be read as its letters.
  static let sequences: [(bytes: String, events: [InputEvent])] = [
    ("\u{1B}[A", [.key(.up)]), ("\u{1B}OA", [.key(.up)]),
    ("\u{1B}[B", [.key(.down)]), ("\u{1B}OB", [.key(.down)]),
    ("\u{1B}[C", [.key(.right)]), ("\u{1B}OC", [.key(.right)]),
    ("\u{1B}[D", [.key(.left)]), ("\u{1B}OD", [.key(.left)]),
    ("\u{1B}[H", [.key(.home)]), ("\u{1B}OH", [.key(.home)]), ("\u{1B}[1~", [.key(.home)]),
    ("\u{1B}[F", [.key(.end)]), ("\u{1B}OF", [.key(.end)]), ("\u{1B}[4~", [.key(.end)]),
    ("\u{1B}[5~", [.key(.pageUp)]), ("\u{1B}[6~", [.key(.pageDown)]),
    ("\u{1B}[2~", [.key(.insert)]), ("\u{1B}[3~", [.key(.delete)]),
    ("\u{1B}[1;2D", [.key(.shiftLeft)]), ("\u{1B}[1;2C", [.key(.shiftRight)]),
    ("\u{1B}O5A", [.key(Key(.up, .control))]),
    ("\u{1B}O999999A", [.key(Key(.up, [.alt, .control]))]),
    ("\u{1B}[1;99999999999999999999A", [.key(Key(.up, [.alt, .control]))]),
    ("\u{1B}[<99999999;9;9M", []),
    ("\u{1B}[4294967295u", [.key(.unknown)]), ("\u{1B}[55296u", [.key(.unknown)]),
    ("\u{1B}[1;6A", [.key(Key(.up, [.shift, .control]))]),
    ("\u{1B}[a", [.key(.shiftUp)]), ("\u{1B}[3$", [.key(Key(.delete, .shift))]),
    ("\u{1B}[Z", [.key(.backTab)]), ("\u{1B}OP", [.key(.function(1))]),
    ("\u{1B}[11~", [.key(.function(1))]), ("\u{1B}[24~", [.key(.function(12))]),
    ("\u{1B}[15;2~", [.key(Key(.function(5), .shift))]),
    ("\u{1B}[114;5u", [.key(.control("r"))]), ("\u{1B}[27;5;114~", [.key(.control("r"))]),
    ("\u{1B}[97;2u", [.key("A")]), ("\u{1B}[97;1:3u", []),
    ("\u{1B}[99;7z", [.key(.unknown)]), ("\u{1B}[?1;2c", []), ("\u{1B}[>0;276;0c", []),
    ("\u{1B}[I", [.focus(isFocused: true)]), ("\u{1B}[O", [.focus(isFocused: false)]),
    ("\u{1B}[<0;3;5M", [.mouse(MouseEvent(.press(.left), at: Position(column: 2, row: 4)))]),
    ("\u{1B}[<0;3;5m", [.mouse(MouseEvent(.release(.left), at: Position(column: 2, row: 4)))]),
    ("\u{1B}[<32;300;1M", [.mouse(MouseEvent(.drag(.left), at: Position(column: 299, row: 0)))]),
    (
      "\u{1B}[<69;1;1M",
      [.mouse(MouseEvent(.wheelDown, at: Position(column: 0, row: 0), modifiers: .shift))]
    ),
    ("\u{1B}[<35;1;1M", []),
    ("\u{1B}[200~R\nW\u{1B}[A\u{1B}[201~", [.paste("R\nW\u{1B}[A")]),
    ("\u{1B}[1;2;3;4;5W", [.key(.unknown)]), ("\u{9B}D", [.key(.left)]),
  ]

  /// The answers of terminals that are asked for their background.
  static let answers: [(bytes: String, events: [InputEvent])] = [
    ("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\", [.background(isLight: true)]),
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", [.background(isLight: false)]),
    ("\u{1B}]11;rgba:ff/ff/ff/ff\u{7}", [.background(isLight: true)]),
    ("\u{1B}]11;rgb:0/0/f\u{7}", [.background(isLight: false)]),
    ("\u{1B}]11;rgb:zz/0/0\u{7}", []), ("\u{1B}]11;rgb:-1/0/0\u{7}", []),
    ("\u{1B}]11;rgb:fffff/0/0\u{7}", []), ("\u{1B}]11;white\u{7}", []),
    ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", []), ("\u{1B}P11;rgb:ff/ff/ff\u{7}", []),
    ("\u{1B}]11;rgb:\(String(repeating: "f", count: 10_000))\u{7}", []),
  ]

  @Test(arguments: answers)
  func anAnswerIsNeverReadAsKeysHoweverItIsCut(bytes: String, events: [InputEvent]) {
    let bytes = Array(bytes.utf8)
    for cut in 1..<min(bytes.count, 40) {
      var decoder = InputDecoder()
      decoder.expectAnswer(from: 0)
      var found = decoder.feed(bytes[..<cut], at: 0)
      found += decoder.advance(to: 300)
      found += decoder.feed(bytes[cut...], at: 300)
      #expect(found == events, "cut at \(cut)")
    }
  }

  @Test func escapeIsQuickAgainOnceTheTerminalHasAnswered() {
    var decoder = InputDecoder()
    decoder.expectAnswer(from: 0)
    #expect(decoder.feed("\u{1B}[?62;22c\u{1B}".utf8, at: 10) == [])
    #expect(decoder.advance(to: 60) == [.key(.escape)])
    decoder.expectAnswer(from: 100)
    #expect(decoder.feed("\u{1B}".utf8, at: 110) == [])
    #expect(decoder.advance(to: 599) == [])
    #expect(decoder.advance(to: 600) == [.key(.escape)])
    #expect(decoder.feed("\u{1B}".utf8, at: 700) == [])
    #expect(decoder.advance(to: 750) == [.key(.escape)])
  }

  @Test(arguments: sequences)
  func aSequenceIsOneEvent(bytes: String, events: [InputEvent]) {
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes.utf8, at: 0) == events)
    #expect(decoder.deadline == nil)
    #expect(decoder.feed("x".utf8, at: 1) == [.key("x")])
  }

  @Test(arguments: sequences, [0, 20, 49])
  func aSplitSequenceIsTheSameEvent(
    sequence: (bytes: String, events: [InputEvent]), pause: Int
  ) {
    let bytes = Array(sequence.bytes.utf8)
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      var events = decoder.feed(bytes[..<cut], at: 0)
      events += decoder.feed(bytes[cut...], at: pause)
      #expect(events == sequence.events, "cut at \(cut)")
    }
  }

  @Test(arguments: sequences, [80, 200, 500, 599])
  func aLateSequenceIsNeverItsLetters(
    sequence: (bytes: String, events: [InputEvent]), pause: Int
  ) {
    let bytes = Array(sequence.bytes.utf8)
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      var events = decoder.feed(bytes[..<cut], at: 0)
      for now in stride(from: 10, to: pause, by: 10) { events += decoder.advance(to: now) }
      events += decoder.feed(bytes[cut...], at: pause)
      let isLoose = cut == 1 && bytes[0] == 0x1B
      #expect(events == (isLoose ? [.key(.escape)] : []) + sequence.events, "cut at \(cut)")
    }
  }

  @Test(arguments: sequences)
  func aSequenceMayComeByteForByte(bytes: String, events: [InputEvent]) {
    var decoder = InputDecoder()
    var seen: [InputEvent] = []
    var now = 0
    for byte in bytes.utf8 {
      seen += decoder.feed([byte], at: now)
      for _ in 0..<30 {
        now += 10
        seen += decoder.advance(to: now)
      }
    }
    #expect(seen == (bytes.utf8.first == 0x1B ? [.key(.escape)] : []) + events)
  }

  @Test func escapeAloneIsAKeyAfterItsDelay() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B], at: 100) == [])
    #expect(decoder.deadline == 150)
    #expect(decoder.advance(to: 149) == [])
    #expect(decoder.advance(to: 150) == [.key(.escape)])
    #expect(decoder.deadline == nil)
  }

  @Test func escapeAndACharacterInOneReadAreThatCharacterWithAlt() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}qW".utf8, at: 0) == [.key(Key(.character("q"), .alt)), .key("W")])
    #expect(decoder.feed("\u{1B}D".utf8, at: 1) == [.key(Key(.character("D"), .alt))])
    #expect(
      decoder.feed("\u{1B}\u{12}".utf8, at: 2) == [.key(Key(.character("r"), [.alt, .control]))])
    #expect(decoder.feed("\u{1B}X".utf8, at: 3) == [])
    #expect(decoder.advance(to: 60) == [.key(Key(.character("X"), .alt))])
    #expect(decoder.feed("\u{1B}\r".utf8, at: 70) == [.key(.escape), .key(.enter)])
    #expect(decoder.feed("\u{1B}\u{1B}[A".utf8, at: 9) == [.key(.escape), .key(.up)])
    #expect(decoder.feed("\u{1B}\u{7F}".utf8, at: 9) == [.key(Key(.backspace, .alt))])
  }

  @Test func aBracketPressedAfterEscapeIsStillAKey() {
    var decoder = InputDecoder()
    var events = decoder.feed([0x1B], at: 0) + decoder.advance(to: 50)
    events += decoder.feed("[".utf8, at: 400)
    #expect(events == [.key(.escape)])
    #expect(decoder.deadline == 1000)
    #expect(decoder.advance(to: 1000) == [.key("[")])
    #expect(decoder.feed("[".utf8, at: 1100) == [.key("[")])
  }

  @Test func bracketsAfterEscapeInARowAreKeys() {
    var decoder = InputDecoder()
    var events = decoder.feed([0x1B], at: 0) + decoder.advance(to: 50)
    events += decoder.feed("[[]".utf8, at: 200)
    #expect(events == [.key(.escape), .key("["), .key("["), .key("]")])
    #expect(decoder.feed([0x1B], at: 300) == [])
    #expect(decoder.feed("[".utf8, at: 2000) == [.key(.escape), .key("[")])
  }

  @Test func anotherKeyEndsTheWaitForALateBracket() {
    var decoder = InputDecoder()
    _ = decoder.feed([0x1B], at: 0)
    #expect(decoder.feed("q[D".utf8, at: 60) == [.key(.escape), .key("q"), .key("["), .key("D")])
  }

  @Test func controlBytesInsideASequenceCountForThemselves() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[1;\u{3}".utf8, at: 0) == [.key(.control("c"))])
    #expect(decoder.feed("\u{1B}[1;\u{1B}[A".utf8, at: 0) == [.key(.up)])
  }

  @Test func stringsOfTheTerminalAreSwallowed() {
    var decoder = InputDecoder()
    let answers = "\u{1B}]11;rgb:ffff/DDDD/eeee\u{1B}\\\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}]0;W\u{7}"
    let events = decoder.feed((answers + "j").utf8, at: 0)
    #expect(events == [.background(isLight: true), .key("j")])
    #expect(decoder.feed("\u{1B}]".utf8, at: 10) == [])
    #expect(decoder.advance(to: 60) == [.key(Key(.character("]"), .alt))])
  }

  @Test func charactersAreWholeScalars() {
    var decoder = InputDecoder()
    let bytes = Array("é東🛋".utf8)
    let events = bytes.flatMap { decoder.feed([$0], at: 0) }
    #expect(events == [.key("é"), .key("東"), .key("🛋")])
    #expect(
      decoder.feed([0xFF, 0xC3, 0x61], at: 0) == [.key(.unknown), .key(.unknown), .key("a")])
    #expect(decoder.feed([0xE2, 0x1B, 0x5B, 0x41], at: 0) == [.key(.unknown), .key(.up)])
  }

  @Test func controlKeysHaveNames() {
    var decoder = InputDecoder()
    let events = decoder.feed([0, 1, 3, 8, 9, 10, 13, 26, 127, 28], at: 0)
    #expect(
      events == [
        .key(.control(" ")), .key(.control("a")), .key(.control("c")), .key(.backspace),
        .key(.tab), .key(.enter), .key(.enter), .key(.control("z")), .key(.backspace),
        .key(.control("\\")),
      ])
  }

  @Test func hugePastesAreCutAndEnd() {
    var decoder = InputDecoder()
    let body = String(repeating: "R", count: 3 * InputDecoder.pasteLimit)
    let events = decoder.feed(("\u{1B}[200~" + body + "\u{1B}[201~q").utf8, at: 0)
    guard case .paste(let text) = events.first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count == InputDecoder.pasteLimit)
    #expect(events.dropFirst() == [.key("q")])
  }

  @Test func oldMouseReportsAreNotKeys() {
    var decoder = InputDecoder()
    let report: [UInt8] = [0x1B, 0x5B, 0x4D, 32, 35, 37]
    #expect(
      decoder.feed(report, at: 0)
        == [.mouse(MouseEvent(.press(.left), at: Position(column: 2, row: 4)))])
  }

  @Test func anyBytesAreTakenAndLeaveTheDecoderUsable() {
    var random = SeededGenerator(seed: 20_261_121)
    for _ in 0..<2000 {
      var decoder = InputDecoder()
      var now = 0
      for _ in 0..<40 {
        let alphabet: [UInt8] = [0x1B, 0x5B, 0x4F, 0x41, 0x3B, 0x39, 0x7E, 0x3C, 0x4D, 0x75]
        let byte = Bool.random(using: &random) ? alphabet.randomElement(using: &random) : nil
        _ = decoder.feed([byte ?? UInt8.random(in: 0...255, using: &random)], at: now)
        now += Int.random(in: 0...700, using: &random)
        _ = decoder.advance(to: now)
      }
      if case .paste = decoder.state { _ = decoder.feed("\u{1B}[201~".utf8, at: now) }
      _ = decoder.feed("\u{1B}[A".utf8, at: now + 5000)
      #expect(decoder.feed("j".utf8, at: now + 9000).last == .key("j"), "seed 20261121")
    }
  }
}
