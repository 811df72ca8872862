import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct DateTicksTests {
  private static let second: Int64 = 1_000_000
  private static let day = 86_400 * second

  private static func at(_ text: String) throws -> HBInstant {
    try #require(HBInstant(rfc3339: text))
  }

  /// Returns the row of dates of a bar over two instants.
  private static func row(
    _ first: String, _ last: String, columns: Int = 80, zone: TimeZone = .gmt
  ) throws -> String {
    let times = EventTimes([try at(first), try at(last)])
    return row(DateTicks(TimeBar(times, mode: .time, width: columns), zone: zone), columns)
  }

  private static func row(_ ticks: DateTicks, _ columns: Int) -> String {
    var frame = Frame(size: TerminalSize(columns: max(1, columns), rows: 1))
    for label in ticks.labels {
      frame.put(label.text, in: frame.region, from: label.column)
    }
    return frame.plainLines[0]
  }

  @Test func `where clocks go back, a tick has its offset`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let row = try Self.row(
      "2024-11-03T03:00:00Z", "2024-11-03T08:30:00Z", columns: 140, zone: zone)
    #expect(row.contains(":00 -05:00"), "\(row)")
    #expect(!row.contains("-04:00"), "\(row)")
  }

  @Test(arguments: [
    (
      "1990-05-01T00:00:00Z", "2024-06-01T00:00:00Z",
      "1990-05-01             2000        2005       2010        2015        2024-06-01"
    ),
    (
      "2020-10-08T00:00:00Z", "2024-06-19T00:00:00Z",
      "2020-10-08      2021-07    2022-01   2022-07    2023-01    2023-07    2024-06-19"
    ),
    (
      "2024-01-03T00:00:00Z", "2024-02-07T00:00:00Z",
      "2024-01-03         01-11      01-16      01-21      01-26         02-01    02-07"
    ),
    (
      "2024-06-17T22:10:00Z", "2024-06-18T06:40:00Z",
      "2024-06-17 22:10  06-18    01:00    02:00    03:00     04:00         06-18 06:40"
    ),
    (
      "2024-06-17T10:00:00Z", "2024-06-17T10:04:00Z",
      "2024-06-17 10:00:00                     10:02               10:03       10:04:00"
    ),
    (
      "2024-06-17T10:00:00Z", "2024-06-17T10:00:00.9Z",
      "2024-06-17 10:00:00.000    .300     .400    .500     .600     .700  10:00:00.900"
    ),
  ])
  func theUnitFitsTheLength(_ first: String, _ last: String, _ expected: String) throws {
    let row = try Self.row(first, last)
    #expect(row == expected)
  }

  @Test func datesAreInTheZone() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let row = try Self.row("2024-06-17T22:10:00Z", "2024-06-18T06:40:00Z", zone: zone)
    #expect(row.hasPrefix("2024-06-18 07:10 ") && row.hasSuffix(" 15:40"))
    #expect(row.contains(" 12:00 ") && !row.contains("06-17"))
  }

  /// When clocks go back, an hour occurs twice; its ticks must still ascend.
  @Test func clocksThatChange() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let row = try Self.row("2024-10-26T22:00:00Z", "2024-10-27T08:00:00Z", columns: 100, zone: zone)
    #expect(row.hasPrefix("2024-10-27 00:00") && row.hasSuffix("09:00"))
  }

  @Test(arguments: [0, 1, 9, 10, 11, 12, 21, 22, 30])
  func theEndsStayWhereThereIsLittleRoom(_ columns: Int) throws {
    let row = try Self.row("2020-10-08T00:00:00Z", "2024-06-19T00:00:00Z", columns: columns)
    switch columns {
    case 22...: #expect(row.hasPrefix("2020-10-08 ") && row.hasSuffix(" 2024-06-19"))
    case 16...: #expect(row.hasPrefix("2020-10 ") && row.hasSuffix(" 2024-06"))
    case 10...: #expect(row.hasPrefix("2020-10-08") && row.count <= columns)
    case 7...: #expect(row == "2020-10")
    default: #expect(row.isEmpty)
    }
  }

  @Test(arguments: TimeBarMode.allCases, 1...20 as ClosedRange<UInt64>)
  func labelsNeverOverlapAndLieInTheirColumns(_ mode: TimeBarMode, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scale = [1000, 1_000_000, 60_000_000, 3_600_000_000, Self.day, 40 * Self.day]
    let unit = scale[Int(seed) % scale.count]
    var microseconds: Int64 = 1_700_000_000_000_000
    let times = EventTimes(
      (0..<200).map { number in
        microseconds += Int64.random(in: 0...9, using: &random) * unit
        if number == 100 { microseconds += 500 * unit }
        return HBInstant(microseconds: microseconds)
      })
    for width in [1, 7, 20, 28, 46, 80, 140, 300] {
      let bar = TimeBar(times, mode: mode, width: width)
      let ticks = DateTicks(bar, zone: .gmt)
      var end = -2
      for label in ticks.labels {
        #expect(label.column >= end + 2, "seed \(seed), width \(width): \(ticks)")
        end = label.column + label.text.width
      }
      #expect(end <= width)
      for column in ticks.columns { #expect(bar.columns.contains(column)) }
      #expect(ticks.columns == ticks.labels.dropFirst().dropLast().map(\.column))
    }
  }

  @Test func byEventTheEndsAndSomeColumnsHaveDates() throws {
    let days = [0, 1, 1.5, 9, 12] as [Double]
    let times = EventTimes(
      days.map { HBInstant(microseconds: 1_700_000_000_000_000 + Int64($0 * Double(Self.day))) })
    let ticks = DateTicks(TimeBar(times, mode: .event, width: 60), zone: .gmt)
    #expect(
      Self.row(ticks, 60) == "2023-11-14     11-15          11-16         11-23      11-26")
  }

  /// A tick of the last day would repeat what the end says.
  @Test func noTickRepeatsTheEnd() throws {
    let row = try Self.row("2024-03-01T10:00:00Z", "2024-03-12T18:00:00Z", columns: 140)
    #expect(row.contains(" 03-11 ") && row.hasSuffix(" 03-12"))
    #expect(row.split(separator: " ").count { $0 == "03-12" } == 1)
  }

  @Test func extremeDatesAreDrawnToo() {
    let times = EventTimes([HBInstant(microseconds: .min), HBInstant(microseconds: .max)])
    for mode in TimeBarMode.allCases {
      #expect(DateTicks(TimeBar(times, mode: mode, width: 100), zone: .gmt).labels.count <= 100)
    }
  }
}
