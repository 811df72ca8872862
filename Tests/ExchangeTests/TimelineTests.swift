import ExchangeTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// Samples compared with what the log shows already.
struct TimelineTests {
  private func options(_ line: String) throws -> ImportOptions {
    try ImportCommand("import " + line).options
  }

  @Test("complete states delete what they lack, and bring it back")
  func snapshots() throws {
    var space = ImportedSpace("Test")
    let options = try options("--snapshot --time-from name")
    let inputs = [
      ImportInput("id,x,y\na,1,2\nb,1,3\n", named: "trees-2024-06-01.csv"),
      ImportInput("id,x,y\nb,1,3\n", named: "trees-2024-06-02.csv"),
      ImportInput("id,x,y\nb,,\n", named: "trees-2024-06-03.csv"),
      ImportInput("id,x,y\na,1,2\n", named: "trees-2024-06-04.csv"),
    ]
    try space.take(options, inputs)
    #expect(space.eventCounts == ["created": 2, "deleted": 2, "restored": 1])
    #expect(try space.take(options, inputs).events.total == 0)
    // Importing them one by one gives the same.
    var other = ImportedSpace("Test")
    for input in inputs { try other.take(options, [input]) }
    #expect(other.content == space.content)
  }

  @Test(
    "a complete state that is known not to be whole is refused, and deletes nothing",
    arguments: [
      ("id,x,y\n", "b.csv has no rows, and as a complete state it would delete every anchor"),
      ("", "b.csv has no rows, and as a complete state it would delete every anchor"),
      ("id,x,y\na,1,2\nb,1", "b.csv: line 3 was cut off, and a complete state would delete"),
    ])
  func brokenState(text: String, message: String) throws {
    var space = ImportedSpace("Test")
    let options = try options("--snapshot --at 2024-06-01")
    try space.take("id,x,y\na,1,2\nb,1,3\n", options)
    let later = try self.options("--snapshot --at 2024-06-02 --skip-bad")
    let error = #expect(throws: UnreadableInput.self) {
      try space.take(text, named: "b.csv", later)
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(space.eventCounts == ["created": 2])
    // Without the claim to be complete it is an ordinary import.
    #expect(try space.take(text, named: "b.csv", self.options("--at 2024-06-02")).isEmpty)
  }

