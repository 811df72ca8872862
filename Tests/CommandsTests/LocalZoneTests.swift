import Foundation
import Testing

@testable import HyperbasisCommands

/// The values that the variable TZ may have.
struct LocalZoneTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_867_200)

  @Test(arguments: [
    ("UTC-5", 5.0), ("GMT+3", -3), ("EST5", -5), ("IST-5:30", 5.5), ("<+0545>-5:45", 5.75),
    ("UTC0", 0), ("UTC", 0), ("", 0), (":Europe/Berlin", 1), ("Etc/GMT+3", -3),
    ("/usr/share/zoneinfo/Asia/Tokyo", 9),
  ])
  func isReadAsTheSystemReadsIt(variable: String, hours: Double) {
    let local = LocalZone(variable: variable)
    #expect(local.problem == nil)
    #expect(Double(local.zone.secondsFromGMT(for: Self.noon)) == hours * 3600)
  }

  @Test(arguments: ["Foo/Bar", "CET-1CEST,M3.5.0,M10.5.0/3", "UTC-25", "5"])
  func isSaidWhereItIsNotAZone(variable: String) {
    let local = LocalZone(variable: variable)
    #expect(local.zone.secondsFromGMT(for: Self.noon) == 0)
    #expect(local.problem?.contains("\"\(variable)\"") == true)
    #expect(local.problem?.contains("Europe/Berlin") == true)
  }

  /// Reported once, before output in UTC, and not if UTC was requested.
  @Test func theProblemIsSaidByCommands() throws {
    let bench = try Kitchen.workbench()
    bench.zoneProblem = LocalZone(variable: "Foo/Bar").problem
    let told = bench.run("log", "Kitchen").errors
    #expect(told.contains("warning: TZ is \"Foo/Bar\"") && told.contains("--utc"))
    #expect(told.split(separator: "\n").count == 1)
    #expect(bench.run("log", "Kitchen", "--utc").errors.isEmpty)
  }
}
