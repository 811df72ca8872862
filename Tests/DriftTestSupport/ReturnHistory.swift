package import HyperbasisDrift
import HyperbasisModels

/// A random history of a space that shifts, whose shifts are undone and redone, and that is rolled back,
/// with the frame in which each anchor is written.
package struct ReturnHistory {
  package private(set) var log = DriftLog()
  /// What was done, to help explain a failure.
  package private(set) var steps: [String] = []
  /// Each event that wrote a position.
  package private(set) var versions: [Version] = []
  /// Anchors that were hidden at some time, and so missed shifts.
  package private(set) var hidden: Set<Int> = []
  private var eventCount = 0
  private var random: RandomSource
  private var state = State()
  /// The states after each step, and what the operations that can be undone changed.
  private var past: [State] = []
  private var done: [Change] = []
  private var undone: [Change] = []
  private var second = 0.0
  private var operation = 0

  package struct Version {
    package let anchor: Int
    package let ordinal: Int
    package let place: [Float]
    /// The motion into the frame that it is written in, and into the frame that all writers used then.
    package let frame: Motion
    package let frameOfAll: Motion
  }

  private struct Anchor: Equatable {
    /// As written.
    var place: [Float]
    /// The motion into the frame that it is written in.
    var frame: Motion
    var isHidden = false
  }

  private struct State {
    var anchors: [Int: Anchor] = [:]
    /// The frame that all writers use.
    var frame = Motion.identity
  }

  private struct Change {
    let operation: Int
    let before: State
    let after: State
  }

  package init(seed: UInt64, steps count: Int) {
    random = RandomSource(seed: seed)
    for _ in 0..<16 { add(at: 20) }
    past.append(state)
    for _ in 0..<count {
      step()
      past.append(state)
    }
  }

  /// The number of each live anchor, with its place and the motion into its frame.
  package var live: [(number: Int, place: [Float], frame: Motion)] {
    state.anchors.filter { !$0.value.isHidden }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.place, $0.value.frame) }
  }

  /// The motion into the frame that all writers use now.
  package var frameOfAll: Motion { state.frame }

  /// How many frames the live anchors are written in.
  package var liveFrameCount: Int {
    var frames: [Motion] = []
    for anchor in live where !frames.contains(anchor.frame) { frames.append(anchor.frame) }
    return frames.count
  }
}

extension ReturnHistory {
  private mutating func step() {
    switch random.below(16) {
    case 0...2: shift()
    case 3...6: add(at: 4000)
    case 7: moveOne()
    case 8...10: undo()
    case 11...13: redo()
    default: rollBack()
    }
  }

  private mutating func place() -> Place {
    Place(
      SIMD3(random.uniform(-4...4), random.uniform(0...2), random.uniform(-4...4)),
      heading: random.uniform(-180...180))
  }

  private mutating func add(at gap: Double) {
    second += gap
    operation += 1
    let number = state.anchors.count
    let written = place().moved(by: state.frame).transform
    state.anchors[number] = Anchor(place: written, frame: state.frame)
    log.write(.created, number, written, at: second, actor: "B", operation: operation)
    note(number)
    if gap > 100 { steps.append("add \(number)") }
  }

  private mutating func note(_ number: Int) {
    if state.anchors[number]?.isHidden == true { hidden.insert(number) }
    if let anchor = state.anchors[number], !anchor.isHidden {
      versions.append(
        Version(
          anchor: number, ordinal: eventCount, place: anchor.place, frame: anchor.frame,
          frameOfAll: state.frame))
    }
    eventCount += 1
  }

  private mutating func moveOne() {
    guard let anchor = live.randomElement(using: &random.generator) else { return }
    var after = state
    after.anchors[anchor.number] = Anchor(
      place: place().moved(by: state.frame).transform, frame: state.frame)
    write(after, "move \(anchor.number)")
  }

  private mutating func shift() {
    let motion = Motion(
      yaw: random.uniform(3...12) * (random.chance(0.5) ? 1 : -1), about: .zero,
      then: SIMD3(random.uniform(0.2...0.9), 0.02, random.uniform(-0.9 ... -0.2)))
    var after = state
    after.frame = motion.after(state.frame)
    for (number, anchor) in state.anchors where !anchor.isHidden {
      after.anchors[number] = Anchor(
        place: motion.apply(to: anchor.place, headingYaw: motion.yaw),
        frame: motion.after(anchor.frame))
    }
    write(after, "shift")
  }

  private mutating func rollBack() {
    let target = random.below(past.count)
    var after = past[target]
    // What did not exist then is hidden; a hidden anchor keeps its position.
    for (number, anchor) in state.anchors where after.anchors[number] == nil {
      after.anchors[number] = anchor
      after.anchors[number]?.isHidden = true
    }
    write(after, "roll back to step \(target)", .restored)
  }

  private mutating func undo() {
    guard let change = done.popLast() else { return }
    take(change, change.before, "undo", undoing: change.operation)
    undone.append(change)
  }

  private mutating func redo() {
    guard let change = undone.popLast() else { return }
    take(change, change.after, "redo", redoing: change.operation)
    done.append(change)
  }

  /// Restores what an operation changed, except for what has been changed since.
  private mutating func take(
    _ change: Change, _ goal: State, _ name: String, undoing: Int? = nil, redoing: Int? = nil
  ) {
    let other = undoing == nil ? change.before : change.after
    var after = state
    for (number, anchor) in goal.anchors
    where anchor != other.anchors[number] && state.anchors[number] == other.anchors[number] {
      after.anchors[number] = anchor
    }
    after.frame = goal.frame
    write(after, "\(name) \(change.operation)", undoing: undoing, redoing: redoing)
  }

  private mutating func write(
    _ after: State, _ name: String, _ type: DriftLog.Kind = .moved, undoing: Int? = nil,
    redoing: Int? = nil
  ) {
    second += 4000
    operation += 1
    let before = state
    state = after
    for (number, anchor) in after.anchors.sorted(by: { $0.key < $1.key })
    where anchor != before.anchors[number] {
      let wasHidden = before.anchors[number]?.isHidden == true
      let kind: DriftLog.Kind =
        anchor.isHidden ? .deleted : wasHidden || type == .restored ? .restored : .moved
      second += 0.001
      log.write(
        kind, number, anchor.isHidden ? nil : anchor.place, at: second, actor: "ann",
        operation: operation, undoing: undoing, redoing: redoing)
      note(number)
    }
    steps.append("\(name) [\(operation)]")
    guard undoing == nil, redoing == nil else { return }
    done.append(Change(operation: operation, before: before, after: after))
    undone = []
  }
}
