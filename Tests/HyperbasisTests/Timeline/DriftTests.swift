import Foundation
import Hyperbasis
import Testing

struct DriftTests {
  private let log = SampleLog()
  private let chair = UUID()

  /// Returns the date this many seconds after the first event of the sample.
  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + seconds)
  }

  private func instant(_ seconds: Double) -> HBInstant { HBInstant(date(seconds)) }

  /// Returns an anchor as a file holds it: dates are whole seconds.
  private func file(
    _ x: Float, _ text: String? = nil, updated: Double, deleted: Double? = nil
  ) -> HBAnchor {
    HBAnchor(
      id: chair, spaceId: log.spaceId, transform: SampleLog.transform(x),
      metadata: text.map { ["text": .string($0)] } ?? [:], createdAt: date(0),
      updatedAt: date(updated), deletedAt: deleted.map(date))
  }

  private func events(_ file: HBAnchor) throws -> [HBAnchorEvent] {
    try ImpliedEvents.syntheticEvents(for: file, index: log.index)
  }

  /// Fills the log with the chair, created at second 0 and moved twice within second 10.
  private func fill() {
    log.append(.created, chair, at: instant(0), x: 1, text: "a")
    log.append(.moved, chair, at: instant(10.25), x: 2)
    log.append(.moved, chair, at: instant(10.75), x: 3)
  }

  // MARK: - Without events

  @Test func aFileWithoutEvents() throws {
    let events = try events(file(1, "a", updated: 7))
    #expect(events.map(\.type) == [.created])
    #expect(events[0].timestamp == date(0))
    #expect(events[0].version == 1)
    #expect(events[0].metadata == ["text": "a"])
    #expect(events[0].transform == SampleLog.transform(1))
    #expect(events[0].actorId == nil)
  }

  @Test func aDeletedFileWithoutEvents() throws {
    let events = try events(file(1, updated: 9, deleted: 9))
    #expect(events.map(\.type) == [.created, .deleted])
    #expect(events.map(\.timestamp) == [date(0), date(9)])
    #expect(events.map(\.version) == [1, 2])
  }

  /// According to a broken clock it was deleted before it was created: it is still deleted.
  @Test func aDeletionBeforeTheCreation() throws {
    for event in try events(file(1, updated: 9, deleted: -5)) {
      log.lines.append(.init(event: event))
    }
    #expect(log.now(chair) == "1 hidden")
  }

  // MARK: - Drift

  @Test func agreementIsNoDrift() throws {
    fill()
    #expect(try events(file(3, "a", updated: 10)).isEmpty)
    // Different dates alone are no drift.
    #expect(try events(file(3, "a", updated: 500)).isEmpty)
  }

  @Test func aDeletionWithoutAnEvent() throws {
    fill()
    let events = try events(file(3, "a", updated: 20, deleted: 20))
    #expect(events.map(\.type) == [.deleted])
    #expect(events[0].timestamp == date(20))
    #expect(events[0].version == 4)
    // Within the second of the last event: it comes after that event.
    let close = try self.events(file(3, "a", updated: 10, deleted: 10))
    #expect(close.map(\.instant) == [instant(10.75).advanced(byMicroseconds: 1)])
  }

  @Test func metadataLostByASaveThatMoved() throws {
    fill()
    let events = try events(file(3, "b", updated: 10))
    #expect(events.map(\.type) == [.updated])
    #expect(events[0].metadata == ["text": "b"])
    #expect(events[0].instant == instant(10.75).advanced(byMicroseconds: 1))
  }

  @Test func aReturnWithMoreChanges() throws {
    fill()
    log.append(.deleted, chair, at: instant(12))
    let events = try events(file(4, "b", updated: 15))
    #expect(events.map(\.type) == [.restored, .moved, .updated])
    #expect(events.map(\.version) == [5, 6, 7])
    #expect(Set(events.map(\.timestamp)) == [date(15)])
    for event in events { log.lines.append(.init(event: event)) }
    #expect(log.now(chair) == "4 b")
  }

  /// Older than the log's last event: the file just has not been rewritten yet.
  @Test func aStaleFileIsNoDrift() throws {
    fill()
    #expect(try events(file(1, "a", updated: 0)).isEmpty)
    #expect(try events(file(9, "z", updated: 9)).isEmpty)
    #expect(try events(file(9, "z", updated: 9, deleted: 9)).isEmpty)
    // Only the deletion is late enough.
    #expect(try events(file(3, "a", updated: 9, deleted: 10)).map(\.type) == [.deleted])
  }

  /// Written between two events of the same second, then overtaken by the later one.
  @Test func aStateTheLogPassesThroughIsNoDrift() throws {
    fill()
    #expect(try events(file(2, "a", updated: 10)).isEmpty)
    // The state in force when the second began.
    #expect(try events(file(1, "a", updated: 10)).isEmpty)
    // Back to an earlier state, seconds later: that is new.
    #expect(try events(file(2, "a", updated: 11)).map(\.type) == [.moved])
    #expect(try events(file(1, "a", updated: 11)).map(\.type) == [.moved])
  }

  /// An event at the very start of the second ends what was in force before.
  @Test func aStateThatEndedBeforeTheSecondIsDrift() throws {
    log.append(.created, chair, at: instant(0), x: 1)
    log.append(.deleted, chair, at: instant(10))
    #expect(try events(file(1, updated: 10)).map(\.type) == [.restored])
    log.append(.restored, chair, at: instant(10), x: 1)
    log.append(.deleted, chair, at: instant(10))
    #expect(try events(file(1, updated: 10)).isEmpty)
  }

  @Test func whatWouldCountForNothing() throws {
    var foreign = HBAnchor(id: chair, spaceId: UUID(), transform: SampleLog.transform(1))
    #expect(try events(foreign).isEmpty)
    foreign = HBAnchor(id: chair, spaceId: log.spaceId, transform: [1, 2])
    #expect(try events(foreign).isEmpty)
  }

  @Test func eventsWithoutATransformAreNoState() throws {
    log.append(.updated, chair, at: instant(0), text: "a")
    let events = try events(file(1, "a", updated: 5, deleted: 5))
    #expect(events.map(\.type) == [.created, .deleted])
    #expect(events.map(\.version) == [2, 3])
  }

  // MARK: - The same everywhere

  @Test func idsFollowFromTheFile() throws {
    fill()
    let once = try events(file(4, "b", updated: 20, deleted: 20))
    #expect(once.count == 3)
    #expect(try events(file(4, "b", updated: 20, deleted: 20)) == once)
    #expect(Set(once.map(\.id)).count == 3)
    let later = try events(file(4, "b", updated: 21, deleted: 21))
    #expect(Set(once.map(\.id)).isDisjoint(with: later.map(\.id)))
  }

  /// Ids are permanent: other machines and later versions must generate the same ones.
  @Test func aKnownId() throws {
    let id = try #require(UUID(uuidString: "11111111-2222-4333-8444-555555555555"))
    let anchor = HBAnchor(
      id: id, spaceId: log.spaceId, transform: SampleLog.transform(1), createdAt: date(0),
      deletedAt: date(60))
    let ids = try events(anchor).map(\.id)
    let dates = "2023-11-14T22:13:20Z 2023-11-14T22:13:20Z 2023-11-14T22:14:20Z"
    #expect(ids[0] == UUIDv5.make(namespace: id, name: dates + " created"))
    #expect(ids[1] == UUIDv5.make(namespace: id, name: dates + " deleted"))
  }

  /// Once the events are in the log, file and log agree.
  @Test func writingTheEventsEndsTheDrift() throws {
    fill()
    let drifted = file(4, "b", updated: 10, deleted: 10)
    for event in try events(drifted) { log.lines.append(.init(event: event)) }
    #expect(log.now(chair) == "4 b hidden")
    #expect(try events(drifted).isEmpty)
  }
}
