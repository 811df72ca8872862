import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// A search covers all time, and says when each match existed.
@Suite struct FindTests {
  private var session = Session()

  private mutating func find(_ text: String) {
    session.press("/")
    session.type(text)
    session.press(.enter)
  }

  private var selectedId: UUID? { session.view.lists.selection }

  @Test mutating func `what is here is selected as before`() {
    find("chair")
    #expect(selectedId == SampleSpace.chair)
    #expect(session.message == "the only match")
  }

  @Test mutating func `a former name is found, and Enter goes to when it was called so`() throws {
    find("buy milk")
    #expect(
      session.message.hasPrefix("the only match: buy milk, there from 2024-03-01 to 2024-03-02"))
    #expect(session.message.hasSuffix("Enter goes there"))
    session.press(.enter)
    let ordinal = try #require(session.view.selectedOrdinal)
    #expect(session.view.data.description(after: ordinal).label.plain == "buy milk")
    #expect(!session.view.isAtEnd)
  }

  @Test mutating func `what is yet to come is found from the start`() throws {
    session = Session(
      events: SampleSpace.events + [
        SampleSpace.event(
          .created, SampleSpace.anchorId(7), 900, SampleSpace.instant(day: 12, 20), version: 1,
          transform: HBTransform.identity, metadata: ["text": "late lamp"])
      ])
    session.press(.home)
    find("late")
    #expect(session.message.contains("late lamp, there since 2024-03-12 20:00:00 UTC"))
    session.press(.enter)
    #expect(session.view.instant == SampleSpace.instant(day: 12, 20))
  }

  /// In the lists of other things, too, until another row is selected there.
  @Test(arguments: ["3", "4", "6", "7"] as [Key])
  mutating func `what was offered is what Enter does`(tab: Key) throws {
    session.press(tab)
    find("buy milk")
    #expect(session.message.hasSuffix("Enter goes there"))
    let found = session.state
    session.press(.enter)
    #expect(!session.view.isAtEnd)
    #expect(try #require(session.view.instant) < SampleSpace.instant(day: 3, 0))
    guard tab == "6" else { return }
    var other = session
    other.state = found
    other.press("j", .enter)
    #expect(try #require(other.view.instant) > SampleSpace.instant(day: 3, 0))
  }

  @Test mutating func `what was found elsewhere is not what Enter does in another list`() throws {
    find("buy milk")
    session.press("6", .enter)
    #expect(try #require(session.view.instant) > SampleSpace.instant(day: 3, 0))
  }

  @Test mutating func `matches of other times follow those of this date`() {
    find("e")
    #expect(session.message.contains("at other times"))
    var names: [String] = []
    for _ in 0..<12 {
      session.press("n")
      names.append(session.message)
    }
    #expect(names.contains { $0.contains("goes there") })
  }

  private static func things(_ names: [String]) -> [HBAnchorEvent] {
    names.enumerated().map { number, name in
      let id = UUID(uuidString: "4A0\(number)0000-0000-4000-8000-00000000000\(number)") ?? UUID()
      return SampleSpace.event(
        .created, id, 100 + number, SampleSpace.instant(day: 1, 10, number), version: 1,
        transform: HBTransform.identity, metadata: ["text": .string(name)])
    }
  }

  /// A number is not an id: one anchor in sixteen has one that starts with it.
  @Test mutating func `fewer than four digits are not the beginning of an id`() throws {
    session = Session(events: Self.things(["thing 1", "thing 2", "thing 4", "thing"]))
    func labels(_ session: Session) -> [String] {
      guard let search = session.view.lists.search else { return [] }
      return session.view.data.found(search)
        .map { session.view.data.description(after: $0.newest).label.plain }
    }
    for text in ["thing 4", "4", "4 thing"] {
      find(text)
      #expect(session.message == "the only match", "\(text)")
      #expect(labels(session) == ["thing 4"])
    }
    find("4a0")
    #expect(session.message.hasPrefix("nothing matches"))
    find("4a01")
    #expect(labels(session) == ["thing 2"])
    find("4a010000-")
    #expect(labels(session) == ["thing 2"])
    session.press(.home)
    let filter = try #require(try EventFilter("4"))
    #expect(!filter.matches([:], id: "4a010000-0000-4000-8000-000000000001"))
  }

  /// `desk 4` matches the anchor with that name, not the one that merely contains its words.
  @Test mutating func `what is called as the whole text says comes first`() {
    session = Session(events: Self.things(["4 by the desk", "chair", "desk 4"]))
    find("desk 4")
    #expect(session.view.selectionName.plain == "desk 4")
    #expect(session.message.hasPrefix("2 matches"))
  }

  @Test mutating func `nothing is said to match only where nothing ever did`() {
    find("never there")
    #expect(session.message == "nothing matches \"never there\" at any time")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `spans are those of a fold written plainly`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let texts = ["alpha", "beta", "gamma", "delta"]
    let events = (0..<40).map { number in
      SampleSpace.event(
        HBAnchorEvent.EventType.allCases.randomElement(using: &random) ?? .moved,
        SampleSpace.anchorId(Int.random(in: 1...6, using: &random)), number,
        SampleSpace.instant(day: 1, 0, number), version: number + 1,
        transform: Bool.random(using: &random) ? HBTransform.identity : nil,
        metadata: Bool.random(using: &random)
          ? ["text": .string(texts.randomElement(using: &random) ?? "")] : nil)
    }
    let data = SpaceData(SampleSpace.snapshot(events: events))
    let index = data.index
    let filter = try #require(try EventFilter("lta"))
    let found = Dictionary(uniqueKeysWithValues: data.found(filter).map { ($0.slot, $0) })
    for slot in 0..<index.slotCount {
      for count in 0...index.count {
        let anchors = try index.anchors(in: index.state(through: count))
        let anchor = anchors.first { $0.id == index.anchorId(ofSlot: slot) }
        let expected = anchor?.metadata["text"]?.stringValue == "delta"
        let isFound = found[slot]?.isThere(after: count) ?? false
        #expect(isFound == expected, "seed \(seed), anchor \(slot), after \(count)")
      }
    }
  }

  /// Going to the date of a match changes what is near; the search must keep its order.
  @Test func `going to each match visits all of them`() {
    let events = (0..<7).flatMap { number -> [HBAnchorEvent] in
      let id = SampleSpace.anchorId(number + 1)
      return [
        SampleSpace.event(
          .created, id, 2 * number, SampleSpace.instant(day: 2 * number + 1, 1), version: 1,
          transform: HBTransform.identity, metadata: ["text": .string("park \(number)")]),
        SampleSpace.event(
          .deleted, id, 2 * number + 1, SampleSpace.instant(day: 2 * number + 1, 2), version: 2),
      ]
    }
    var session = Session(events: events)
    session.press("/")
    session.type("park")
    session.press(.enter, .enter)
    var visited = [session.view.lists.selection]
    for _ in 1..<7 {
      session.press("n", .enter)
      visited.append(session.view.lists.selection)
    }
    #expect(Set(visited).count == 7)
    session.press("N", .enter)
    #expect(session.view.lists.selection == visited[5])
  }
}
