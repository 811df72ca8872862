import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// Distant dates, and hours in which clocks change.
struct ClockTests {
  @Test(
    "microseconds of any century",
    arguments: [
      "1850-01-01T00:00:00.123457Z", "2150-06-01T00:00:00.765433Z", "0001-01-01T00:00:00.000001Z",
      "9999-12-31T23:59:59.999999Z",
    ])
  func microseconds(_ date: String) throws {
    var space = ImportedSpace("Test")
    try space.take("id,t,x,y,z\na,\(date),1,2,3\n")
    #expect(space.index.instant(0).rfc3339Text == date)
    #expect(try space.take("id,t,x,y,z\na,\(date),1,2,3\n").events.total == 0)
  }

  /// A date in floating-point seconds cannot distinguish all of them.
  @Test(
    "every microsecond of a far second", arguments: ["1850-06-01T00:00:0", "2120-06-01T00:00:0"])
  func everyMicrosecond(_ second: String) throws {
    let dates = (0..<500).map { number in
      "\(second)\(number % 10).\(String(number * 1999 + 1_000_001).dropFirst())"
    }
    var text = "id,t,x,y,z\n"
    for (number, date) in dates.enumerated() { text += "a\(number),\(date)Z,1,2,3\n" }
    var space = ImportedSpace("Test")
    try space.take(text)
    let found = Set((0..<space.index.count).map { space.index.instant($0) })
    #expect(found == Set(dates.compactMap { HBInstant(rfc3339: $0 + "Z") }))
  }

  @Test(
    "an hour that occurs twice or not at all is noted",
    arguments: [
      ("2024-03-31 02:30:00", "Europe/Berlin", "2024-03-31T01:30:00Z", "does not occur"),
      ("2024-10-27 02:30:00", "Europe/Berlin", "2024-10-27T00:30:00Z", "occurs twice"),
      // A change by half an hour.
      ("2024-04-07 01:45:00", "Australia/Lord_Howe", "2024-04-06T14:45:00Z", "occurs twice"),
      ("2024-10-06 02:15:00", "Australia/Lord_Howe", "2024-10-05T15:45:00Z", "does not occur"),
      ("2024-10-27 04:30:00", "Europe/Berlin", "2024-10-27T03:30:00Z", nil),
    ])
  func clockChanges(
    _ local: String, _ zone: String, _ instant: String, _ note: String?
  ) throws {
    var space = ImportedSpace("Test")
    let options = try ImportCommand("import --zone \(zone)").options
    let survey = try space.take("id,t,x,y,z\na,\(local),1,2,3\n", options)
    #expect(space.index.instant(0).rfc3339Text == instant)
    #expect(survey.notes.contains { $0.contains("1 row in an hour that") } == (note != nil))
    if let note { #expect(survey.notes.contains { $0.contains(note) }, "\(survey.notes)") }
  }

  @Test("one of a thing is not several")
  func plurals() throws {
    var space = ImportedSpace("Test")
    let line = try space.take(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"times":[1]},
      "geometry":{"type":"LineString","coordinates":[[1,2],[2,3]]}}]}
      """, named: "a.geojson")
    #expect(line.faultLines == ["feature 1: 2 points have 1 time"])
    let matrix = try space.take(
      #"{"id":"a","t":1,"transform":[1]}"#, named: "a.jsonl")
    #expect(matrix.faultLines == ["line 1, column transform: 1 number instead of 16"])
    let single = try space.take("id,t,x,y,z,qx,qy,qz,qw\na,2024-01-01,1,2,3,0,0,0,1.005\n")
    #expect(single.notes == ["1 quaternion is not of length 1; it is scaled."])
    #expect(!single.findings.contains { $0.text.contains(" × ") })
  }

  /// If no column has a time, the rows are counted, at a given rate per second.
  @Test func rowsAtARate() throws {
    var options = ImportOptions()
    options.columns = ["x", "y", "z"]
    options.anchorName = "phone"
    options.rate = 4
    options.start = HBInstant(rfc3339: "2024-01-01T00:00:00Z")
    var space = ImportedSpace("Test")
    try space.take("0 0 0\n1 0 0\n2 0 0\n", options)
    let start = try #require(options.startMicroseconds)
    let instants = (0..<space.index.count).map { space.index.instant($0).microseconds - start }
    #expect(instants == [0, 250_000, 500_000])
  }

  @Test func optionsThatMeanNothingAreRefused() throws {
    let wrong: [(inout ImportOptions) -> Void] = [
      { $0.rate = 0 }, { $0.rate = .nan }, { $0.goneAfter = -5 }, { $0.leastInterval = -1 },
      { $0.leastMove = .infinity }, { $0.leastTurn = -1 }, { $0.origin = [1] },
      { $0.origin = [1, .nan] }, { $0.set = ["a": .double(.nan)] },
    ]
    for (number, change) in wrong.enumerated() {
      var options = ImportOptions()
      change(&options)
      var space = ImportedSpace("Test")
      #expect(throws: UnreadableInput.self, "\(number)") {
        try space.take("id,t,x,y\na,2024-01-01,1,2\n", options)
      }
    }
  }
}
