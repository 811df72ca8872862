import Foundation
import Testing

@testable import HyperbasisCommands

/// Every line of a log names who did it if there is any room: it appears nowhere else.
struct LogWhoTests {
  /// Returns two rooms; in the first, the actor adds, moves and renames two things and deletes one.
  private static func workbench(_ actor: String) throws -> Workbench {
    let bench = try Workbench()
    let by = #","actorId":"\#(actor)""#
    let place = #","transform":\#(Kitchen.transform("0.5", "1.2", "-2"))"#
    let moved = #","transform":\#(Kitchen.transform("0.95", "1.2", "-2"))"#
    func named(_ name: String) -> String { #","metadata":{"text":"\#(name)"}"# }
    func line(
      _ number: Int, _ anchor: String, _ type: String, _ version: Int, _ rest: String
    ) -> String {
      Kitchen.line(number, anchor, type, "2024-06-18T09:3\(number):00Z", version, rest + by)
    }
    try bench.writeLog([
      line(0, Kitchen.note, "created", 1, place + named("Faience bowl 2")),
      line(1, Kitchen.chair, "created", 1, place + named("Sarcophagus lid 10")),
      line(2, Kitchen.note, "moved", 2, moved),
      line(3, Kitchen.chair, "moved", 2, moved),
      line(4, Kitchen.note, "updated", 3, named("Faience bowl 2 in the case by the window")),
      line(5, Kitchen.chair, "updated", 3, named("Amulet 1")),
      line(6, Kitchen.chair, "deleted", 4, ""),
    ])
    try bench.write(
      #"{"id":"\#(Kitchen.id)","name":"East Wing","createdAt":"2024-06-17T09:00:00Z","#
        + #""updatedAt":"2024-06-17T09:00:00Z","worldMapData":"","isCompressed":false}"#,
      to: "spaces/\(Kitchen.id).json")
    return bench
  }

  /// Pipes get lines of eighty columns, and people search those for names.
  @Test(arguments: ["t.brandt", "m.okafor-ipad", "tester@here", "ipad-2", "al"])
  func inAPipe(_ actor: String) throws {
    let bench = try Self.workbench(actor)
    let lines = bench.run("log").output.split(separator: "\n")
    #expect(lines.count == 8 && lines.allSatisfy { $0.count <= 80 })
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" by \(actor)") }, "\(lines)")
    #expect(lines.count { $0.contains(": moved 45 cm by") } == 2, "\(lines)")
  }

  /// Versions give way to it, even in the log of all spaces, whose lines would otherwise have room.
  @Test func amongSpaces() throws {
    let bench = try Self.workbench("m.okafor")
    #expect(bench.run("new", "Armoury").status == 0)
    for columns in [60, 70, 76, 80, 84, 100] {
      bench.terminals.columns = columns
      let lines = bench.run("log").output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" by m.okafor") }, "\(columns): \(lines)")
    }
    bench.terminals.columns = 80
    #expect(bench.run("log").output.hasSuffix("  Amulet 1 by m.okafor\n"))
  }

  /// A name that is too long for a line leaves half of it to the description.
  @Test func aVeryLongName() throws {
    let bench = try Self.workbench(String(repeating: "a very long name ", count: 5))
    let lines = bench.run("log").output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.dropFirst().allSatisfy { $0.contains(" by a very long ") }, "\(lines)")
    #expect(lines.count { $0.contains("… by") } > 3, "\(lines)")
  }
}
