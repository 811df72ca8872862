import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// A search looks through all time, and says when what it found was there.
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
}
