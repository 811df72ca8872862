import Foundation
import Hyperbasis
import Testing

/// Undos that are planned together and written one after the other.
struct SeveralUndosTests {
  private let space = UUID()

  /// The second plan shows an anchor that the first one deleted: with the date at which that was written,
  /// not the one that its rehearsal assumed.
  @Test func aLaterPlanHasTheDatesOfTheEarlierOnes() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor]), spaceId: space)
    try store.perform(.delete([anchor.id]), spaceId: space)
    var noted = try #require(try store.loadAnchors(spaceId: space).first)
    #expect(noted.isDeleted)
    noted.metadata["k"] = 1
    try store.perform(.save([noted]), spaceId: space)
    try store.perform(.restore([anchor.id]), spaceId: space)

    let plans = try store.plans.rehearse(.undo, atMost: 2, spaceId: space)
    let written = try store.plans.execute(plans)
    let events = try store.loadEvents(spaceId: space)
    let deleted = try #require(events.last { $0.type == .deleted })
    let last = try #require(written.last?.changes.first)
    #expect(plans.last?.changes.first?.after?.deletedAt != deleted.timestamp)
    #expect(last.before?.deletedAt == deleted.timestamp)
    #expect(last.before?.updatedAt == deleted.timestamp)
    #expect(last.after?.deletedAt == deleted.timestamp)
    #expect(last.after?.updatedAt == events.last?.timestamp)
    #expect(last.after?.createdAt == anchor.createdAt)
  }
}
