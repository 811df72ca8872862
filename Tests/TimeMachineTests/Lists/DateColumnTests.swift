import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Dates on both sides of a clock change, in lists of different widths.
struct DateColumnTests {
  private let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
  /// Half an hour before the clock change, and half an hour after it.
  private let instants = ["2024-03-31T00:30:00Z", "2024-03-31T01:30:00Z"].compactMap {
    HBInstant(rfc3339: $0)
  }

  private func column(room: Int) -> DateColumn {
    DateColumn(instants, TimeText(zone: zone), here: instants.first, room: room)
  }

  @Test func eachNamesItsZoneWhereThereIsRoom() {
    let column = column(room: 20)
    #expect(column.zone == nil)
    #expect(instants.map { column.text($0) } == ["01:30:00 +01:00", "03:30:00 +02:00"])
  }

  @Test func theHeadingNamesTheZoneWhereThereIsNone() {
    let column = column(room: 10)
    #expect(column.zone == "Europe/Berlin")
    #expect(instants.map { column.text($0) } == ["01:30:00", "03:30:00"])
  }

  /// Digits in only one of two rows would make the other one look less exact.
  @Test func whatTellsTwoRowsApartIsInBothOrInNone() {
    let rows = ["2024-06-05T10:00:00.000001Z", "2024-06-05T10:00:00Z"].compactMap {
      HBInstant(rfc3339: $0)
    }
    var column = DateColumn(rows, TimeText(zone: .gmt), here: rows.first)
    #expect(rows.map { column.text($0) } == ["10:00:00.000001", "10:00:00.000000"])
    column.tellApart(rows, rooms: [20, 14])
    #expect(rows.map { column.text($0) } == ["10:00:00", "10:00:00"])
  }

  /// A row without its day would be read as having the day of the row above it.
  @Test(arguments: [
    (["2024-06-05T10:00:00Z", "2024-06-05T12:30:00Z"], ["10:00:00", "12:30:00"]),
    (["2024-06-07T10:00:00Z", "2024-06-05T12:30:00Z"], ["06-07 10:00", "06-05 12:30"]),
    (["2026-11-26T10:00:00Z", "2024-06-05T12:30:00Z"], ["2026-11-26", "2024-06-05"]),
    (
      ["2026-11-26T10:00:00Z", "2024-06-05T12:31:00Z", "2024-06-05T12:30:00Z"],
      ["2026-11-26", "2024-06-05 12:31", "2024-06-05 12:30"]
    ),
  ])
  func allRowsLeaveTheSameOut(texts: [String], expected: [TerminalText]) {
    let rows = texts.compactMap { HBInstant(rfc3339: $0) }
    let here = HBInstant(rfc3339: "2024-06-05T12:00:00Z")
    let column = DateColumn(rows, TimeText(zone: .gmt), here: here)
    #expect(rows.map { column.text($0) } == expected)
  }
}
