import HyperbasisExchange
import Testing

/// The text of the survey, word for word.
struct ScreenTests {
  private func survey(_ folder: String, _ line: String) throws -> ImportSurvey {
    let sample = try Sample(folder)
    let command = try ImportCommand(line)
    let space = ImportedSpace(sample.space)
    return try space.engine(command.options, command.files.map { try sample.input($0) }).survey()
  }

  @Test
  func vans() throws {
    let survey = try survey("04-csv-gps", "import vans.csv")
    #expect(
      survey.screen(space: "Vans", isNew: true) == [
        "vans.csv: CSV, UTF-8, comma, heading in line 1, 9 rows",
        "  anchor    vehicle      2 anchors (id is different in every row: it cannot name anchors)",
        "  time      when         2024-06-01 06:00:00 – 06:00:50 UTC, offsets in the file, in order",
        "  place     lat lon alt  degrees to metres about 48.1, 11.5, 0 m; 1.2 km × 556 m",
        "  turn      bearing      degrees clockwise from north",
        "  metadata  id driver    kept; id changes in nearly every row: --drop id leaves it out and "
          + "saves 5 `updated`",
        "  left out               1 row without a place (line 8)",
        "would create the space \"Vans\": 2 created, 5 moved, 6 updated = 13 events",
      ])
    #expect(
      survey.command(files: ["vans.csv"], space: "Vans").joined(separator: " ")
        == "import csv vans.csv --space Vans --delimiter , --id vehicle --time when --lat lat "
        + "--lon lon --alt alt --origin 48.1,11.5,0 --bearing bearing")
  }

  @Test("metadata are what the input has, not what its format may have")
  func columnsOfFormats() throws {
    var space = ImportedSpace("Trees")
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[8.5,47.3]},"properties":{"#
      + #""tree":"t1","h":3}}"#
    let survey = try space.take(
      #"{"type":"FeatureCollection","features":["# + feature + "]}", named: "t.geojson",
      try ImportCommand("import --id tree --at 2024-06-01").options)
    let metadata = survey.findings.filter { $0.topic == .metadata }
    #expect(metadata.map(\.columns) == ["h"])
  }

  @Test
  func badRows() throws {
    let survey = try survey("18-bad", "import csv bad.csv")
    #expect(survey.refusal == "bad.csv: 9 of 15 rows cannot be read; nothing was written")
    #expect(
      survey.faultLines == [
        "line 3, column x: \"NaN\" is not a number",
        "line 4: 4 cells instead of 5",
        "line 5, column y: \"two\" is not a number",
        "line 6, column id: empty",
        "line 7, column time: \"01/02/2024 00:00\" is written differently from the earlier times",
        "line 8, column time: \"2024-02-30T00:00:00Z\": there is no such day",
        "line 9: 6 cells instead of 5",
        "line 12, column x: \"inf\" is not finite",
        "line 16: a quotation mark is never closed",
      ])
    #expect(survey.notes == ["Line 13: a jump of 9000 km.", "Line 14: in the future."])
  }

  @Test
  func nothingToDo() throws {
    var space = ImportedSpace("Notes")
    let text = "id,t,x,y,z\na,2024-01-01,1,2,3\n"
    try space.take(text)
    let again = try space.take(text)
    #expect(
      again.screen(space: "Notes", isNew: false).last == "0 events: every row is already there")
    let empty = try space.take("id,t,x,y,z\n")
    #expect(empty.screen(space: "Notes", isNew: false).last == "0 events: there are no rows")
  }

  @Test
  func mixedColumns() throws {
    var space = ImportedSpace("Notes")
    let survey = try space.take("id,t,x,y,z,size\na,2024-01-01,1,2,3,7\nb,2024-01-01,1,2,3,wide\n")
    #expect(survey.notes == ["size has numbers and text; --text size makes all of it text."])
  }
}
