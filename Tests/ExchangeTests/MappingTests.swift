import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// The meaning of columns, and what becomes of a row.
struct MappingTests {
  private func anchor(_ space: ImportedSpace) throws -> HBAnchor {
    try #require(try space.index.anchors(in: space.index.state(through: space.index.count)).first)
  }

  @Test("far away coordinates keep their centimetres")
  func farAway() throws {
    let text =
      "id,t,x,y,z\na,2024-01-01,448263.004,5429380.172,530.5\n"
      + "a,2024-01-02,448263.104,5429380.172,530.5\n"
    let (space, survey) = try imported(text, "import --axes enu")
    #expect(survey.origin == [448_000, 5_429_000, 1000])
    #expect(abs(Double(try anchor(space).transform[12]) - 263.104) < 0.001)
    let (kept, _) = try imported(text, "import --axes enu --origin 0,0,0")
    #expect(try anchor(kept).transform[12] == 448_263.104)
    // The end of the file shows that not all of it is far away.
    let (near, _) = try imported(text + "b,2024-01-03,0,0,0\n", "import --axes enu")
    #expect(try anchor(near).transform[12] > 448_000)
  }

  @Test("the day or the month first, by the whole column")
  func dayFirst() throws {
    let day = try imported("id,t,x,y\na,3/4/2024,1,2\na,13/4/2024,2,2\n")
    #expect(day.survey.instants?.upperBound.rfc3339Text == "2024-04-13T00:00:00Z")
    let month = try imported("id,t,x,y\na,3/4/2024 9:05 PM,1,2\na,4/13/2024,2,2\n")
    #expect(month.survey.instants?.lowerBound.rfc3339Text == "2024-03-04T21:05:00Z")
    let error = #expect(throws: UnreadableInput.self) { try imported("id,t,x,y\na,3/4/2024,1,2\n") }
    #expect(error?.description.contains("dd/MM/yyyy") == true)
  }

  @Test(
    "the month first where no date of the column could have the day first",
    arguments: [
      ("1/15/2024", "00:00"), ("01/15/2024 10:00:00", "10:00"), ("1/15/2024 15:05", "15:05"),
      ("01/15/2024 03:05 PM", "15:05"), ("01-15-2024", "00:00"), ("01.15.2024", "00:00"),
    ])
  func monthFirstEverywhere(date: String, time: String) throws {
    let rows = "a,\(date),1,2,0\na,\(date.replacing("15", with: "16", maxReplacements: 1)),1,2,1\n"
    let (_, survey) = try imported("id,time,x,y,z\n" + rows)
    #expect(survey.faultLines.isEmpty)
    #expect(survey.instants?.lowerBound.rfc3339Text == "2024-01-15T\(time):00Z")
    #expect(survey.instants?.upperBound.rfc3339Text == "2024-01-16T\(time):00Z")
  }

  @Test(
    "the advice for dates that could be either is their own format",
    arguments: [
      ("1/2/2024 15:05", "dd/MM/yyyy HH:mm", "MM/dd/yyyy HH:mm"),
      ("01/02/2024", "dd/MM/yyyy", "MM/dd/yyyy"),
      ("01-02-2024T15:05:06.25Z", "dd-MM-yyyyTHH:mm:ssX", "MM-dd-yyyyTHH:mm:ssX"),
      ("1/2/2024 3:05 PM", "dd/MM/yyyy hh:mm a", "MM/dd/yyyy hh:mm a"),
      ("1/2/2024 15:05:06 +0200", "dd/MM/yyyy HH:mm:ss X", "MM/dd/yyyy HH:mm:ss X"),
    ])
  func adviceForEitherOrder(date: String, dayFirst: String, monthFirst: String) throws {
    let text = "id,time,x,y\na,\(date),1,2\n"
    let error = #expect(throws: UnreadableInput.self) { try imported(text) }
    #expect(error?.description.contains("'\(dayFirst)' or '\(monthFirst)'") == true)
    for (format, day) in [(dayFirst, "2024-02-01"), (monthFirst, "2024-01-02")] {
      let (_, survey) = try imported(text, "import --time-format '\(format)'")
      #expect(survey.faultLines.isEmpty)
      #expect(survey.instants?.lowerBound.rfc3339Text.hasPrefix(day) == true)
    }
  }

