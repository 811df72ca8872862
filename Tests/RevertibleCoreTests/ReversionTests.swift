import Foundation
import RevertibleCore
import Testing

struct ReversionTests {

  @Test func leadsBackToTheEarlierVersion() throws {
    let original = Activity()
    var activity = original
    activity.title = "New title"
    activity.childActivities.append(Activity())
    let reversion = try #require(activity.reversion(to: original))
    try reversion.revert(&activity)
    #expect(activity == original)
  }

  @Test func isNilForEqualVersions() {
    let activity = Activity(childActivities: [Activity()])
    #expect(activity.reversion(to: activity) == nil)
  }

  @Test func refusesAnotherVersion() throws {
    let original = Activity()
    var activity = original
    activity.title = "New title"
    let reversion = try #require(activity.reversion(to: original))
    activity.title = "Newer title"
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try reversion.revert(&activity)
    }
    #expect(activity.title == "Newer title")
  }

  /// A type whose hash value ignores all its properties.
  private struct Coarse: Versionable {
    var text = ""
    var data = Data()
    var numbers: [Int] = []
    var names: Set<String> = []
    var scores: [String: Int] = [:]

    func hash(into hasher: inout Hasher) {}

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.text)
      reverter.appendReversion(at: \.data)
      reverter.appendReversion(at: \.numbers)
      reverter.appendReversion(at: \.names)
      reverter.appendReversion(at: \.scores)
    }
  }

  @Test(arguments: [
    Coarse(text: "A text"), Coarse(data: Data([1])), Coarse(numbers: [1, 2]), Coarse(names: ["a"]),
    Coarse(scores: ["a": 1]),
  ])
  private func refusesAnotherVersionThatHashesAlike(later: Coarse) throws {
    let reversion = try #require(later.reversion(to: Coarse()))
    var other = Coarse()
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try reversion.revert(&other) }
    #expect(other == Coarse())
  }

  /// The places that the change touches exist, but hold something else.
  @Test(arguments: [
    (Coarse(numbers: [1, 2]), Coarse(numbers: [5, 6])),
    (Coarse(text: "A text"), Coarse(text: "Others")),
    (Coarse(names: ["a"]), Coarse(names: ["a", "b"])),
    (Coarse(scores: ["a": 1]), Coarse(scores: ["a": 2])),
  ])
  private func refusesAnotherVersionThatItWouldFit(later: Coarse, other: Coarse) throws {
    let reversion = try #require(later.reversion(to: Coarse()))
    var value = other
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try reversion.revert(&value) }
    #expect(value == other)
    var rebuilt = Coarse(
      text: later.text + "", numbers: later.numbers.map { $0 }, names: Set([String](later.names)),
      scores: later.scores.mapValues { $0 })
    try reversion.revert(&rebuilt)
    #expect(rebuilt == Coarse())
  }

  @Test func canBeMappedToAContainingValue() throws {
    let original = Activity(childActivities: [Activity(), Activity()])
    var activity = original
    activity.childActivities[1].title = "New title"
    let child = activity.childActivities[1]
    let reversion = try #require(child.reversion(to: original.childActivities[1]))
      .mapped(to: \Activity.childActivities[1])
    activity.title = "Of no matter to the child"
    try reversion.revert(&activity)
    #expect(activity.childActivities == original.childActivities)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try reversion.revert(&activity)
    }
  }

  @Test func standsOnItsOwnForStandardTypes() throws {
    try expectReversion(from: Set(1...3), to: Set(2...5))
    try expectReversion(from: "caf\u{e9}", to: "cafe\u{301}s")
    try expectReversion(from: Data([1, 2, 3]), to: Data([1, 3]))
    try expectReversion(from: [1, 2, 3], to: [3])
    try expectReversion(from: ["a": 1, "b": 2], to: ["b": 3, "c": 4])
    try expectReversion(from: 1, to: 2)
    try expectReversion(from: Int?.none, to: 2)
    try expectReversion(from: 2, to: Int?.none)
    try expectReversion(from: Double.nan, to: 1)
    try expectReversion(from: true, to: false)
  }

  private func expectReversion<Value: Revertible>(
    from current: Value, to previous: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var value = current
    let reversion = try #require(
      current.reversion(to: previous), sourceLocation: sourceLocation)
    try reversion.revert(&value)
    #expect(value == previous, sourceLocation: sourceLocation)
  }

  @Test func floatsAreComparedByRepresentation() {
    #expect(Double.nan.reversion(to: .nan) == nil)
    #expect((-0.0).reversion(to: 0.0) != nil)
    #expect(1.5.reversion(to: 1.5) == nil)
  }

  @Test func anotherIdentityIsReplacedAsAWhole() throws {
    var value = Catalogue(item: Catalogue.Item(id: 1, name: "One"))
    let original = value
    value.item = Catalogue.Item(id: 2, name: "One")
    let reversion = try #require(value.reversion(to: original))
    try reversion.revert(&value)
    #expect(value.item.id == 1)
  }

  @Test func whatIsNotNamedStays() throws {
    var value = Catalogue()
    let original = value
    value.int = 1
    value.ignored = 1
    try #require(value.reversion(to: original)).revert(&value)
    #expect(value.int == 0)
    #expect(value.ignored == 1)
  }
}
