import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Showing only the anchors between two heights.
@Suite struct HeightSliceTests {
  @Test(arguments: [
    ("0.5..2", "50 cm to 2 m", "0.5..2"), ("2..0.5", "50 cm to 2 m", "0.5..2"),
    ("50cm..", "above 50 cm", "0.5.."), (" .. 2m", "below 2 m", "..2"),
    ("-1..0", "-1 m to 0 m", "-1..0"),
  ])
  func `heights are typed with or without a unit`(
    text: String, said: String, typed: String
  ) throws {
    let slice = try #require(try HeightSlice.read(text))
    #expect(slice.text.plain == said)
    #expect(slice.typedText == typed)
  }

  @Test(arguments: ["..", "2", "a..b", "1..b", "0.5..2parsec"])
  func `what is no height is refused with an example`(text: String) {
    #expect(throws: Complaint.self) { try HeightSlice.read(text) }
  }

  @Test func `off is no slice`() throws {
    #expect(try HeightSlice.read("off") == nil)
  }

  @Test func `it takes the place of the heights in a filter, and of nothing else`() throws {
    let filter = try #require(try EventFilter("type:note y>1 \"a y>2\" text=\"coffee table\" y<3"))
    #expect(HeightSlice(in: filter) == HeightSlice(low: 1, high: 3))
    let cut = try #require(HeightSlice.filter(filter, with: HeightSlice(low: 0.5, high: nil)))
    #expect(cut.text == "type:note \"a y>2\" text=\"coffee table\" y>=0.5")
    #expect(try EventFilter(cut.text) == cut)
    let whole = try #require(HeightSlice.filter(cut, with: nil))
    #expect(whole.text == "type:note \"a y>2\" text=\"coffee table\"")
    #expect(HeightSlice(in: whole) == nil)
    #expect(HeightSlice.filter(try EventFilter("y>0"), with: nil) == nil)
  }

  @Test func `dates in the filter stay what they were`() throws {
    let start = SampleSpace.instant(day: 1, 0)
    let dates = DateExpression.Context(
      now: SampleSpace.now, start: start, end: SampleSpace.now, zone: .gmt)
    let filter = try #require(try EventFilter("after:-2d", dates: dates))
    let cut = try #require(HeightSlice.filter(filter, with: HeightSlice(low: 0, high: nil)))
    #expect(cut.terms.first == filter.terms.first)
    #expect(cut.text == "after:-2d y>=0")
  }
}

// MARK: - In a session

extension HeightSliceTests {
  @Test func `lists and plan follow, and the frame of the plan says so`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("&")
    session.type("0.5..2")
    session.press(.enter)
    #expect(session.view.slice == HeightSlice(low: 0.5, high: 2))
    // The lamp at 2 m; the note at 1.2 m is deleted, and all others are on the ground.
    #expect(session.view.anchorList.count == 1)
    #expect(session.view.anchorList.hiddenByFilter == 4)
    #expect(session.screen.plainText.contains("┌ plan, heights 50 cm to 2 m "))
    #expect(session.screen.plainText.contains("4 filtered out"))
    session.press("|")
    #expect(session.screen.plainText.contains("┌ front, heights 50 cm to 2 m "))
    session.press("&")
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("it asks for heights")
      return
    }
    #expect(prompt.editor.text == "0.5..2")
    session.press(.control("u"), .enter)
    #expect(session.view.slice == nil)
    #expect(session.view.lists.filter == nil)
  }

  @Test func `the command keeps the rest of the filter`() {
    var session = Session()
    session.press("f")
    session.type("type:model")
    session.press(.enter, ":")
    session.type("slice ..50cm")
    session.press(.enter)
    #expect(session.view.lists.filter?.text == "type:model y<=0.5")
    #expect(session.view.anchorList.count == 1)
    session.press(":")
    session.type("slice off")
    session.press(.enter)
    #expect(session.view.lists.filter?.text == "type:model")
    #expect(session.message == "all heights")
  }

  @Test func `a filter of heights is a slice`() {
    var session = Session(size: TerminalSize(columns: 60, rows: 20))
    session.press("f")
    session.type("y>1")
    session.press(.enter)
    #expect(session.screen.plainText.contains("plan, heights above 1 m"))
  }
}
