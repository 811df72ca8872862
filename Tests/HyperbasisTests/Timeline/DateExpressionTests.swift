import Foundation
import Hyperbasis
import TestSupport
import Testing

struct DateExpressionTests {
  /// A Wednesday afternoon in summer, in Berlin.
  private static let now = "2024-06-19T14:00:00.5Z"
  private static let start = "2024-01-01T00:00:00Z"
  private static let end = "2024-01-11T00:00:00.000001Z"

  private func context(_ zone: String = "Europe/Berlin") throws -> DateExpression.Context {
    DateExpression.Context(
      now: try #require(HBInstant(rfc3339: Self.now)),
      start: HBInstant(rfc3339: Self.start), end: HBInstant(rfc3339: Self.end),
      zone: try #require(TimeZone(identifier: zone)))
  }

  @Test(arguments: [
    ("now", "2024-06-19T14:00:00.5Z"),
    ("  NOW\n", "2024-06-19T14:00:00.5Z"),
    ("start", "2024-01-01T00:00:00Z"),
    ("end", "2024-01-11T00:00:00.000001Z"),
    ("today", "2024-06-18T22:00:00Z"),
    ("yesterday", "2024-06-17T22:00:00Z"),
    ("tomorrow", "2024-06-19T22:00:00Z"),
    ("today 9:30", nil),
    ("today 09:30", "2024-06-19T07:30:00Z"),
    ("yesterday at 23", "2024-06-18T21:00:00Z"),
    ("today 24:00", "2024-06-19T22:00:00Z"),
  ])
  func names(text: String, expected: String?) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    ("0%", "2024-01-01T00:00:00Z"),
    ("50%", "2024-01-06T00:00:00.000001Z"),
    ("25 %", "2024-01-03T12:00:00Z"),
    ("12.5%", "2024-01-02T06:00:00Z"),
    (".1%", "2024-01-01T00:14:24Z"),
    ("100%", "2024-01-11T00:00:00.000001Z"),
    ("100.0%", "2024-01-11T00:00:00.000001Z"),
  ])
  func sharesOfTheSpan(text: String, expected: String) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    ("-2h", "2024-06-19T12:00:00.5Z"),
    ("+2h", "2024-06-19T16:00:00.5Z"),
    ("- 2 h", "2024-06-19T12:00:00.5Z"),
    ("-1h30m", "2024-06-19T12:30:00.5Z"),
    ("-1h -30m", "2024-06-19T12:30:00.5Z"),
    ("-1h+30m", "2024-06-19T13:30:00.5Z"),
    ("-1.5h", "2024-06-19T12:30:00.5Z"),
    ("-500ms", "2024-06-19T14:00:00Z"),
    ("-1us", "2024-06-19T14:00:00.499999Z"),
    ("-90s", "2024-06-19T13:58:30.5Z"),
    ("-2w", "2024-06-05T14:00:00.5Z"),
    ("3d ago", "2024-06-16T14:00:00.5Z"),
    ("3 Days Ago", "2024-06-16T14:00:00.5Z"),
    ("1 day 2 hours ago", "2024-06-18T12:00:00.5Z"),
    ("in 10 minutes", "2024-06-19T14:10:00.5Z"),
    ("end-2h", "2024-01-10T22:00:00.000001Z"),
    ("start + 1d", "2024-01-02T00:00:00Z"),
    ("now-0s", "2024-06-19T14:00:00.5Z"),
    ("-1mo", "2024-05-19T14:00:00.5Z"),
    ("-1y", "2023-06-19T14:00:00.5Z"),
    // Berlin is an hour closer to UTC in winter: the time of day stays 16:00.
    ("-6mo", "2023-12-19T15:00:00.5Z"),
    ("2 years ago", "2022-06-19T14:00:00.5Z"),
  ])
  func amounts(text: String, expected: String) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    ("@1705312800.25", "2024-01-15T10:00:00.25Z"),
    ("@0", "1970-01-01T00:00:00Z"),
    ("@-1.5", "1969-12-31T23:59:58.5Z"),
    ("@1.0000019", "1970-01-01T00:00:01.000001Z"),
    ("@-1.0000011", "1969-12-31T23:59:58.999998Z"),
    ("@-0.0000001", "1969-12-31T23:59:59.999999Z"),
    ("@.5", "1970-01-01T00:00:00.5Z"),
  ])
  func epochSeconds(text: String, expected: String) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    ("2024-06-17", "2024-06-16T22:00:00Z"),
    ("2024-01-17", "2024-01-16T23:00:00Z"),
    ("20240617", "2024-06-16T22:00:00Z"),
    ("2024-06", "2024-05-31T22:00:00Z"),
    ("2024", "2023-12-31T23:00:00Z"),
    ("2024-06-17T12", "2024-06-17T10:00:00Z"),
    ("2024-06-17 12:30", "2024-06-17T10:30:00Z"),
    ("2024-06-17 12:30:15.25", "2024-06-17T10:30:15.25Z"),
    ("2024-06-17t12:30:15,25z", "2024-06-17T12:30:15.25Z"),
    ("20240617T123015Z", "2024-06-17T12:30:15Z"),
    ("20240617T1230+0200", "2024-06-17T10:30:00Z"),
    ("2024-06-17T12:30:15+02:00", "2024-06-17T10:30:15Z"),
    ("2024-06-17T12:30:15-05", "2024-06-17T17:30:15Z"),
    ("2024-06-17 23:49:51 UTC", "2024-06-17T23:49:51Z"),
    ("2024-06-17 23:49:51.1234567 gmt", "2024-06-17T23:49:51.123456Z"),
    ("2024-06-17Z", "2024-06-17T00:00:00Z"),
    ("1890-01-01 00:00 +00:53:28", "1889-12-31T23:06:32Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2024-06-17T24:00Z", "2024-06-18T00:00:00Z"),
    ("2024-02-29Z", "2024-02-29T00:00:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
  ])
  func iso8601(text: String, expected: String) throws {
    try expect(text, expected)
  }

  /// On the command line: on the day of the end, in Berlin.
  @Test(arguments: [
    ("12:03", "2024-01-11T11:03:00Z"), ("00:00", "2024-01-10T23:00:00Z"),
    ("23:59:51.25", "2024-01-11T22:59:51.25Z"), ("24:00", "2024-01-11T23:00:00Z"),
  ])
  func aTimeAlone(text: String, expected: String) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    ("12:03", "2024-01-05T11:03:00Z"), ("-10s", "2024-01-05T21:59:50Z"),
    ("+1h30m", "2024-01-05T23:30:00Z"), ("-1mo", "2023-12-05T22:00:00Z"),
    ("3d ago", "2024-06-16T14:00:00.5Z"), ("now-10s", "2024-06-19T13:59:50.5Z"),
    ("end-1d", "2024-01-10T00:00:00.000001Z"), ("today 12:03", "2024-06-19T10:03:00Z"),
  ])
  func besideAnInstantInView(text: String, expected: String) throws {
    var context = try context()
    context.cursor = HBInstant(rfc3339: "2024-01-05T22:00:00Z")
    #expect(try DateExpression.instant(text, in: context).rfc3339Text == expected)
  }

  @Test func aTimeAloneNeedsADay() throws {
    var context = try context()
    context.end = nil
    #expect(throws: DateExpressionError.noEvents("12:03")) {
      try DateExpression.instant("12:03", in: context)
    }
  }

  @Test func theErrorNamesTheForms() {
    let text = DateExpressionError.notUnderstood("noon").errorDescription ?? ""
    for form in ["end-1d", "start+2h", "12:03"] { #expect(text.contains(form)) }
  }

  /// Clocks went from 02:00 to 03:00 on 31 March 2024 in Berlin, and back on 27 October.
  @Test(arguments: [
    ("Europe/Berlin", "2024-03-31 01:59:59", "2024-03-31T00:59:59Z"),
    ("Europe/Berlin", "2024-03-31 02:30", "2024-03-31T01:30:00Z"),
    ("Europe/Berlin", "2024-03-31 03:00", "2024-03-31T01:00:00Z"),
    ("Europe/Berlin", "2024-10-27 02:30", "2024-10-27T00:30:00Z"),
    ("Europe/Berlin", "2024-10-27 03:00", "2024-10-27T02:00:00Z"),
    // Midnight did not occur: the day began at 01:00.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    // The whole day did not occur.
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
    ("Asia/Kathmandu", "2024-06-17", "2024-06-16T18:15:00Z"),
  ])
  func clockChanges(zone: String, text: String, expected: String) throws {
    let instant = try DateExpression.instant(text, in: context(zone))
    #expect(instant.rfc3339Text == expected)
  }

  /// Whatever the time of day, yesterday began at its own midnight.
  @Test func yesterdayAcrossAClockChange() throws {
    var context = try context()
    context.now = try #require(HBInstant(rfc3339: "2024-03-31T21:30:00Z"))
    let today = try DateExpression.instant("today", in: context)
    let yesterday = try DateExpression.instant("yesterday", in: context)
    #expect(today.rfc3339Text == "2024-03-30T23:00:00Z")
    #expect(yesterday.rfc3339Text == "2024-03-29T23:00:00Z")
  }

  @Test func monthsEndOnTheLastDayOfAShorterMonth() throws {
    var context = try context("UTC")
    context.now = try #require(HBInstant(rfc3339: "2024-03-31T10:00:00Z"))
    #expect(try DateExpression.instant("-1mo", in: context).rfc3339Text == "2024-02-29T10:00:00Z")
    #expect(try DateExpression.instant("-13mo", in: context).rfc3339Text == "2023-02-28T10:00:00Z")
    #expect(try DateExpression.instant("+1mo", in: context).rfc3339Text == "2024-04-30T10:00:00Z")
  }

  @Test(arguments: [
    "", "  ", "nope", "2h", "-2", "-2q", "-", "ago", "3d", "3d agoo", "3 ago", "@", "@x", "@1e9",
    "%", "50%%", "50% ", "-50%", "2024-6-17", "2024-06-17T", "2024-06-17T1", "2024-06-17T12:3",
    "2024-06-17T12:30:", "2024-06-17T12:30:15.", "2024-06-17T12:30Q", "2024-06-17T12:30+2",
    "2024-06-17-", "24-06-17", "2024061", "202406171", "2024-06-1712", "today x", "today at",
    "in", "in -2h", "now now", "end ago", "-1.5mo", "1.5y ago", "2024-06-17 -2h",
    "12:", "12:3", "9:30", "12:30 ago", "12:30-2h",
    "\u{0}", "２０２４", "2024-06-17\u{202E}", "−2h", "🕰", "nan%", "inf",
  ])
  func notUnderstood(text: String) throws {
    guard text != "50% " else { return try expect(text, "2024-01-06T00:00:00.000001Z") }
    #expect(throws: DateExpressionError.notUnderstood(text)) { try DateExpression(text) }
  }

  @Test(arguments: [
    "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-06-00", "0000-01-01",
    "2024-06-17T25:00", "2024-06-17T12:60", "2024-06-17T12:30:61", "2024-06-17T24:00:01",
    "2024-06-17T12:30+24:00", "2024-06-17T12:30+02:60",
  ])
  func noSuchDate(text: String) {
    #expect(throws: DateExpressionError.noSuchDate(text)) { try DateExpression(text) }
  }

  @Test(arguments: [
    "@9223372036854775807", "@99999999999999999999999999", "@253402300800", "@-62135596801",
    "-99999999999999999999d", "-9223372036854775807w", "999999y ago", "-9223372036854775807y",
    "-3000y", "+8000y", "-9223372036854775807us -9223372036854775807us",
    "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "start-2024y",
  ])
  func outOfRange(text: String) throws {
    let context = try context()
    #expect(throws: DateExpressionError.outOfRange(text)) {
      try DateExpression.instant(text, in: context)
    }
  }

  @Test(arguments: ["101%", "100.1%", "100.0000001%", "99999999999999999999%"])
  func outsideTheSpan(text: String) {
    #expect(throws: DateExpressionError.outsideSpan(text)) { try DateExpression(text) }
  }

  @Test(arguments: ["start", "end", "50%", "end-2h"])
  func withoutEvents(text: String) throws {
    var context = try context()
    (context.start, context.end) = (nil, nil)
    #expect(throws: DateExpressionError.noEvents(text)) {
      try DateExpression.instant(text, in: context)
    }
    #expect(try DateExpression.instant("now", in: context) == context.now)
  }

  @Test func messagesSayWhatIsAccepted() {
    let error = DateExpressionError.notUnderstood("soon")
    #expect(error.localizedDescription.contains("\"soon\" is not a date"))
    for form in ["now", "50%", "-2h", "3d ago", "@1705312800.25", "ISO 8601"] {
      #expect(error.localizedDescription.contains(form))
    }
    let long = DateExpressionError.notUnderstood(String(repeating: "x", count: 100_000))
    #expect(long.localizedDescription.count < 400)
  }

  /// The limits of what an instant can hold: nothing traps, whatever the input.
  @Test func extremeContexts() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let extremes = [Int64.min, -1, 0, .max].map { HBInstant(microseconds: $0) }
    for now in extremes {
      for end in extremes where now <= end {
        let context = DateExpression.Context(now: now, start: now, end: end, zone: zone)
        for text in ["now", "today", "yesterday 12:00", "-2h", "+1y", "-1mo", "33%", "end+1w"] {
          _ = try? DateExpression.instant(text, in: context)
        }
      }
    }
  }

  @Test func randomTextNeverTraps() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let context = try context()
    let pieces = [
      "-", "+", "1", "9", "99999999", "d", "h", "mo", "y", " ", "ago", "%", "@", ".", ":", "T",
      "2024-06-17", "12:30", "now", "end", "today", "in", "Z", "+02:00", "é", "\u{0}",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<8, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let instant = try? DateExpression.instant(text, in: context) else { continue }
      let year = HBInstant.civil(fromDays: instant.wholeSeconds.flooredQuotient(86_400)).year
      #expect((0...10_000).contains(year), "\(text), seed \(seed)")
    }
  }

  private func expect(
    _ text: String, _ expected: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let instant = try? DateExpression.instant(text, in: context())
    #expect(instant?.rfc3339Text == expected, sourceLocation: sourceLocation)
  }
}
