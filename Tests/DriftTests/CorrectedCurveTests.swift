import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// How far a space of few anchors is from where it was, if people also move them by hand between the shifts.
struct CorrectedCurveTests {
  /// A space that shifts without noise, and where it truly is after each shift.
  private struct Story {
    var log = DriftLog()
    private(set) var places: [Place]
    private(set) var frame = Motion.identity
    private(set) var frames: [Motion] = []
    private var second = 0.0

    init(_ places: [Place]) {
      self.places = places
      for (number, place) in places.enumerated() {
        second += 60
        log.write(.created, number, place.transform, at: second, actor: "A")
      }
    }

    mutating func move(_ number: Int, by way: SIMD3<Double>) {
      second += 3600
      places[number].position += way
      log.write(.moved, number, places[number].transform, at: second, actor: "A")
    }

    mutating func shift(_ motion: Motion, correcting tag: CorrectionTag? = nil) {
      second += 3600
      places = places.moved(by: motion)
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.transform, at: second + (tag == nil ? 0.8 * Double(number) : 0),
          actor: "A", operation: tag == nil ? nil : 1, correcting: tag)
      }
      frame = motion.after(frame)
      frames.append(frame)
    }

    /// Takes out all shifts, as a correction does.
    mutating func correct() throws {
      let ids = try DriftHistory(log.index()).shifts.map(\.id)
      shift(
        frame.inverse,
        correcting: CorrectionTag(shifts: ids, frame: .old, since: HBInstant(microseconds: 0)))
    }
  }

  private func expectTruth(
    _ story: Story, within limit: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let index = try story.log.index()
    let history = try DriftHistory(index)
    let curve = DriftCurve(index, history)
    #expect(curve.points.count == story.frames.count, sourceLocation: sourceLocation)
    let first = index.positions(in: index.state(through: curve.reference)).map(\.position)
    let middle = SIMD3(
      median(first.map(\.x)), median(first.map(\.y)), median(first.map(\.z)))
    for (point, frame) in zip(curve.points, story.frames) where !point.isLost {
      let rest = point.offset - frame.displacement(at: middle)
      let length = (rest * rest).sum().squareRoot()
      #expect(
        length < max(limit, 5 * point.error), "\(curve.points)", sourceLocation: sourceLocation)
    }
    let last = try #require(curve.points.last)
    #expect(
      !last.isLost && !last.isSignificant && abs(last.yaw) < 0.05, "\(curve.points)",
      sourceLocation: sourceLocation)
    let frames = SpaceFrames(index, history, options: .init(corrections: index.corrections))
    #expect(
      frames.groups(index, in: index.state(through: index.count)).map(\.motion)
        == [.identity], sourceLocation: sourceLocation)
  }

  private func median(_ values: [Float]) -> Double {
    let sorted = values.map(Double.init).sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// A hand moves one of three anchors a little just before the space turns by a right angle.
  @Test func aHandThatIsTakenForATurn() throws {
    var story = Story([
      Place(SIMD3(4.99, 0.61, 0.40), heading: 66), Place(SIMD3(0.44, 1.81, 4.61), heading: -132),
      Place(SIMD3(1.29, 1.91, 2.56), heading: 175),
    ])
    story.shift(Motion(yaw: 0, translation: SIMD3(-0.49, 0.03, -0.37)))
    story.move(0, by: SIMD3(-0.9, 0, 0.3))
    story.move(1, by: SIMD3(0.4, 0.1, -1.1))
    story.shift(Motion(yaw: 0, translation: SIMD3(0.12, 0.06, -0.02)))
    story.move(1, by: SIMD3(0.05, 0, 0.043))
    story.shift(Motion(yaw: 90, translation: SIMD3(-1.02, 0, 5.13)))
    try story.correct()
    try expectTruth(story, within: 0.002)
  }

  @Test(arguments: 0..<60) func aCorrectedSpaceIsWhereItWas(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let count = 3 + random.below(6)
    var story = Story(
      (0..<count).map { _ in
        Place(
          SIMD3(random.uniform(0...5), random.uniform(0...2), random.uniform(0...5)),
          heading: random.uniform(-180...180))
      })
    for _ in 0..<2 + random.below(3) {
      let yaw = random.chance(0.5) ? 0 : random.uniform(-90...90)
      story.shift(
        Motion(
          yaw: yaw,
          translation: SIMD3(
            random.uniform(-0.5...0.5), random.uniform(-0.1...0.1), random.uniform(0.2...0.5))))
      for _ in 0..<random.below(3) {
        story.move(random.below(count), by: random.direction(random.uniform(0.03...1)))
      }
    }
    try story.correct()
    try expectTruth(story, within: 0.01)
  }
}
