import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import Testing

/// The authors of what differs between two states.
struct ContributorsTests {
  private let log = SampleLog()
  private let anchor = UUID()

  private func append(
    _ type: HBAnchorEvent.EventType, by actor: String?, x: Float? = nil, text: String? = nil
  ) {
    log.clock = log.clock.advanced(byMicroseconds: 1_000_000)
    log.append(type, anchor, at: log.clock, x: x, text: text, actor: actor)
  }

  private func contributors(
    from before: Int?, to after: Int?, hasMoved: Bool = false, isUpdated: Bool = false
  ) throws -> [String] {
    try log.index.contribution(
      from: before, to: after, hasMoved: hasMoved, isUpdated: isUpdated)?.actors ?? []
  }

  @Test func theCreatorOfWhatWasAdded() throws {
    append(.created, by: "ann", x: 1)
    append(.moved, by: "bob", x: 2)
    #expect(try contributors(from: nil, to: 1) == ["ann"])
    // Going back in time, the same author is responsible.
    #expect(try contributors(from: 1, to: nil) == ["ann"])
  }

  /// Another user brought it back meanwhile: what was not there before was made by its creator.
  @Test func theCreatorOfWhatWasAddedAndDeletedAndRestored() throws {
    append(.created, by: "ann", x: 1)
    append(.deleted, by: "bob")
    append(.restored, by: "cleo", x: 1)
    #expect(try contributors(from: nil, to: 2) == ["ann"])
    #expect(try contributors(from: 1, to: 2) == ["cleo"])
  }

  @Test func theOneWhoDeletedWhatWasRemoved() throws {
    append(.created, by: "ann", x: 1)
    append(.deleted, by: "bob")
    append(.deleted, by: "cleo")
    append(.updated, by: "dan", text: "new")
    #expect(try contributors(from: 0, to: 3) == ["bob"])
    append(.restored, by: "eve", x: 1)
    #expect(try contributors(from: 1, to: 4) == ["eve"])
    #expect(try contributors(from: 1, to: 2) == [])
  }

  @Test(arguments: [nil, "", "  "])
  func someWithoutAName(name: String?) throws {
    append(.created, by: "ann", x: 1)
    append(.moved, by: "bob", x: 2)
    append(.moved, by: name, x: 3)
    let contribution = try #require(
      try log.index.contribution(from: 0, to: 2, hasMoved: true, isUpdated: false))
    #expect(contribution.actors == ["bob"] && contribution.hasUnnamed)
    #expect(contribution.eventCount == 2)
  }

  /// Apps save anchors that have not changed, and an anchor that is there may be restored.
  @Test func whoRepeatsWhatWasSoHadNoPart() throws {
    append(.created, by: "ann", x: 1, text: "one")
    append(.moved, by: "ann", x: 2)
    append(.restored, by: "bob", x: 2, text: "one")
    append(.moved, by: "cy", x: 2)
    append(.updated, by: "dee", text: "one")
    append(.updated, by: "eve", text: "two")
    let last = try log.index.count - 1
    #expect(try contributors(from: 0, to: last, hasMoved: true) == ["ann"])
    #expect(try contributors(from: 0, to: last, isUpdated: true) == ["eve"])
    // What was taken back in between were changes, too.
    append(.moved, by: "fay", x: 3)
    append(.moved, by: "gil", x: 2)
    #expect(try contributors(from: 0, to: last + 2, hasMoved: true) == ["ann", "fay", "gil"])
  }

  @Test func allWhoHadAPartInOtherChanges() throws {
    append(.created, by: "ann", x: 1, text: "one")
    append(.moved, by: "bob", x: 2)
    append(.updated, by: "cleo", text: "two")
    append(.moved, by: nil, x: 3)
    append(.moved, by: "ann", x: 4)
    append(.moved, by: "bob", x: 5)
    #expect(try contributors(from: 0, to: 5, hasMoved: true) == ["bob", "ann"])
    #expect(try contributors(from: 5, to: 0, hasMoved: true) == ["bob", "ann"])
    #expect(try contributors(from: 0, to: 5, isUpdated: true) == ["cleo"])
    #expect(
      try contributors(from: 0, to: 5, hasMoved: true, isUpdated: true) == ["bob", "cleo", "ann"])
  }
}
