import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Filters match an anchor as it is at the date on screen, and events as they were.
@Suite struct FilterTests {
  private static func names(_ session: Session) -> [String] {
    let list = session.view.anchorList
    let state = session.view.data.state(at: session.view.offset)
    return list.slots.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).map { session.view.data.description(after: $0).label.plain }
    }
  }

  private static func session(_ filter: String) -> Session {
    var session = Session()
    session.press("f")
    session.type(filter)
    session.press(.enter)
    return session
  }

  @Test func `a text that came later does not match before`() {
    var session = Self.session("bread")
    session.press(.home)
    #expect(Self.names(session).isEmpty)
    // The note has said bread since the second instant of the second day.
    session.press("]")
    #expect(session.view.instant == SampleSpace.instant(day: 2, 12, 0, 30))
    #expect(Self.names(session) == ["buy bread"])
  }

  @Test func `a text that was changed does not match after`() {
    var session = Self.session("milk")
    session.press(.home)
    #expect(Self.names(session) == ["buy milk"])
    session.send(.terminal(.key(.end)))
    #expect(Self.names(session).isEmpty)
  }

  @Test func `density and steps are of the events that left what was asked for`() {
    let milk = Self.session("text=milk").view.steppedEvents
    #expect(milk.isEmpty)
    let buyMilk = Self.session("milk").view
    #expect(buyMilk.times.eventCount == 1)
    // Changed to bread, and deleted as bread.
    #expect(Self.session("bread").view.times.eventCount == 2)
    #expect(Self.session("type:model").view.times.eventCount == 3)
  }

  @Test func `where nothing passes, every step says so and the bar keeps its dates`() {
    var session = Self.session("butter")
    #expect(session.view.steppedEvents.isEmpty)
    for key in [.left, .right, "[", "]", "{", "}"] as [Key] {
      session.press(key)
      #expect(session.message == "no event passes the filter")
    }
    let text = session.screen.plainText
    #expect(!text.contains("‹"), "the date on screen is not before the bar")
    #expect(text.contains("2024-03-01") && text.contains("03-12 "), "\(text)")
  }

  @Test func `a kind is about what happened until then`() {
    var session = Self.session("kind:moved")
    #expect(Self.names(session) == ["chair"])
    session.press(.home)
    #expect(Self.names(session).isEmpty)
  }

  @Test func `an actor is about who did something until then`() {
    var session = Self.session("actor:kit")
    #expect(Self.names(session) == ["lamp"])
    session.press("[")
    // The note that kit deleted is listed only if deleted anchors are.
    #expect(Self.names(session).isEmpty)
    session.press("i")
    #expect(Self.names(session) == ["buy bread"])
  }

  @Test func `a comparison keeps what passes before or after`() {
    var session = Self.session("bread")
    session.press("d", "d", .home)
    // It said milk at the start, and bread when it was deleted.
    #expect(session.view.comparison(.none)?.rows.map(\.difference) == [.removed])
    session.press("f", .control("u"))
    session.type("milk")
    session.press(.enter)
    #expect(session.view.comparison(.none)?.rows.map(\.difference) == [.removed])
    session.press("f", .control("u"))
    session.type("butter")
    session.press(.enter)
    #expect(session.view.comparison(.none)?.rows.isEmpty == true)
  }

  @Test func `the plan and the list agree`() {
    var session = Self.session("type:waypoint")
    #expect(session.screen.plainText.contains("3 filtered out"))
    session.press(.home)
    #expect(Self.names(session) == ["Entrance", "Exit"])
  }

  /// The plan and the title only show what is visible.
  @Test func `deleted anchors that are listed are counted apart`() {
    var session = Session(size: TerminalSize(columns: 160, rows: 40))
    session.press("i", "f")
    session.type("bread")
    session.press(.enter)
    #expect(session.message.hasPrefix("0 of 5 anchors at this date, and 1 deleted; "))
    #expect(session.screen.plainText.contains("0 of 5 anchors, 1 deleted"))
  }

  @Test func `a filter says what it hides and how to get rid of it`() {
    let some = Self.session("type:waypoint")
    #expect(
      some.message
        == "2 of 5 anchors at this date; 2 events match at any time; Esc shows all"
    )
    let none = Self.session("text=milk")
    #expect(
      none.message == "nothing ever matches this filter; Esc shows all")
  }

  /// The same as for comparisons, slices and measures.
  @Test func `off ends a filter, and in quotes it is a text`() {
    var session = Self.session("milk")
    session.run("filter off")
    #expect(session.view.lists.filter == nil && session.message == "no filter")
    session.run("filter milk")
    session.press("f", .control("u"))
    session.type("Off")
    session.press(.enter)
    #expect(session.view.lists.filter == nil)
    session.run("filter \"off\"")
    #expect(session.view.lists.filter?.terms == [.text("off")])
    session.press("f", .enter)
    #expect(session.view.lists.filter?.terms == [.text("off")])
    session.press(":")
    session.type("filter of")
    session.press(.tab)
    #expect(session.screen.plainLines.last?.contains(":filter off") == true)
  }

  /// Only the author of a type knows its exact name.
  @Test func `a filter by a type that there is not names those that there are`() {
    let types = "the types here are measurement, model, waypoint"
    #expect(
      Self.session("type:note").message
        == "nothing ever matches this filter; \(types); Esc shows all")
    #expect(
      Self.session("type:Model text=milk").message
        == "nothing ever matches this filter; Esc shows all")
    var session = Session()
    session.run("find type:note")
    #expect(session.message == "nothing matches \"type:note\" at any time; \(types)")
  }

  /// Compared with a filter of each event that decodes everything again.
  @Test(arguments: [
    "chair", "type:model", "order=2", "bread", "kind:updated milk", "kind:removed", "actor:kit",
    "order>1", "order>=1 order<2", "text!=\"buy milk\"", "text=\"buy milk\"", "value<=4.5", "y>0.5",
    "x<-1 z>=50cm", "moved>99cm", "moved<1m", "alive>0s", "alive<=1d",
    "after:2024-03-02 kind:moved",
    "before:2024-03-09 after:2024-03-02",
  ])
  func `events pass as a naive fold says`(text: String) throws {
    let view = Session().view
    let filter = try #require(try EventFilter(text, dates: Self.dates))
    let passing = view.data.filtered(filter).events
    let expected = try (0..<view.index.count).filter { ordinal in
      let id = view.index.anchorId(ofSlot: view.index.slot(ordinal)).uuidString.lowercased()
      return filter.matches(try view.index.metadata(ordinal), id: id)
        && filter.terms.allSatisfy { Self.holds($0, of: ordinal, view.index) }
    }
    #expect((0..<passing.count).map { passing.ordinal(at: $0) } == expected)
  }

  /// Returns whether a term about events holds.
  private static func holds(
    _ term: EventFilter.Term, of ordinal: Int, _ index: EventIndex
  ) -> Bool {
    switch term {
    case .kind(.event(let type)):
      index.type(ordinal) == type && index.difference(ofEvent: ordinal) != nil
    case .kind(.difference(let difference)):
      // By comparing the whole states.
      StateComparison(
        index, from: index.rows(of: index.state(through: ordinal)),
        to: index.rows(of: index.state(through: ordinal + 1))
      ).pairs.contains { $0.difference == difference }
    case .actor(let name): index.actor(ordinal)?.lowercased().contains(name) ?? false
    case .moved(let relation, let metres):
      // From the whole transforms, one event after the other.
      moveOfEvent(ordinal, index).map { relation.holds($0, metres) } ?? false
    case .before(let instant): index.instant(ordinal) < instant
    case .after(let instant): index.instant(ordinal) >= instant
    case .place(let axis, let relation, let metres):
      relation.holds(axis.value(index.position(ordinal)), metres)
    case .alive(let relation, let microseconds):
      relation.holds(aliveTime(ordinal, index), microseconds)
    case .text, .member, .differs, .compared, .type: true
    }
  }

  private static let dates = DateExpression.Context(
    now: SampleSpace.now, start: nil, end: nil, zone: .gmt)

  private static func moveOfEvent(_ ordinal: Int, _ index: EventIndex) -> Double? {
    let earlier = index.ordinals(ofSlot: index.slot(ordinal)).filter { $0 < ordinal }
    guard let previous = earlier.last, index.isVisible(previous), index.isVisible(ordinal),
      let (before, after) = try? (index.transform(previous), index.transform(ordinal)),
      before != after
    else { return nil }
    return HBTransform.distance(before, after)
  }

  private static func aliveTime(_ ordinal: Int, _ index: EventIndex) -> Int64 {
    let until = index.ordinals(ofSlot: index.slot(ordinal)).filter { $0 <= ordinal }
    return zip(until, until.dropFirst()).filter { index.isVisible($0.0) }.reduce(0) {
      $0 + index.instant($1.1).microseconds - index.instant($1.0).microseconds
    }
  }
}
