import DriftTestSupport
import Foundation

/// How much is found in each regime.
enum Tables {
  private static let regimes: [BurstRegime] =
    [3, 5, 10, 100].map { n in BurstRegime("n \(n), 5 mm", n).with { $0.noise = 0.005 } }
    + [
      BurstRegime("10,000 anchors, 30 % own", 10_000).with { $0.ownMoves = 0.3 }
    ]
    + [0.015, 0.02, 0.03, 0.05].map { noise in
      BurstRegime("n 50, 30 cm, noise \(noise)", 50).with {
        $0.noise = noise
        $0.length = 0.3...0.3
      }
    }
    + [0.015, 0.02, 0.03, 0.05].map { noise in
      BurstRegime("n 10, 30 cm, noise \(noise)", 10).with {
        $0.noise = noise
        $0.length = 0.3...0.3
      }
    }
    + [0.2, 0.4, 0.5, 0.6, 0.8].map { share in
      BurstRegime("n 50, own moves \(share)", 50).with { $0.ownMoves = share }
    }
    + [BurstRegime("n 10, own moves 0.6", 10).with { $0.ownMoves = 0.6 }]
    + [0.9, 0.7, 0.5, 0.3].map { share in
      BurstRegime("n 50, written \(share)", 50).with { $0.written = share }
    }
    + [0.7, 0.5, 0.3].map { share in
      BurstRegime("n 50, written \(share), own 0.3", 50).with {
        $0.written = share
        $0.ownMoves = 0.3
      }
    }
    + [45, 15].map { n in
      BurstRegime("one room of three, \(n / 3)", n).with {
        $0.layout = .threeRooms
        $0.isOneRoom = true
      }
    }
    + [50, 10, 4].map { n in
      BurstRegime("headings stayed, n \(n)", n).with { $0.turnsHeadings = false }
    }
    + [
      BurstRegime("corridor", 12).with { $0.layout = .corridor },
      BurstRegime("corridor, no headings", 12).with {
        $0.layout = .corridor
        $0.turnsHeadings = false
      },
      BurstRegime("mast, headings", 6).with { $0.layout = .mast },
      BurstRegime("mast, no headings", 6).with {
        $0.layout = .mast
        $0.turnsHeadings = false
      },
      BurstRegime("heap, headings", 8).with { $0.layout = .heap },
    ]

  static func print(runs: Int) throws {
    Swift.print("\nOne burst: found, as space, yaw error (p95), at the centroid (p95), followers")
    for regime in regimes {
      let result = try regime.run(regime.count > 1000 ? max(3, runs / 20) : runs, seed: 1000)
      let found = Double(max(1, result.found))
      Swift.print(
        regime.name.padding(toLength: 34, withPad: " ", startingAt: 0),
        String(
          format: "%4d/%d  %4d  %6.3f° (%6.3f)  %5.1f mm (%5.1f)  %.3f %.3f", result.found,
          result.runs, result.asSpace, result.median(result.yawErrors),
          result.percentile95(result.yawErrors), result.median(result.placeErrors) * 1000,
          result.percentile95(result.placeErrors) * 1000, result.precision / found,
          result.recall / found))
    }
  }

  static func printDecoys(_ decoys: [Decoy], runs: Int) throws {
    var result = DecoyResult()
    for decoy in decoys {
      for run in 0..<runs { try result.add(decoy, seed: 77_000 &+ UInt64(run)) }
    }
    Swift.print("\n\(result.bursts) bursts that are none: \(result.claimCount) claims")
    for (kind, count) in result.kinds.sorted(by: { $0.key < $1.key }) {
      Swift.print("  \(kind): \(count)")
    }
  }

  static func printCorrections(runs: Int) throws {
    Swift.print(
      "\nAnchors within 5 cm of the truth: before, after; second plans that are not empty")
    for (noise, actors) in [(0.005, true), (0.005, false), (0.02, true)] {
      for plot in SpaceStory.Plot.allCases {
        var result = StoryResult()
        for run in 0..<runs {
          try result.add(SpaceStory(plot, seed: 500 + UInt64(run), noise: noise, actors: actors))
        }
        Swift.print(
          "\(plot)".padding(toLength: 18, withPad: " ", startingAt: 0),
          String(
            format: "noise %.3f %@  %5.1f %%  %5.1f %%  %d of %d", noise,
            actors ? "actors   " : "no actors", result.shareBefore * 100, result.share * 100,
            result.repeats, result.stories))
      }
    }
  }

  static func printHistories(runs: Int) throws {
    Swift.print("\nHistories of 8 to 200 anchors with furniture: found, complete, false claims")
    for plot in [SpaceStory.Plot.spaceShift, .twoShifts, .oneByOne, .half, .oneRoom] {
      var result = StorySearch()
      for run in 0..<runs {
        let anchors = [8, 18, 36, 60, 200][run % 5]
        let story = SpaceStory(
          plot, seed: 9000 + UInt64(run), noise: 0.01, actors: run % 2 == 0, anchors: anchors,
          furniture: true)
        try result.add(story)
      }
      Swift.print(
        "\(plot)".padding(toLength: 14, withPad: " ", startingAt: 0),
        "\(result.found)/\(result.made)  \(result.complete)  \(result.falseClaims)")
    }
  }
}
