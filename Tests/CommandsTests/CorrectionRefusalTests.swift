import DriftTestSupport
import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// A correction, its undo and its redo are listed beside the shifts, but cannot be taken out as one: whoever
/// tries is told what each is, and what reverses it, as long as something does.
struct CorrectionRefusalTests {
  private var bench: Workbench

  /// A room of eight anchors out of twenty shifts.
  init() throws {
    let places = GridCase.places
    let motion = Array(places[..<8]).motion(yaw: 5, then: SIMD3(0.4, 0, 0.3))
    bench = try Workbench(
      GridCase.log(places, places[..<8].map { $0.moved(by: motion) }, actor: "A"))
    bench.terminals.columns = 160
  }

  private func ids() throws -> [String] {
    let shifts = try #require(try bench.object("drift")["shifts"] as? [[String: Any]])
    return shifts.compactMap { $0["id"] as? String }
  }

  /// Returns what `correct` says of one of the listed motions.
  private func refusal(_ number: Int) throws -> String {
    let id = try #require(try ids().dropFirst(number).first)
    let outcome = bench.run("correct", "--shift", id, "--to", "old", "--yes")
    #expect(outcome.status == 65 && outcome.errors.hasPrefix("hyperbasis: \"\(id)\" is "))
    return String(outcome.errors.dropFirst("hyperbasis: \"\(id)\" is ".count))
      .trimmingCharacters(in: .newlines)
  }

  /// Writes ten seconds later.
  private mutating func write(_ words: String...) {
    bench.now = bench.now.advanced(byMicroseconds: 10_000_000)
    let outcome = bench.run(words + ["--yes"])
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// Returns whether the command in a refusal works.
  private func works(_ refusal: String) throws -> Bool {
    let command = try #require(refusal.firstMatch(of: /hyperbasis (.*) (?:takes|makes)/))
    let words = command.1.split(separator: " ").map(String.init)
    let outcome = bench.run(words + ["--dry-run"])
    return outcome.status == 0 && outcome.output.contains("8 anchors")
  }

  @Test mutating func eachIsCalledWhatItIsAndTheAdviceWorks() throws {
    write("correct", "--since", "start", "--to", "old")
    let correction = try refusal(1)
    let name = try ids()[1]
    #expect(
      correction
        == "a correction, not a shift; hyperbasis undo --operation \(name.prefix(8)) takes it back")
    #expect(try works(correction))

    write("undo")
    let undo = try refusal(2)
    #expect(
      undo == "the undo of a correction, not a shift; hyperbasis redo makes the correction again")
    #expect(try works(undo))
    #expect(try refusal(1) == "a correction, not a shift")

    write("redo")
    let redo = try refusal(3)
    #expect(
      redo
        == "the redo of a correction, not a shift; hyperbasis undo --operation \(name) takes it back"
    )
    #expect(try works(redo))
    #expect(try refusal(2) == "the undo of a correction, not a shift")
  }

  /// The rest is brought along instead, seconds later: there is nothing to redo any more.
  @Test mutating func whatIsCorrectedOtherwiseIsListedByItself() throws {
    write("correct", "--since", "start", "--to", "old")
    write("undo")
    write("correct", "--since", "start", "--to", "new")
    let drift = bench.run("drift").output
    let rows = drift.split(separator: "\n").filter { $0.contains("  correction ") }
    #expect(rows.count == 2 && rows[0].contains(" 8/20 ") && rows[1].contains(" 12/20 "))
    let undo = drift.split(separator: "\n").filter { $0.contains(" undo of a correction ") }
    #expect(undo.count == 1 && undo[0].contains("  undo  ") && undo[0].contains(" 8/20 "))
    #expect(drift.contains(" · now ") && drift.contains("yaw +5°"), "\(drift)")
    #expect(try refusal(2) == "the undo of a correction, not a shift")
    #expect(try refusal(3).contains("a correction, not a shift; hyperbasis undo --operation "))
  }

  @Test func whatOnlyShiftedSinceIsNotCalledMoved() throws {
    let places = GridCase.places
    let shifted = places.moved(by: GridCase.motion())
    var log = GridCase.log(places, shifted)
    for (number, place) in shifted.moved(by: GridCase.motion()).enumerated() {
      log.write(.moved, number, place.transform, at: 20_000, operation: 2)
    }
    log.write(.moved, 3, Place(SIMD3(9, 1, 9)).transform, at: 30_000, operation: 3)
    let plan = try Workbench(log).run(
      "correct", "--shift", DriftLog.operationId(1).uuidString, "--to", "old", "--dry-run")
    #expect(
      plan.output.contains("20 move (19 with later shifts kept, 1 with later moves kept)"),
      "\(plan)")
  }
}
