import DriftTestSupport
import Foundation
import HyperbasisDrift
import Testing

/// Generated bursts and histories; `HYPERBASIS_DRIFT_FULL=1` runs ten times as many.
struct GeneratedTests {
  private static let factor =
    ProcessInfo.processInfo.environment["HYPERBASIS_DRIFT_FULL"] == "1" ? 10 : 1

  @Test(arguments: Decoy.allCases)
  func nothingIsClaimedOfDecoys(decoy: Decoy) throws {
    var result = DecoyResult()
    for seed in 0..<60 * Self.factor { try result.add(decoy, seed: 31_000 &+ UInt64(seed)) }
    #expect(result.claimCount == 0, "\(result.claims)")
  }

  private func search(
    _ plot: SpaceStory.Plot, anchors: [Int], furniture: Bool = true
  ) throws -> StorySearch {
    var result = StorySearch()
    for run in 0..<20 * Self.factor {
      try result.add(
        SpaceStory(
          plot, seed: 41_000 &+ UInt64(run), noise: 0.01, actors: run % 2 == 0,
          anchors: anchors[run % anchors.count], furniture: furniture))
    }
    return result
  }

  @Test(arguments: [
    (SpaceStory.Plot.spaceShift, 0.99, [8, 18, 36, 60]), (.oneByOne, 0.95, [8, 18, 36, 60]),
    (.half, 0.95, [18, 36, 60]),
  ])
  func shiftsAreFound(_ plot: SpaceStory.Plot, _ share: Double, _ anchors: [Int]) throws {
    let result = try search(plot, anchors: anchors)
    #expect(Double(result.found) >= share * Double(result.made))
    #expect(result.complete == result.found)
    #expect(result.falseClaims == 0)
  }

  @Test(arguments: SpaceStory.Plot.allCases)
  func correctionsReachTheTruth(plot: SpaceStory.Plot) throws {
    var result = StoryResult()
    for run in 0..<11 * Self.factor {
      try result.add(SpaceStory(plot, seed: 51_000 &+ UInt64(run)))
    }
    #expect(result.share >= 0.98)
    #expect(result.repeats == 0)
  }

  /// Turns that leave the place as it is belong to the anchor, not to what shifted it.
  @Test(arguments: SpaceStory.Plot.allCases)
  func turnsInPlaceAreKept(plot: SpaceStory.Plot) throws {
    var result = StoryResult()
    for run in 0..<5 * Self.factor {
      var story = SpaceStory(plot, seed: 71_000 &+ UInt64(run))
      let turned = story.turnInPlace(8)
      try result.add(story, turned: turned)
    }
    #expect(Double(result.turnsKept) >= 0.97 * Double(result.turned), "\(result)")
    #expect(result.share >= 0.98)
    #expect(result.repeats == 0)
  }
}
