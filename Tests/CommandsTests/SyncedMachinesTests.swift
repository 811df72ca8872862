import DriftTestSupport
import Foundation
import Testing

@testable import HyperbasisCommands

/// Two machines that hold the same events, in whatever order, see the same shifts and make the same plan.
struct SyncedMachinesTests {
  @Test(arguments: [SpaceStory.Plot.twoShifts, .spaceThenPart, .oneByOne, .partOfOneActor])
  func theSameShiftsAndTheSamePlan(plot: SpaceStory.Plot) throws {
    let seed: UInt64 = 21
    let story = SpaceStory(plot, seed: seed, noise: 0.005, furniture: true)
    let lines = story.log.text.split(separator: "\n").map(String.init)
    var random = RandomSource(seed: seed)
    // Each machine wrote a part of it, and received the rest in another order, some of it twice.
    let shuffled = lines.shuffled(using: &random.generator)
    let merged =
      lines.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
      + lines.reversed().enumerated().filter { $0.offset % 5 != 0 }.map(\.element) + lines
    let expected = try outputs(lines)
    #expect(expected.drift.contains(#""class":"space""#) || plot == .partOfOneActor)
    #expect(expected.plan.contains(#""corrects""#))
    for (name, order) in [("shuffled", shuffled), ("merged", merged)] {
      let found = try outputs(order)
      #expect(found.drift == expected.drift, "\(plot), \(name), seed \(seed)")
      #expect(found.plan == expected.plan, "\(plot), \(name), seed \(seed)")
    }
  }

  private func outputs(_ lines: [String]) throws -> (drift: String, plan: String) {
    let bench = try Workbench()
    try bench.write(
      lines.joined(separator: "\n") + "\n",
      to: "events/\(DriftLog().space.uuidString)/events.jsonl")
    let drift = bench.run("drift", "--json", "--all")
    let plan = bench.run("correct", "--since", "start", "--to", "old", "--dry-run", "--json")
    #expect(drift.status == 0 && plan.status == 0, "\(plan.errors)")
    return (drift.output, plan.output)
  }
}
