import Foundation
import Testing

@testable import HyperbasisCommands

/// Output that is produced in several parts at once reads as if it were produced in one go.
struct LongOutputTests {
  /// More events than two parts hold, and fewer than three.
  private static let count = 9000
  private static let versions = Array(1...count)

  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    let first = Kitchen.line(
      1, Kitchen.chair, "created", "2024-06-17T10:00:00Z", 1,
      #","transform":\#(Kitchen.transform("0", "0", "0")),"metadata":{"text":"Chair"}"#)
    let moves = Self.versions.dropFirst().map { version in
      Kitchen.line(
        version, Kitchen.chair, "moved", "2024-06-17T10:00:00Z", version,
        #","microseconds":\#(version),"transform":\#(Kitchen.transform("\(version)", "0", "0"))"#)
    }
    try bench.writeLog([first] + moves)
  }

  /// Returns the versions of the events in the lines of an output: their numbers are the microseconds
  /// after a whole second.
  private func versions(in output: String) -> [Int] {
    output.matches(of: /10:00:00(?:\.(\d+))?/).map { match in
      guard let digits = match.output.1 else { return 1 }
      return Int(digits.padding(toLength: 6, withPad: "0", startingAt: 0)) ?? 0
    }
  }

  @Test(arguments: [["log"], ["history", Kitchen.chair]])
  func noLineIsLostOrTwice(_ words: [String]) {
    let outcome = bench.run(words)
    #expect(outcome.status == 0)
    let listed = versions(in: outcome.output)
    #expect(
      listed == Self.versions || listed == Self.versions.reversed(),
      "\(listed.count): \(listed.prefix(9))")
  }

  @Test(arguments: [["log"], ["history", Kitchen.chair]])
  func noObjectIsLostOrTwice(_ words: [String]) throws {
    let output = Data(bench.run(words + ["--json"]).output.utf8)
    let events = try JSONSerialization.jsonObject(with: output) as? [NSDictionary] ?? []
    let listed = events.compactMap { $0["version"] as? Int }
    #expect(
      listed == Self.versions || listed == Self.versions.reversed(),
      "\(listed.count): \(listed.prefix(9))")
  }
}