  @Test("a form of date that is not known by itself is told how to be given")
  func unknownDates() throws {
    for (date, advice, format) in [
      ("1/13/25 10:00", "'dd/MM/yy HH:mm' or 'MM/dd/yy HH:mm'", "MM/dd/yy HH:mm"),
      ("13-Jan-2025 10:00:00", "MMM for Jan", "d-MMM-yyyy HH:mm:ss"),
      ("january 13 2025 10:00 AM", "MMM for Jan", "MMMM d yyyy h:mm a"),
    ] {
      let text = "id,time,x,y\na,\(date),1,2\na,\(date),2,2\n"
      let fault = try #require(try imported(text).survey.faultLines.first)
      #expect(fault.contains(advice) && !fault.contains("earlier"), "\(fault)")
      let (_, survey) = try imported(text, "import --time-format '\(format)'")
      #expect(survey.faultLines.isEmpty)
      #expect(survey.instants?.lowerBound.rfc3339Text == "2025-01-13T10:00:00Z")
    }
    let (_, dated) = try imported("id,time_ms,x,y\na,2025-01-01T00:00Z,1,2\n")
    let fault = try #require(dated.faultLines.first)
    #expect(fault.hasSuffix("is not a number, although the column's name has a unit of time"))
    let (_, survey) = try imported("id,time,x,y\na,unknown,1,2\n")
    #expect(survey.faultLines == ["line 2, column time: \"unknown\" is not a time"])
  }

  @Test("times by their digits")
  func times() throws {
    let times = [
      "1305031102.175304": "2011-05-10T12:38:22.175304Z",
      "1305031102175": "2011-05-10T12:38:22.175Z",
      "1403715524907143168": "2014-06-25T16:58:44.907143Z",
      "1.717232400066667e+09": "2024-06-01T09:00:00.066667Z",
      "-0.0000001": "1969-12-31T23:59:59.999999Z",
      "2024-06-01 11:00:00.1234567+02": "2024-06-01T09:00:00.123456Z",
      "20240601T090000Z": "2024-06-01T09:00:00Z",
      "2024/06/01 09:00": "2024-06-01T09:00:00Z",
      "1.6.2024 9:00": "2024-06-01T09:00:00Z",
    ]
    for (text, expected) in times {
      let (_, survey) = try imported("id,time,x,y\na,\(text),1,2\n")
      #expect(survey.instants?.lowerBound.rfc3339Text == expected, "\(text) \(survey.faultLines)")
    }
    let (_, excel) = try imported("id,time,x,y\na,45444.375,1,2\n", "import --time-format excel")
    #expect(excel.instants?.lowerBound.rfc3339Text == "2024-06-01T09:00:00Z")
  }

  @Test("days in eight digits are days where all are")
  func compactDates() throws {
    let text = "id,time,x,y\na,20240430,1,2\na,20240501,2,2\n"
    let (_, survey) = try imported(text)
    #expect(survey.instants?.lowerBound.rfc3339Text == "2024-04-30T00:00:00Z")
    #expect(survey.instants?.upperBound.rfc3339Text == "2024-05-01T00:00:00Z")
    #expect(survey.options.timeFormat == .pattern("yyyyMMdd"))
    // With one value that is no day, or an option that says otherwise, they are seconds.
    for (rows, line) in [
      (text + "a,20240532,3,2\n", "import"), (text + "a,5,3,2\n", "import"),
      (text, "import --time-format s"),
    ] {
      let first = try imported(rows, line).survey.instants?.lowerBound
      #expect(first.map { $0.rfc3339Text < "1971" } == true)
    }
    let (_, dated) = try imported(text, "import --start 2024-01-01")
    #expect(dated.instants?.upperBound.rfc3339Text == "2024-01-01T00:01:11Z")
  }

  @Test(
    "the better name says when, and a temperature does not",
    arguments: [
      ("t,time", "time"), ("time,t", "time"), ("t,timestamp", "timestamp"), ("t,date", "date"),
      ("t,when", "when"),
    ])
  func temperature(columns: String, expected: String) throws {
    let cells = columns.hasPrefix("t,") ? "21.5,2024-05-01T12:00Z" : "2024-05-01T12:00Z,21.5"
    let (space, survey) = try imported("id,\(columns),x,y\na,\(cells),1,2\n")
    #expect(survey.options.time == [expected])
    #expect(survey.instants?.lowerBound.rfc3339Text == "2024-05-01T12:00:00Z")
    #expect(try anchor(space).metadata["t"] == 21.5)
  }

