import DriftTestSupport
import Foundation
import HyperbasisModels
import TestSupport
import Testing

@testable import HyperbasisCommands

/// What is found of shifts, undos, rollbacks and corrections does not depend on how soon they follow one
/// another.
struct QuickRevisionTests {
  private static let space = DriftLog().space.uuidString
  private static let steps: [[String]] = [
    ["undo"], ["undo"], ["redo"], ["redo"],
    ["rollback", "--space", space, "--at", "2024-01-01T01:30"],
    ["rollback", "--space", space, "--at", "2024-01-01T03:00"],
    ["correct", "--since", "start", "--to", "old"], ["correct", "--since", "start", "--to", "new"],
    ["undo", "--operation", DriftLog.operationId(1).uuidString],
    ["move", DriftLog.anchorId(7).uuidString, "--to", "4,1,-2"],
    ["add", space, "--position", "1,2,3", "text=new"],
  ]

  /// Returns the program on a log with a shift.
  private func bench() throws -> Workbench {
    let grid = GridCase.places
    return try Workbench(GridCase.log(grid, grid.moved(by: GridCase.motion())))
  }

  /// Returns what is reported about shifts, without dates and digits that depend on rounding.
  private func findings(_ bench: Workbench) throws -> [String] {
    let report = try bench.object("drift")
    let shifts = (report["shifts"] as? [[String: Any]] ?? []).map { shift in
      ["class", "inverseOf", "written", "live", "sure"].map { "\(shift[$0] ?? "")" }
        .joined(separator: " ") + (shift["corrects"] is NSNull ? "" : " corrects")
    }
    let frames = (report["frames"] as? [[String: Any]] ?? []).map { frame in
      let yaw = ((frame["yaw"] as? Double ?? .nan) * 100).rounded() / 100
      return "\(frame["anchors"] ?? "") at \(yaw + 0)"
    }
    let plans = ["old", "new"].map { frame in
      bench.run("correct", "--since", "start", "--to", frame, "--dry-run").output
        .split(separator: "\n").prefix(2).joined(separator: " ")
    }
    let heading = bench.run("drift").output.split(separator: "\n").first { $0.contains("since") }
    let now = heading?.components(separatedBy: " now ").last ?? ""
    return shifts + frames + plans + [now]
  }

  /// In steps of a twentieth of a second, as in a script, and of an hour.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func howSoonDoesNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (quick, slow) = (try bench(), try bench())
    var commands: [String] = []
    for _ in 0..<9 {
      let command = Self.steps.randomElement(using: &random) ?? []
      commands.append(command.joined(separator: " "))
      quick.now = quick.now.advanced(byMicroseconds: 50_000)
      slow.now = slow.now.advanced(byMicroseconds: 3_600_000_000)
      let outcomes = [quick, slow].map { $0.run(command + ["--yes"]).status }
      let (found, expected) = (try findings(quick), try findings(slow))
      #expect(outcomes[0] == outcomes[1], "seed \(seed): \(commands)")
      #expect(found == expected, "seed \(seed): \(commands)")
      if found != expected { return }
    }
  }
}
