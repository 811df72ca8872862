import CHyperbasisTerminal
import Foundation
import HyperbasisCanvas
import HyperbasisTerminal
import TestSupport
import Testing

/// The driver on files. Serialized with everything that opens a screen, since ncurses has one at a time.
@Suite(.serialized) struct DriverTests {
  @Test func aFrameIsWhatTheTerminalShows() throws {
    let terminal = try FileTerminal(columns: 12, rows: 4)
    var frame = Frame(size: terminal.screen.size)
    frame.drawBox(frame.region, box: .light, title: "東京")
    frame.put("e\u{301}≈⠿", column: 2, row: 1, style: Style(.removed, .bold))
    frame.put("東", column: 9, row: 2, style: .selection)
    terminal.screen.draw(frame)
    #expect(terminal.seen.lines == frame.plainLines)
    #expect(terminal.seen.cells[1][2].rendition.contains { $0.contains("38;5;203") })
    #expect(terminal.seen.cells[2][9].rendition.contains { $0.contains("7") })
    #expect(terminal.seen.unknown == [])
  }

  @Test func onlyChangesAreSent() throws {
    let terminal = try FileTerminal()
    var frame = Frame(size: terminal.screen.size)
    frame.drawBox(frame.region, box: .light)
    terminal.screen.draw(frame)
    let before = terminal.bytes.count
    terminal.screen.draw(frame)
    #expect(terminal.bytes.count == before)
    frame.put("x", column: 20, row: 5)
    terminal.screen.draw(frame)
    #expect((1..<20).contains(terminal.bytes.count - before))
    #expect(terminal.seen.lines == frame.plainLines)
  }

  @Test func randomFramesOfAnySizeAreShownExactly() throws {
    var random = SeededGenerator(seed: 4_711)
    let terminal = try FileTerminal(columns: 24, rows: 6)
    let words: [TerminalText] = ["東京", "plan", "e\u{301}", "│", "⠿⡇", " ", "한국", "👨‍👩‍👧", "~"]
    for _ in 0..<300 {
      var frame = Frame(size: TerminalSize(columns: 24, rows: 6))
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        frame.put(
          words.randomElement(using: &random) ?? "", column: .random(in: -2...24, using: &random),
          row: .random(in: 0...5, using: &random),
          style: Style(.category(.random(in: 0...11, using: &random))))
      }
      terminal.screen.draw(frame)
      let seen = terminal.seen.lines
      guard seen == frame.plainLines else {
        Issue.record("seed 4711: \(seen) instead of \(frame.plainLines)")
        return
      }
    }
  }

  @Test func framesOfAnotherSizeAreCut() throws {
    let terminal = try FileTerminal(columns: 6, rows: 2)
    var frame = Frame(size: TerminalSize(columns: 9, rows: 3))
    frame.put("東京東京x", column: 0, row: 0)
    frame.put("beyond", column: 1, row: 1)
    terminal.screen.draw(frame)
    #expect(terminal.seen.lines == ["東京東", " beyon"])
    terminal.screen.draw(Frame(size: TerminalSize(columns: 0, rows: 0)))
    #expect(terminal.seen.lines == ["", ""])
  }

  @Test func theCursorShowsInPromptsOnly() throws {
    let terminal = try FileTerminal()
    var frame = Frame(size: terminal.screen.size)
    frame.cursor = Position(column: 7, row: 3)
    terminal.screen.draw(frame)
    #expect(terminal.seen.isCursorVisible)
    #expect(terminal.seen.cursor == Position(column: 7, row: 3))
    frame.cursor = nil
    terminal.screen.draw(frame)
    #expect(!terminal.seen.isCursorVisible)
    frame.cursor = Position(column: 99, row: 3)
    terminal.screen.draw(frame)
    #expect(!terminal.seen.isCursorVisible)
  }

  @Test func closingIsOnceAndNothingIsDrawnAfter() throws {
    let terminal = try FileTerminal()
    terminal.screen.draw(Frame(size: terminal.screen.size))
    terminal.screen.close()
    #expect(!terminal.seen.isAlternate && terminal.seen.isCursorVisible)
    #expect(terminal.seen.modes.isDisjoint(with: [1002, 1006, 1049, 2004]))
    let after = terminal.bytes.count
    terminal.screen.close()
    terminal.screen.suspend()
    terminal.screen.redraw()
    terminal.screen.setMouse(true)
    terminal.screen.setTitle("late")
    #expect(!terminal.screen.copy("late"))
    var frame = Frame(size: terminal.screen.size)
    frame.put("late", column: 0, row: 0)
    terminal.screen.draw(frame)
    #expect(terminal.bytes.count == after)
  }

  @Test func theEndOfInputIsAnEvent() throws {
    let terminal = try FileTerminal()
    #expect(terminal.screen.next(timeout: .seconds(5)) == .closed)
    #expect(terminal.screen.next(timeout: .milliseconds(1)) == nil)
  }

  @Test func whatHasComeIsTakenWithoutWaiting() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    #expect(FileManager.default.createFile(atPath: path, contents: Data("a\u{1B}[A".utf8)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let terminal = try FileTerminal(input: path)
    #expect(terminal.screen.next(timeout: .zero) == .key("a"))
    #expect(terminal.screen.next(timeout: .zero) == .key(.up))
    #expect(terminal.screen.next(timeout: .zero) == .closed)
    #expect(terminal.screen.next(timeout: .zero) == nil)
  }

  @Test func aLongTextIsNotCopied() throws {
    let terminal = try FileTerminal()
    let text = TerminalText(String(repeating: "x", count: 80_000), limit: 100_000)
    #expect(!terminal.screen.copy(text))
    #expect(terminal.screen.copy(text.prefix(columns: 70_000)))
  }

  @Test func hostileTextWritesNoControlByteOfItsOwn() throws {
    var random = SeededGenerator(seed: 90_125)
    let terminal = try FileTerminal(columns: 60, rows: 8)
    for _ in 0..<400 {
      var frame = Frame(size: terminal.screen.size)
      for row in 0..<8 {
        let scalars = (0..<30).compactMap { _ in
          Unicode.Scalar(
            UInt32.random(in: 0...(Bool.random(using: &random) ? 0xFF : 0x1_FFFF), using: &random))
        }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars)
        frame.put(TerminalText(String(name)), column: 0, row: row)
      }
      terminal.screen.draw(frame)
    }
    let text = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(
      !text.unicodeScalars.contains { (0x80..<0xA0).contains($0.value) || $0.value == 0x202E })
    #expect(terminal.seen.unknown == [])
    #expect(terminal.seen.title == "")
    #expect(terminal.seen.clipboard == [])
  }
}

extension DriverTests {
  /// ncurses positions text by the C library's widths: if ours differ, the glyph is replaced.
  @Test func widthsAgreeWithTheCLibrary() throws {
    _ = try FileTerminal()
    let differing = (UInt32(0x20)...0x3FFFD).filter { value in
      guard let scalar = Unicode.Scalar(value), Glyph(scalar).base == scalar else { return false }
      let columns = Int(terminal_shim_columns(value))
      // Scalars that are newer than the C library have no width there.
      return columns >= 0 && columns != Glyph(scalar).width
    }
    #expect(differing == [])
  }
}