  @Test("relative times are in 1970 unless a start is given, which is said")
  func relative() throws {
    let (_, survey) = try imported("id,t,x,y\na,5,1,2\na,6,1,3\n")
    #expect(survey.instants?.lowerBound.microseconds == 5_000_000)
    #expect(survey.notes.contains { $0.contains("--start") })
    let (_, dated) = try imported("id,t,x,y\na,5,1,2\na,6.5,1,3\n", "import --start 2024-01-01")
    #expect(dated.instants?.upperBound.rfc3339Text == "2024-01-01T00:00:01.5Z")
  }

  @Test("the days of a spreadsheet are not near 0, and have a format")
  func spreadsheetDays() throws {
    let text = "id,time,x,y\na,45292.5,1,2\na,45293,1,3\n"
    let (_, survey) = try imported(text)
    #expect(survey.notes.count { $0.contains("--time-format excel reads them as dates") } == 1)
    #expect(survey.notes.allSatisfy { !$0.contains("count from a start") })
    let (_, days) = try imported(text, "import --time-format excel")
    #expect(days.instants?.lowerBound.rfc3339Text == "2024-01-01T12:00:00Z")
    #expect(days.notes.isEmpty)
    let (_, few) = try imported("id,time,x,y\na,5,1,2\n")
    #expect(few.notes.first?.hasPrefix("The times are too small for dates, so they count") == true)
  }

  @Test("an hour that occurs twice is the earlier one")
  func twice() throws {
    let (_, survey) = try imported(
      "id,t,x,y\na,2024-10-27 02:30:00,1,2\n", "import --zone Europe/Berlin")
    #expect(survey.instants?.lowerBound.rfc3339Text == "2024-10-27T00:30:00Z")
    #expect(survey.notes.contains { $0.contains("occurs twice") })
  }

  @Test("angles that could be radians are asked about")
  func radians() throws {
    let text = "id,t,x,y,yaw\na,2024-01-01,1,2,1.5707963267948966\n"
    #expect(throws: UnreadableInput.self) { try imported(text) }
    let (space, _) = try imported(text, "import --angle rad")
    #expect(HBTransform.yaw(try anchor(space).transform) == 90)
    let (named, _) = try imported(text.replacing("yaw", with: "yaw_rad"))
    #expect(HBTransform.yaw(try anchor(named).transform) == 90)
  }

  @Test("units behind names")
  func units() throws {
    let (space, _) = try imported("id,time_ms,x_cm,y (cm),z [cm]\na,1717232400500,100,250,-50\n")
    #expect(HBTransform.position(try anchor(space).transform) == SIMD3(1, 2.5, -0.5))
    #expect(space.index.instant(0).rfc3339Text == "2024-06-01T09:00:00.5Z")
  }

  @Test(
    "units of lengths behind names, by all their names",
    arguments: [
      ("km", 1000), ("kilometers", 1000), ("centimeters", 0.01), ("Centimetres", 0.01),
      ("millimeters", 0.001), ("in", 0.0254), ("inches", 0.0254), ("yd", 0.9144), ("foot", 0.3048),
    ])
  func lengths(unit: String, metres: Double) throws {
    let (space, survey) = try imported("id,t,x [\(unit)],y (\(unit))\na,2024-01-01,2,3\n")
    #expect(try anchor(space).transform[12] == Float(2 * metres))
    #expect(survey.options.unit?.metres == metres)
  }

  @Test(
    "units of times behind names",
    arguments: [
      ("time [h]", "02:30:00"), ("t (hours)", "02:30:00"), ("time_min", "00:02:30"),
      ("time [minutes]", "00:02:30"), ("t [days]", "60:00:00"), ("time_d", "60:00:00"),
    ])
  func spans(column: String, expected: String) throws {
    let (_, survey) = try imported(
      "id,\(column),x,y\na,0,1,2\na,2.5,2,2\n", "import --start 2024-01-01")
    let hours = try #require(Int(expected.prefix(2)))
    let rest = "\(hours % 24 < 10 ? "0" : "")\(hours % 24)\(expected.dropFirst(2))"
    let end = "2024-01-0\(1 + hours / 24)T\(rest)Z"
    #expect(survey.instants?.upperBound.rfc3339Text == end)
    // The command that is printed in full reads the same.
    let (_, again) = try imported(
      "id,\(column),x,y\na,0,1,2\na,2.5,2,2\n",
      ShellText.line(survey.command(files: ["a.csv"], space: "Test")))
    #expect(again.instants == survey.instants)
  }

