import Foundation
package import HyperbasisDrift
import HyperbasisModels

/// The history of a space with a known truth: where each anchor really is, in the frame of the start,
/// while devices shift.
package struct SpaceStory {
  package enum Plot: String, CaseIterable, Sendable {
    case spaceShift, twoShifts, partOfOneActor, oneRoom, putBackByHand, flipFlop, spaceThenPart
    case oneByOne, half
  }

  package private(set) var log = DriftLog()
  /// Where each anchor really is.
  package private(set) var truth: [Int: Place] = [:]
  /// The motion of every shift that was made, in order.
  package private(set) var motions: [Motion] = []
  private var stored: [Int: Place] = [:]
  /// The motion from the true frame into that of each actor.
  private var frames = [Motion.identity, .identity]
  private var random: RandomSource
  private let noise: Double
  private let hasActors: Bool
  private let hasFurniture: Bool
  private var second = 0.0
  private var operation = 0
  private var next = 0

  package init(
    _ plot: Plot, seed: UInt64, noise: Double = 0.005, actors: Bool = true, anchors: Int = 36,
    furniture: Bool = false
  ) {
    random = RandomSource(seed: seed)
    self.noise = noise
    hasActors = actors
    hasFurniture = furniture
    for _ in 0..<anchors { add(by: random.below(2)) }
    second += 3600
    tell(plot)
  }
}

// MARK: - What happens

extension SpaceStory {
  private mutating func tell(_ plot: Plot) {
    liveOn(6)
    switch plot {
    case .spaceShift:
      shift(Array(truth.keys.sorted()), by: 0, everybody: true)
    case .twoShifts:
      shift(truth.keys.sorted(), by: 0, everybody: true)
      liveOn(6)
      shift(truth.keys.sorted(), by: 1, everybody: true)
    case .partOfOneActor:
      shift(truth.keys.sorted().filter { $0 % 3 != 0 }, by: 0, everybody: false)
    case .oneRoom:
      shift(truth.keys.sorted().filter { room($0) == 1 }, by: 0, everybody: false)
    case .putBackByHand:
      shift(truth.keys.sorted().filter { $0 % 4 != 0 }, by: 0, everybody: false)
      liveOn(4)
      putBack(8)
    case .oneByOne:
      shift(truth.keys.sorted(), by: 0, everybody: true, step: 3...25)
    case .half:
      shift(truth.keys.sorted().filter { $0 % 2 == 0 }, by: 0, everybody: false)
    case .flipFlop:
      shift(truth.keys.sorted(), by: 0, everybody: true)
      writeAllBack()
    case .spaceThenPart:
      shift(truth.keys.sorted(), by: 0, everybody: true)
      liveOn(6)
      shift(truth.keys.sorted().filter { $0 % 3 != 0 }, by: 1, everybody: false)
    }
    liveOn(12)
  }

  /// Moves, adds and deletes anchors, as people do.
  private mutating func liveOn(_ count: Int) {
    for _ in 0..<count {
      second += random.uniform(200...4000)
      let actor = random.below(2)
      switch random.below(10) {
      case 0..<6:
        let anchor = any()
        var place = truth[anchor] ?? Place(.zero)
        place.position += random.direction(random.uniform(0.1...1))
        place.heading += random.uniform(-90...90)
        truth[anchor] = place
        save(anchor, by: actor)
      case 6..<8: add(by: actor)
      case 8: tidy(by: actor)
      default:
        let anchor = any()
        log.write(.deleted, anchor, at: second, actor: name(actor))
        truth[anchor] = nil
        stored[anchor] = nil
      }
    }
    second += 600
  }

  /// Moves three things that stand together as one.
  private mutating func tidy(by actor: Int) {
    guard hasFurniture else { return }
    let first = any()
    let near = truth.keys.sorted().filter { room($0) == room(first) }.prefix(3)
    let motion = near.compactMap { truth[$0] }.motion(
      yaw: random.uniform(-20...20), then: random.direction(random.uniform(0.3...1)))
    for anchor in near {
      truth[anchor] = truth[anchor]?.moved(by: motion)
      second += 0.2
      save(anchor, by: actor)
    }
  }

