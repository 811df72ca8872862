import DriftTestSupport
import Foundation
import HyperbasisDrift

/// Shifts of half of the anchors in small spaces: how many are found, and the classes of the others.
enum Halves {
  static func print(runs: Int) throws {
    Swift.print(
      "\nHalf of the anchors shift, seeds 4000 on: found, and the classes of what was not")
    for anchors in [8, 10, 12, 14, 16, 18, 24, 36, 60] {
      var found = 0
      var classes: [String: Int] = [:]
      for run in 0..<runs {
        let story = SpaceStory(
          .half, seed: 4000 + UInt64(run), noise: 0.01, actors: run % 2 == 0, anchors: anchors,
          furniture: true)
        let history = try DriftHistory(story.log.index())
        for motion in story.motions {
          let near = history.shifts.filter { shift in
            let error = shift.motion.apply(shift.about) - motion.apply(shift.about)
            return (error * error).sum().squareRoot() < 0.05
          }
          if near.contains(where: \.kind.isShift) {
            found += 1
          } else {
            let name =
              near.first.map { "\($0.kind.rawValue) of \($0.followers.count)" } ?? "nothing"
            classes[name, default: 0] += 1
          }
        }
      }
      let rest = classes.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
      Swift.print("n \(anchors): \(found) of \(runs)  \(rest.joined(separator: ", "))")
    }
  }
}
