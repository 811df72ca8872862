import DriftTestSupport
import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// A part of a space that creeps by millimetres is reported with the sum of its steps.
struct PartCreepCommandTests {
  private let sentence = "8 of 20 anchors crept by 5.0 cm in 10 steps of less than 1 cm"

  /// Returns a store with eight of twenty anchors that move ten times by 5 mm along x, a day apart.
  private func bench(anchors: Int = 8) throws -> Workbench {
    var log = GridCase.log(GridCase.places, [])
    for step in 1...10 {
      for (number, place) in GridCase.places.prefix(anchors).enumerated() {
        let crept = place.position + SIMD3(0.005 * Double(step), 0, 0)
        log.write(
          .moved, number, Place(crept).transform, at: 86_400 * Double(step), operation: step)
      }
    }
    return try Workbench(log)
  }

  private func text(_ bench: Workbench, _ words: String...) -> String {
    bench.run(words).output.replacing("\n", with: " ")
  }

  @Test func driftTellsIt() throws {
    let bench = try bench()
    let drift = text(bench, "drift")
    #expect(drift.contains("No shifts. \(sentence); --all shows them."), "\(drift)")
    #expect(drift.contains(" · middle where it was"), "\(drift)")
    #expect(!drift.contains("moved alike"), "\(drift)")
    let all = text(bench, "drift", "--all")
    #expect(all.contains("\(sentence).") && !all.contains("--all"), "\(all)")
    let creeps = try #require(try bench.object("drift")["creeps"] as? [[String: Any]])
    #expect(creeps.count == 1)
    #expect(creeps.first?["anchors"] as? Int == 8 && creeps.first?["live"] as? Int == 20)
    #expect(creeps.first?["steps"] as? Int == 10)
    #expect(abs((creeps.first?["displacement"] as? Double ?? 0) - 0.05) < 1e-4)
  }

  @Test func diffTellsIt() throws {
    let diff = text(try bench(), "diff", "--align", "--from", "2024-01-01T12:00:00Z")
    #expect(
      diff.contains(
        "the space did not shift between the two, but \(sentence), which the moves include"),
      "\(diff)")
  }

  @Test func allAnchorsAreTheSpace() throws {
    let bench = try bench(anchors: 20)
    let drift = text(bench, "drift")
    #expect(drift.contains("No shifts; the space creeps, less than 1 cm at a time. "), "\(drift)")
    #expect(
      drift.contains("all 20 anchors crept by 5.0 cm in 10 steps of less than 1 cm;"), "\(drift)")
    let diff = text(bench, "diff", "--align", "--from", "2024-01-01T12:00:00Z")
    #expect(diff.contains(", but crept by 5.0 cm in 10 steps of less than 1 cm, "), "\(diff)")
  }

  /// Devices whose anchors each creep in their own direction: no group is the space, not even the
  /// largest.
  @Test func groupsThatGoApartAreNotTheSpace() throws {
    let bench = try Workbench(
      GridCase.creepingLog(
        [(12, SIMD3(0.004, 0, 0.001), 0.3), (8, SIMD3(-0.003, 0, 0.002), 0.5)], steps: 30))
    let drift = text(bench, "drift")
    #expect(drift.contains("No shifts. 12 of 20 anchors crept by 12 cm in 30 steps"), "\(drift)")
    let diff = text(bench, "diff", "--align", "--from", "2024-01-01T12:00:00Z")
    #expect(
      diff.contains(
        "between the two, but 12 of 20 anchors crept by 12 cm in 30 steps of less than 1 cm, and"
          + " another group went another way, which the moves include"), "\(diff)")
  }

  /// A shift of others between the two dates does not hide it.
  @Test func itIsToldBesidesAShift() throws {
    var log = GridCase.creepingLog(0..<8)
    for (number, place) in GridCase.places.enumerated() where number >= 10 {
      let shifted = place.position + SIMD3(0, 0, 0.4)
      log.write(
        .moved, number, Place(shifted).transform, at: 500_000 + 0.01 * Double(number),
        operation: 100)
    }
    let bench = try Workbench(log)
    let words = ["--align", "--from", "2024-01-01T12:00:00Z"]
    let diff = bench.run(["diff"] + words).output.replacing("\n", with: " ")
    #expect(
      diff.contains("a part of the space shifted 40 cm, residual 0 m, 10 of 20 anchors;"),
      "\(diff)")
    #expect(
      diff.contains("places are as they were; \(sentence), which the moves include"), "\(diff)")
    let plot = bench.run(["plot"] + words).output.replacing("\n", with: " ")
    #expect(plot.contains("; taken out; \(sentence), which the moves include"), "\(plot)")
  }

  /// Only the steps between the two dates count.
  @Test func theStepsAreThoseBetweenTheDates() throws {
    let diff = text(
      try bench(), "diff", "--align", "--from", "2024-01-03T12:00:00Z", "--to",
      "2024-01-06T12:00:00Z")
    #expect(
      diff.contains("8 of 20 anchors crept by 1.5 cm in 3 steps of less than 1 cm"), "\(diff)")
  }
}