  @Test("of a complete state no row that cannot be read is left out")
  func stateWithBadRow() throws {
    var space = ImportedSpace("Test")
    try space.take("id,x,y\na,1,2\nb,1,3\n", try options("--snapshot --at 2024-06-01"))
    let survey = try space.take(
      "id,x,y\na,1,2\nb,one,3\n", try options("--snapshot --at 2024-06-02 --skip-bad"))
    #expect(survey.isRefused)
    #expect(
      survey.refusalAdvice
        == "a complete state without it would delete what is in it: correct it, or import without "
        + "--snapshot")
    #expect(space.eventCounts == ["created": 2])
  }

  @Test("two complete states of one instant are refused, and both are named")
  func statesOfOneInstant() throws {
    var space = ImportedSpace("Test")
    let options = try options("--snapshot --time-from name")
    func inputs(_ first: String, _ second: String) -> [ImportInput] {
      [
        ImportInput("id,x,y\na,1,2\n", named: "plan \(first).csv"),
        ImportInput("id,x,y\nb,1,2\n", named: "plan \(second).csv"),
      ]
    }
    let error = #expect(throws: UnreadableInput.self) {
      try space.take(options, inputs("2024-06-01 morning", "2024-06-01 evening"))
    }
    #expect(
      error?.description
        == "plan 2024-06-01 morning.csv and plan 2024-06-01 evening.csv are complete states of the "
        + "same instant, 2024-06-01T00:00:00Z. Give their names a time of day, such as "
        + "2024-06-01T14-30-15, or import each by itself with --at DATE.")
    try space.take(options, inputs("2024-06-01 at 14.30.15", "2024-06-01 at 4.00.00 PM"))
    #expect(space.eventCounts == ["created": 2, "deleted": 1])
    #expect(space.index.instant(0).rfc3339Text == "2024-06-01T14:30:15Z")
    #expect(space.index.instant(1).rfc3339Text == "2024-06-01T16:00:00Z")
  }

  @Test("a state does not delete what no import brought")
  func foreignAnchors() throws {
    var space = ImportedSpace("Test")
    let anchor = HBAnchorEvent(
      anchorId: UUID(), spaceId: space.id, type: .created,
      timestamp: Date(timeIntervalSince1970: 1_000_000_000), version: 1,
      transform: HBTransform.identity, metadata: ["text": "by hand"])
    try space.append([anchor])
    let options = try options("--snapshot --time t")
    try space.take("id,t,x,y\na,2024-01-01,1,2\n", options)
    try space.take("id,t,x,y\nb,2024-01-02,1,2\n", options)
    #expect(space.eventCounts == ["created": 3, "deleted": 1])
  }

  @Test("small moves and turns are left out, but not slow drift")
  func thinning() throws {
    var text = "id,t,x,y,z\n"
    for row in 0..<100 { text += "a,\(1_700_000_000 + row),\(Double(row) / 100),0,0\n" }
    var space = ImportedSpace("Test")
    let survey = try space.take(text, try options("--min-move 0.095"))
    #expect(survey.events.created == 1)
    #expect(survey.events.moved == 9)
    #expect(survey.rowsLeftOut == 90)
    #expect(try space.take(text, try options("--min-move 0.095")).events.total == 0)
    var timed = ImportedSpace("Test")
    #expect(try timed.take(text, try options("--every 10s")).events.moved == 9)
    #expect(try timed.take(text, try options("--every 10s")).events.total == 0)
    var turned = ImportedSpace("Test")
    var turns = "id,t,x,y,yaw\n"
    for row in 0..<90 { turns += "a,\(1_700_000_000 + row),0,0,\(row)\n" }
    #expect(try turned.take(turns, try options("--min-turn 9.5")).events.moved == 8)
  }

  @Test("what somebody changed since stays changed, and the past is said")
  func besideTheLog() throws {
    var space = ImportedSpace("Test")
    try space.take("id,t,x,y,color\na,2024-01-01,1,2,red\na,2024-01-05,3,2,red\n")
    let a = ImportIdentity.anchorId(named: "a", inSpace: space.id)
    // Moved by hand on the third, back to where it was on the first; recoloured on the sixth.
    try space.append([
      HBAnchorEvent(
        anchorId: a, spaceId: space.id, type: .moved,
        timestamp: try instant("2024-01-03T00:00:00Z").date, version: 3,
        transform: HBTransform.make(position: SIMD3(9, 0, 9))),
      HBAnchorEvent(
        anchorId: a, spaceId: space.id, type: .updated,
        timestamp: try instant("2024-01-06T00:00:00Z").date, version: 4,
        metadata: ["color": "blue", "label": "a"]),
    ])
    let again = try space.take("id,t,x,y,color\na,2024-01-01,1,2,red\na,2024-01-05,3,2,red\n")
    #expect(again.events.total == 0)
    // A sample in between: the position differs from the one in force then.
    let between = try space.take("id,t,x,y,color\na,2024-01-04,1,2,red\n")
    #expect(between.events.moved == 1)
    #expect(between.eventsInThePast == 1)
    let later = try space.take("id,t,x,y,color\na,2024-01-07,3,2,red\n")
    #expect(later.events.updated == 1)
    #expect(later.events.moved == 0)
  }

  @Test("a corrected row wins at its old instant, and can be corrected back")
  func corrections() throws {
    var space = ImportedSpace("Test")
    let first = "id,t,x,y\na,2024-01-01,1,2\na,2024-01-02,5,2\n"
    let second = first.replacing("5,2", with: "6,2")
    for text in [first, second, first, second] {
      try space.take(text)
      #expect(space.problems.isEmpty)
      #expect(try space.take(text).events.total == 0)
    }
    let latest = try space.index.anchors(in: space.index.state(through: space.index.count))
    #expect(latest.map { HBTransform.position($0.transform).x } == [6])
  }

  @Test("an anchor of another space is refused, or gets a new id")
  func otherSpace() throws {
    let id = UUID()
    let text = "id,t,x,y\n\(id.uuidString),2024-01-01,1,2\n"
    func engine(_ options: ImportOptions) -> ImportEngine {
      let space = ImportIdentity.spaceId(named: "Test")
      return ImportEngine(
        options, inputs: [ImportInput(text)],
        into: ImportTarget(
          spaceId: space, spaceName: "Test", homeElsewhere: { _ in UUID() },
          nameOfSpace: { _ in "Old Hall" }),
        makeSpool: { MemorySpool() })
    }
    let error = #expect(throws: UnreadableInput.self) { try engine(ImportOptions()).survey() }
    #expect(
      error?.description
        == "The anchor \(id.uuidString) lives in the space \"Old Hall\" of this store. --space "
        + "'Old Hall' imports into that one; --rekey makes copies with ids of their own.")
    #expect(try engine(try options("--rekey")).survey().events.created == 1)
  }

  @Test("empty cells unset, keep, or are null")
  func emptyCells() throws {
    let text = "id,t,x,y,color,size\na,2024-01-01,1,2,red,1\na,2024-01-02,1,2,,2\n"
    let cases: [(String, AnyCodableValue?)] = [
      ("unset", .none), ("keep", "red"), ("null", .some(.null)),
    ]
    for (empty, expected) in cases {
      var space = ImportedSpace("Test")
      try space.take(text, try options("--empty \(empty)"))
      let anchor = try #require(try space.index.anchors(in: space.index.state(through: 2)).first)
      #expect(anchor.metadata["color"] == expected, "\(empty)")
      #expect(anchor.metadata["size"] == 2)
    }
  }

  @Test("who made a row, and one operation for all")
  func actorsAndOperation() throws {
    var space = ImportedSpace("Test")
    let survey = try space.take(
      "id,t,x,y,by\na,2024-01-01,1,2,ada\na,2024-01-02,2,2,\n", try options("--actor-column by"))
    #expect(space.index.actor(0) == "ada")
    #expect(space.index.actor(1) == nil)
    for ordinal in 0..<2 {
      #expect(space.index.operation(ordinal) == survey.operation)
      let batch = try space.index.extraKeys(ordinal).first { $0.key == "batch" }?.value
      #expect(batch == ["index": .int(ordinal), "count": 2])
    }
  }

  private func instant(_ text: String) throws -> HBInstant {
    try #require(HBInstant(rfc3339: text))
  }
}
