import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The past names of very many anchors are read apart from the drawing, once.
@Suite struct NameReadingTests {
  private static let count = 1200

  /// A great many anchors, which are then all renamed, in the opposite order.
  private static let events: [HBAnchorEvent] = [false, true].flatMap { isLater in
    (0..<count).map { number in
      SampleSpace.event(
        isLater ? .updated : .created, SampleSpace.anchorId(number), number + (isLater ? count : 0),
        SampleSpace.instant(day: isLater ? 2 : 1, 0, 0).advanced(byMicroseconds: Int64(number)),
        version: isLater ? 2 : 1, transform: isLater ? nil : HBTransform.identity,
        metadata: [
          "text": .string(isLater ? "new \(1000 + number)" : "old \(9000 - number)")
        ])
    }
  }

  /// Returns a session on the space as the program opens it.
  private static func session() -> Session {
    var session = Session(events: events)
    session.view.data.prepare()
    session.view.data.prepare(.drift(.shifts))
    session.send(.logRead)
    _ = session.takeEffects()
    return session
  }

  private func readings(_ session: inout Session) -> [LogReading] {
    session.takeEffects().compactMap { effect in
      if case .read(.names(let offset), _) = effect { .names(stateAt: offset) } else { nil }
    }
  }

  private func first(_ session: Session) -> Int? {
    session.view.listedAnchors.list.slots.first.map { Int($0) }
  }

  @Test func `now, every name is known`() {
    var session = Self.session()
    session.press(";")
    #expect(readings(&session).isEmpty)
    #expect(first(session) == 0)
  }

  @Test func `names of the past are read, and then give the order`() throws {
    var session = Self.session()
    session.view.move(to: .at(SampleSpace.instant(day: 1, 1)))
    session.press(";")
    let offset = Self.count
    #expect(session.view.lists.reading == .names(stateAt: offset))
    #expect(session.screen.plainText.contains("reading names"))
    #expect(first(session) == 0)
    session.view.data.prepare(.names(stateAt: offset))
    session.send(.logRead)
    #expect(session.screen.plainText.contains("by name"))
    #expect(first(session) == Self.count - 1)
    #expect(readings(&session).count == 1)
    session.press(";", .backspace)
    #expect(readings(&session).isEmpty)
  }
}