  @Test("what is subtracted from places is told", arguments: ["", "1,2", "1,2,3"])
  func subtraction(origin: String) throws {
    let option = origin.isEmpty ? "" : " --origin \(origin)"
    let (_, survey) = try imported("id,t,x,y,z\na,2024-01-01,1,2,3\n", "import" + option)
    let place = try #require(survey.findings.first { $0.topic == .place })
    let told = origin.replacing(",", with: ", ")
    #expect(place.text.contains("minus \(told) m") == !origin.isEmpty, "\(place.text)")
    #expect(place.text.contains("minus") == !origin.isEmpty, "\(place.text)")
  }

  @Test("the printed command reads a file whose name begins with a dash")
  func dashedName() throws {
    let (_, survey) = try imported("id,t,x,y\na,2024-01-01,1,2\n")
    let words = survey.command(files: ["-walk.csv", "-", "b.csv"], space: "Test")
    #expect(Array(words[2...4]) == ["./-walk.csv", "-", "b.csv"])
  }

  @Test("a long fraction of an hour")
  func longFraction() throws {
    let (_, survey) = try imported("id,time [h],x,y\na,475636.3333333333333333,1,2\n")
    #expect(survey.instants?.lowerBound.rfc3339Text.hasPrefix("2024-04-05T04:1") == true)
  }

  @Test("a unit that is not known is asked for")
  func strangeUnits() throws {
    let places = "id,t,x [furlong],y [furlong]\na,2024-01-01,1,2\n"
    let error = #expect(throws: UnreadableInput.self) { try imported(places) }
    let text = error?.description ?? ""
    #expect(text.contains("x [furlong]") && text.contains("--unit"), "\(text)")
    #expect(try anchor(imported(places, "import --unit m").space).transform[12] == 1)
    let times = "id,time [fortnight],x,y\na,1,1,2\n"
    let other = #expect(throws: UnreadableInput.self) { try imported(times) }
    #expect(other?.description.contains("--time-format") == true)
    #expect(try imported(times, "import --time-format days").survey.events.total == 1)
    // A value that reads as a date needs no unit; a zone is not one.
    #expect(try imported("id,time [ISO],x,y\na,2024-01-01,1,2\n").survey.events.total == 1)
    #expect(try imported("id,time [UTC],x,y\na,1714564800,1,2\n").survey.events.total == 1)
    // Here, `min` is a minimum, not a minute.
    #expect(throws: UnreadableInput.self) { try imported("id,t,x_min,y_min\na,2024-01-01,1,2\n") }
  }

  @Test("rotations that are none")
  func rotations() throws {
    let head = "id,t,x,y,z,qx,qy,qz,qw\n"
    let (_, long) = try imported(head + "a,2024-01-01,1,2,3,0,0,0,1.1\n")
    #expect(long.faults.first.first?.kind == .notRotation)
    let (_, near) = try imported(head + "a,2024-01-01,1,2,3,0,0,0,1.005\n")
    #expect(near.events.created == 1)
    let (_, zero) = try imported(head + "a,2024-01-01,1,2,3,0,0,0,0\n")
    #expect(zero.events.total == 0)
    #expect(zero.rowsLeftOut == 1)
  }

  @Test("a scale of a matrix stays; a mirror is none")
  func matrices() throws {
    let names = (0..<16).map { "m\($0)" }.joined(separator: ",")
    let scaled = "id,t,\(names)\na,2024-01-01,2,0,0,5,0,2,0,6,0,0,2,7,0,0,0,1\n"
    let (space, _) = try imported(scaled)
    #expect(try anchor(space).transform == [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1])
    let (_, mirror) = try imported(scaled.replacing("0,0,2,7", with: "0,0,-2,7"))
    #expect(mirror.faults.first.first?.kind == .notRotation)
    let still = "id,t,\(names)\na,2024-01-01,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n"
    #expect(throws: UnreadableInput.self) { try imported(still) }
  }