  /// Has people turn anchors and leave them where they are, to the bit; returns the anchors.
  package mutating func turnInPlace(_ count: Int) -> Set<Int> {
    var turned: Set<Int> = []
    for _ in 0..<count {
      let anchor = any()
      let angle = random.uniform(20...180)
      truth[anchor]?.heading += angle
      stored[anchor]?.heading += angle
      guard let place = stored[anchor] else { continue }
      second += random.uniform(200...4000)
      log.write(.moved, anchor, place.transform, at: second, actor: name(random.below(2)))
      turned.insert(anchor)
    }
    return turned
  }

  private mutating func any() -> Int {
    let anchors = truth.keys.sorted()
    return anchors[random.below(anchors.count)]
  }

  private mutating func add(by actor: Int) {
    let room = Double(next % 3) - 1
    truth[next] = Place(
      SIMD3(
        6 * room + random.uniform(-2...2), random.uniform(0...2), random.uniform(-2...2)),
      heading: random.uniform(-180...180))
    second += random.uniform(20...200)
    save(next, by: actor, type: .created)
    next += 1
  }

  private func room(_ anchor: Int) -> Int { anchor % 3 }

  private func name(_ actor: Int) -> String? {
    hasActors ? (actor == 0 ? "A" : "B") : nil
  }
}

// MARK: - Writing

extension SpaceStory {
  /// Saves an anchor where the actor's device sees it.
  private mutating func save(
    _ anchor: Int, by actor: Int, type: DriftLog.Kind = .moved, operation: Int? = nil
  ) {
    guard let place = truth[anchor] else { return }
    var seen = place.moved(by: frames[actor])
    seen.position += random.normalVector(noise)
    stored[anchor] = seen
    log.write(
      type, anchor, seen.transform, at: second, actor: name(actor), operation: operation)
  }

  /// Makes a device find another origin, and write anchors where it now sees them.
  private mutating func shift(
    _ anchors: [Int], by actor: Int, everybody: Bool, step: ClosedRange<Double>? = nil
  ) {
    let motion = anchors.compactMap { stored[$0] }.motion(
      yaw: random.uniform(-10...10),
      then: SIMD3(
        random.uniform(0.15...0.6), random.uniform(-0.1...0.1), random.uniform(-0.4...0.4)))
    motions.append(motion)
    for other in frames.indices where everybody || other == actor {
      frames[other] = motion.after(frames[other])
    }
    operation += 1
    second += 600
    for anchor in anchors {
      guard let place = stored[anchor] else { continue }
      var moved = place.moved(by: motion)
      moved.position += random.normalVector(noise)
      stored[anchor] = moved
      second += step.map { random.uniform($0) } ?? 0.05
      log.write(
        .moved, anchor, moved.transform, at: second, actor: name(actor),
        operation: step == nil ? operation : nil)
    }
    second += 600
  }

  /// Has B put some anchors back where they belong, one by one.
  private mutating func putBack(_ count: Int) {
    for anchor in truth.keys.sorted().filter({ $0 % 4 != 0 && $0 < 30 }).prefix(count) {
      second += 200
      save(anchor, by: 1)
    }
  }

  /// Has B's device, which is right, write all anchors where it sees them.
  private mutating func writeAllBack() {
    frames = [.identity, .identity]
    operation += 1
    second += 3600
    for anchor in truth.keys.sorted() {
      second += 0.05
      save(anchor, by: 1, operation: operation)
    }
    second += 600
  }
}

// MARK: - After a correction

extension SpaceStory {
  /// Carries out a plan as one operation; returns its number.
  package mutating func carryOut(_ plan: CorrectionPlan) -> Int {
    operation += 1
    second += 3600
    let numbers = Dictionary(
      uniqueKeysWithValues: truth.keys.map { (DriftLog.anchorId($0), $0) })
    for move in plan.moves {
      guard let anchor = numbers[move.anchorId] else { continue }
      log.write(
        .moved, anchor, move.transform, at: second, actor: name(1), operation: operation)
    }
    return operation
  }
}
