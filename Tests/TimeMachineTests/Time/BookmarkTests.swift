import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisModels
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct BookmarkTests {
  private var session = Session()

  private func bookmark(_ note: String, hours: Int64) throws -> Bookmark {
    let start = try #require(session.view.index.start)
    return Bookmark(
      id: UUID(), spaceId: SampleSpace.id,
      instant: start.advanced(byMicroseconds: hours * 3_600_000_000), note: note, actor: "mara",
      createdAt: SampleSpace.now)
  }

  private mutating func load(_ bookmarks: Bookmark...) {
    session.send(.bookmarked(.load, spaceId: SampleSpace.id, .success(bookmarks)))
  }

  /// Presses the key of the list; the store answers with what was loaded.
  private mutating func list() {
    session.press("'")
    session.send(
      .bookmarked(.show, spaceId: SampleSpace.id, .success(session.view.bookmarks.list)))
  }

  @Test mutating func aNoteIsAskedForAndSetOnTheDateInView() throws {
    session.press(.home, "B")
    #expect(session.screen.plainText.contains("bookmark, a note:"))
    session.type("before the party")
    session.press(.enter)
    let start = try #require(session.view.index.start)
    guard case .bookmarks(let request, let space)? = session.takeEffects().last else {
      Issue.record("nothing is asked of the store")
      return
    }
    #expect(request == .add(note: "before the party", at: start) && space == SampleSpace.id)
    let made = try bookmark("before the party", hours: 0)
    session.send(.bookmarked(request, spaceId: space, .success([made])))
    #expect(session.message.hasPrefix("bookmark set on"))
    list()
    #expect(session.screen.plainText.contains("before the party"))
  }

  @Test mutating func steppingByDatesStopsAtBookmarks() throws {
    let start = try #require(session.view.index.start)
    load(try bookmark("soon after", hours: 1), try bookmark("later", hours: 2))
    session.press(.home, "}")
    #expect(session.view.instant == start.advanced(byMicroseconds: 3_600_000_000))
    #expect(session.message == "bookmark: soon after")
    session.press("}", "{")
    #expect(session.message == "bookmark: soon after")
    session.press("{")
    #expect(session.view.instant == start)
  }

  @Test mutating func theListGoesThereAndRemoves() throws {
    let later = try bookmark("later", hours: 2)
    load(try bookmark("soon after", hours: 1), later)
    list()
    session.press(.home, .down, .enter)
    #expect(session.view.instant == later.instant)
    #expect(session.state.layers.isEmpty)
    _ = session.takeEffects()
    list()
    session.press("X")
    let effects = session.takeEffects()
    let isAsked = effects.contains {
      if case .bookmarks(.remove(later), _) = $0 { true } else { false }
    }
    #expect(isAsked, "\(effects)")
    session.send(.bookmarked(.remove(later), spaceId: SampleSpace.id, .success([])))
    #expect(session.message == "bookmark removed: later; u brings it back")
  }

  /// In the space itself the same key drops a draft.
  @Test mutating func anEmptiedListStaysOpenAndBringsBack() throws {
    let only = try bookmark("the only one", hours: 1)
    session.press(.down, "D")
    load(only)
    list()
    session.press("X")
    session.send(.bookmarked(.remove(only), spaceId: SampleSpace.id, .success([])))
    session.press("X")
    #expect(session.message == "no bookmarks are left; Esc closes the list")
    let footer = session.screen.plainLines.last ?? ""
    #expect(!footer.contains("go there") && !footer.contains("choose"), "\(footer)")
    #expect(session.view.editing.hasDraft)
    _ = session.takeEffects()
    session.press("u")
    let isAsked = session.takeEffects().contains {
      if case .bookmarks(.putBack(only), _) = $0 { true } else { false }
    }
    #expect(isAsked)
    session.send(.bookmarked(.putBack(only), spaceId: SampleSpace.id, .success([only])))
    #expect(session.message == "the bookmark is back: the only one")
    session.press("u")
    #expect(session.message == "no bookmark was removed since the space was opened")
    #expect(session.view.editing.hasDraft)
  }

  /// Even if it was the only one, and the list was closed since.
  @Test mutating func whatWasRemovedCanBeBroughtBackLater() throws {
    let only = try bookmark("the only one", hours: 1)
    load(only)
    list()
    session.press("X")
    session.send(.bookmarked(.remove(only), spaceId: SampleSpace.id, .success([])))
    session.press(.escape, "'")
    session.send(.bookmarked(.show, spaceId: SampleSpace.id, .success([])))
    _ = session.takeEffects()
    session.press("u")
    let isAsked = session.takeEffects().contains {
      if case .bookmarks(.putBack(only), _) = $0 { true } else { false }
    }
    #expect(isAsked)
  }

  @Test mutating func whereNothingMayBeWrittenNoneAreSet() {
    session.state.settings.isReadOnly = true
    session.press("B")
    #expect(session.message.hasPrefix("read-only"))
    list()
    #expect(session.message.hasPrefix("no bookmarks yet"))
  }

  @Test(arguments: [TerminalSize(columns: 30, rows: 10), TerminalSize(columns: 60, rows: 20)])
  mutating func theListFitsEverySize(_ size: TerminalSize) throws {
    session = Session(size: size)
    let notes = try (0..<40).map { try bookmark("note \($0)", hours: Int64($0)) }
    session.send(.bookmarked(.load, spaceId: SampleSpace.id, .success(notes)))
    list()
    session.press(.end)
    #expect(session.screen.plainText.contains("note 39"))
    session.press(.home)
    #expect(session.screen.plainText.contains("note 0"))
  }

  @Test(arguments: ["", "   "]) mutating func aNoteIsNeeded(_ note: String) {
    session.press(.home, "B")
    session.type(note)
    _ = session.takeEffects()
    session.press(.enter)
    #expect(session.takeEffects().isEmpty)
    #expect(session.message == "no bookmark set: it needs a note")
    #expect(session.state.layers.isEmpty)
  }

  @Test mutating func theYearOfAnotherYearStays() throws {
    session = Session(size: TerminalSize(columns: 60, rows: 20))
    load(
      try bookmark("a note that is rather long", hours: 1),
      try bookmark("another that is as long", hours: 24 * 400))
    list()
    let screen = session.screen.plainText
    #expect(screen.contains("2 bookmarks, UTC"), "\(screen)")
    #expect(screen.contains("2024-03-01  a note"), "\(screen)")
    #expect(screen.contains("2025-04-05  another"), "\(screen)")
  }

  @Test mutating func datesOfAListHaveOneForm() throws {
    session = Session(size: TerminalSize(columns: 60, rows: 20))
    load(
      try bookmark("x", hours: 1), try bookmark("a note that is rather long", hours: 2),
      try bookmark("y", hours: 3))
    list()
    let rows = session.screen.plainLines.filter { $0.contains("03-01 1") && !$0.contains("PAST") }
    let columns = rows.compactMap { row in
      ["x", "a note", "y"].compactMap { row.range(of: "  \($0)") }.first.map {
        row.distance(from: row.startIndex, to: $0.lowerBound)
      }
    }
    #expect(rows.count >= 3 && Set(columns).count == 1, "\(rows)")
  }
}