  /// Some programs count once around the world.
  @Test("longitudes from 0 to 360")
  func longitudesAroundTheWorld() throws {
    let text = "id,t,lat,lon\na,2024-01-01,37.77,237.58\na,2024-01-02,37.78,237.5842\n"
    let (found, survey) = try imported(text)
    #expect(survey.origin == [37.77, -122.42, 0] && survey.faultLines.isEmpty)
    let west = text.replacing("237.5842", with: "-122.4158").replacing("237.58", with: "-122.42")
    let (wanted, _) = try imported(west)
    let (place, known) = (try anchor(found).transform, try anchor(wanted).transform)
    #expect(zip(place, known).allSatisfy { abs($0 - $1) < 0.001 })
    let (given, other) = try imported(text, "import --origin 37.77,237.58")
    #expect(try other.origin == survey.origin && anchor(given) == anchor(found))
  }

  @Test("heights that some rows lack")
  func heightsThatSomeRowsLack() throws {
    let rows = "a,2024-01-01,48,11,1200\na,2024-01-02,48,11,\na,2024-01-03,48,11,\n"
    let (_, some) = try imported("id,t,lat,lon,alt\n" + rows)
    #expect(
      some.notes == [
        "Line 3: no altitude, though other rows have one; put at a height of 0 m, and 1 more."
      ])
    let (_, none) = try imported("id,t,lat,lon,alt\n" + rows.replacing("1200", with: ""))
    #expect(none.notes.isEmpty)
  }

  @Test("latitude and longitude that are swapped")
  func swapped() throws {
    let (_, survey) = try imported("id,t,lat,lon\na,2024-01-01,139.7,35.6\n")
    #expect(
      survey.faultLines == [
        "line 2, column lat: 139.7 is not a latitude; are latitude and longitude swapped?"
      ])
  }

  @Test("a place beside its matrix is the same, or somebody says which counts")
  func repeatedPlace() throws {
    let names = (0..<16).map { "m\($0)" }.joined(separator: ",")
    func table(_ place: String, delimiter: String = ",") -> String {
      // A quarter turn about the vertical.
      let text =
        "id,time,type,x,y,z,\(names)\na,2024-01-01,created,\(place),"
        + "0,0,-1,0,0,1,0,0,1,0,0,0,-8.046875,1.5,2,1\n"
      return text.replacing(",", with: delimiter)
    }
    for place in ["-8.046875,1.5,2", "-8.05,1.5,2.0", ",,"] {
      #expect(try imported(table(place)).survey.events.created == 1)
    }
    let edited = table("9.99,1.5,2")
    for text in [edited, table("9.99,1.5,2", delimiter: ";")] {
      let (_, survey) = try imported(text)
      #expect(
        survey.faultLines == [
          "line 2, column x: 9.99, but m12 is -8.046875; --position x,y,z or --drop x --drop y "
            + "--drop z says which of the two counts"
        ])
    }
    let (moved, survey) = try imported(edited, "import --position x,y,z")
    #expect(survey.faultLines.isEmpty)
    let transform = try anchor(moved).transform
    #expect(Array(transform[12..<15]) == [9.99, 1.5, 2])
    #expect(Array(transform[0..<3]) == [0, 0, -1])
    let (kept, _) = try imported(edited, "import --drop x --drop y --drop z")
    #expect(try anchor(kept).transform[12] == -8.046875)
    #expect(try anchor(kept).metadata.keys.sorted() == ["label"])
  }

  @Test("columns that are not there are named")
  func unknownColumn() {
    let error = #expect(throws: UnreadableInput.self) {
      try imported("id,t,x,y\na,2024-01-01,1,2\n", "import --id plate")
    }
    #expect(
      error?.description == "--id: the input has no column \"plate\"; its columns are id, t, x, y. "
        + "The delimiter was guessed (comma); if it is another one, name it, for example --delimiter "
        + "tab.")
  }

  @Test("a space for each value of a column")
  func spaces() throws {
    let text =
      "site,id,t,x,y\nnorth,a,2024-01-01,1,2\nsouth,a,2024-01-01,3,2\nnorth,b,2024-01-01,1,2\n"
    var options = ImportOptions()
    options.spaceColumn = "site"
    var space = ImportedSpace("north")
    let names = try space.take(text, options)
    #expect(names.spaceNames == ["north", "south"])
    #expect(names.events.total == 0)
    options.onlySpace = "north"
    #expect(try space.take(text, options).events.created == 2)
  }
}
