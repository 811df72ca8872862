package import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// For each anchor the frame that its transform is written in: that of its writer when it was
/// written, as the motion from the frame of a reference date.
///
/// What others use: ``init(_:_:since:through:options:)``, ``change(from:slot:)`` for a diff across
/// shifts, ``motion(ofActor:)`` to carry an old version into the frame of today, ``groups(_:in:)``
/// and ``undecidedCount``.
package struct SpaceFrames: Sendable {
  /// How the frames of others and tagged corrections are taken.
  package struct Options: Sendable {
    /// Shifts that the frames of all actors followed, and those that only their own actor's did;
    /// of the others the class decides.
    package var followed: Set<UUID> = []
    package var stayed: Set<UUID> = []
    /// What the events of an operation say that they correct.
    package var corrections: [UUID: CorrectionTag] = [:]

    package init(corrections: [UUID: CorrectionTag] = [:]) {
      self.corrections = corrections
    }
  }

  let shifts: [FoundShift]
  let options: Options
  /// How many events the reference state folds.
  package let since: Int
  private let marks: BurstMarks
  /// By slot.
  private(set) var anchors: [AnchorFrame]
  private(set) var writers = WriterFrames()
  /// What corrections replaced, so that their undo brings it back.
  private var replaced: [UUID: Replaced] = [:]
  private var unnamed = 0
  /// By slot: the frames that an anchor was in before, each with the event up to which it held.
  private var past: [Int: [Past]] = [:]

  private struct Past: Sendable {
    let through: Int
    let frame: AnchorFrame
  }

  private struct Replaced: Sendable {
    var writers: WriterFrames
    var anchors: [Int: AnchorFrame] = [:]
  }

  /// The frames after some events.
  ///
  /// - Parameters:
  ///   - history: what was found in at least those events.
  ///   - since: how many events the reference state folds; those before the first shift if nil.
  ///   - through: how many events are folded; all if nil.
  ///   - options: which corrections there were, and whose frames followed.
  package init(
    _ index: EventIndex, _ history: DriftHistory, since: Int? = nil, through: Int? = nil,
    options: Options = Options()
  ) {
    shifts = history.shifts
    self.options = options
    let end = through ?? index.count
    let first = shifts.first { $0.kind.isShift }.map { Int($0.burst[0].ordinal) }
    self.since = min(since ?? first ?? end, end)
    let (list, start) = (shifts, self.since)
    marks = BurstMarks(list, start..<end) { number in
      list[number].kind.isShift && Int(list[number].burst[0].ordinal) >= start
        && !list[number].isCorrection(index, options)
    }
    anchors = Array(repeating: AnchorFrame(), count: index.slotCount)
    walk(index, start..<end)
  }
}

// MARK: - The walk

extension SpaceFrames {
  private mutating func walk(_ index: EventIndex, _ ordinals: Range<Int>) {
    guard !ordinals.isEmpty else { return }
    let before = index.state(through: ordinals.lowerBound)
    var latest = (0..<index.slotCount).map { before.ordinal(ofSlot: $0) ?? -1 }
    for ordinal in ordinals {
      let slot = index.slot(ordinal)
      let before = anchors[slot]
      step(ordinal, slot, previous: latest[slot], index)
      if anchors[slot].path != before.path {
        past[slot, default: []].append(Past(through: latest[slot], frame: before))
      }
      latest[slot] = ordinal
    }
  }

  private mutating func step(
    _ ordinal: Int, _ slot: Int, previous: Int, _ index: EventIndex
  ) {
    if correct(ordinal, slot, index) { return }
    if let (number, follows) = marks.shift(ordinal) {
      if Int(shifts[number].burst[0].ordinal) == ordinal { shiftWriters(number, index) }
      anchors[slot].shift(
        number, follows: follows, previous: Int32(truncatingIfNeeded: previous), shifts)
      return
    }
    guard index.carriesTransform(ordinal) else { return }
    if previous < 0 || !index.hasStarted(previous) {
      anchors[slot].write(in: writers.frame(of: index.actorNumber(ordinal)))
      anchors[slot].isAdded = true
      anchors[slot].isMoved = false
      noteUnnamed(ordinal, index)
    } else if index.position(ordinal) != index.position(previous) {
      move(ordinal, slot, index)
    }
  }

  private mutating func shiftWriters(_ number: Int, _ index: EventIndex) {
    let shift = shifts[number]
    guard !marks.lesser.contains(number) else { return }
    let actor = index.actorNumber(shift.firstOrdinal)
    let isEverybodys =
      shift.kind == .space
      ? !options.stayed.contains(shift.id) || actor == 0
      : options.followed.contains(shift.id)
    if isEverybodys {
      writers.shiftAll(number, shifts)
    } else {
      writers.shift(number, of: actor, shifts)
    }
  }

  /// An anchor was moved by itself: it is in the frame of who did, unless it was put back.
  private mutating func move(_ ordinal: Int, _ slot: Int, _ index: EventIndex) {
    if let frame = frameOfSamePlace(ordinal, slot, index) {
      anchors[slot].write(in: frame)
    } else if isPutBack(ordinal, slot, index) {
      anchors[slot].putBack()
    } else if index.actorNumber(ordinal) == 0 {
      anchors[slot].write(in: anchors[slot].path)
      noteUnnamed(ordinal, index)
    } else {
      anchors[slot].write(in: writers.frame(of: index.actorNumber(ordinal)))
    }
  }

  /// The frame of an earlier version that has the very same place: who rolls an anchor back across a
  /// shift brings coordinates of another frame back. Nil where the frame never changed, or the place
  /// is new.
  private func frameOfSamePlace(
    _ ordinal: Int, _ slot: Int, _ index: EventIndex
  ) -> FramePath? {
    guard let past = past[slot] else { return nil }
    let place = index.position(ordinal)
    let events = index.ordinals(ofSlot: slot)
    let end = events.count(below: ordinal)
    let same = events[max(0, end - Self.lookBack)..<end].last { index.position($0) == place }
    guard let same else { return nil }
    return past.first { same <= $0.through }?.frame.path ?? anchors[slot].path
  }

  /// So many versions before one are looked at.
  private static let lookBack = 256

  /// Whether a follower was put back to where it stood before its last shift.
  private func isPutBack(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> Bool {
    guard let last = anchors[slot].path.shifts.last,
      let original = anchors[slot].originals.last, original >= 0
    else { return false }
    let limit = 0.03 + 3 * shifts[Int(last)].sigma
    let before = SIMD3<Double>(index.position(Int(original)))
    let way = shifts[Int(last)].motion.displacement(at: before).length
    return way > 3 * limit
      && (SIMD3<Double>(index.position(ordinal)) - before).length <= limit
  }

  private mutating func noteUnnamed(_ ordinal: Int, _ index: EventIndex) {
    guard index.actorNumber(ordinal) == 0,
      shifts.contains(where: { $0.kind == .part && Int($0.burst[0].ordinal) < ordinal })
    else { return }
    unnamed += 1
  }
}

// MARK: - Corrections

extension SpaceFrames {
  /// Takes an event of a tagged correction, or of its undo or redo; false for any other.
  private mutating func correct(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> Bool {
    guard !options.corrections.isEmpty else { return false }
    switch index.undone(ordinal) {
    case .undoes(let operation):
      guard let before = replaced[operation], options.corrections[operation] != nil else {
        return false
      }
      writers = before.writers
      anchors[slot] = before.anchors[slot] ?? anchors[slot]
      return true
    case .redoes(let operation): return correct(slot, operation)
    case nil: return index.operation(ordinal).map { correct(slot, $0) } ?? false
    }
  }

  private mutating func correct(_ slot: Int, _ operation: UUID) -> Bool {
    guard let tag = options.corrections[operation] else { return false }
    let taken = taken(tag.shifts)
    let before = replaced[operation] ?? Replaced(writers: writers)
    let now = before.writers.frameOfNow(taken, shifts)
    let bring = { (path: FramePath) in
      tag.frame == .old ? path.without(taken.contains) : path.into(now, taken.contains)
    }
    if replaced[operation] == nil { writers.replace(bring) }
    replaced[operation] = before
    if before.anchors[slot] == nil { replaced[operation]?.anchors[slot] = anchors[slot] }
    anchors[slot].write(in: bring(anchors[slot].path))
    return true
  }

  /// The numbers of shifts by their ids.
  func taken(_ ids: [UUID]) -> Set<Int> {
    let ids = Set(ids)
    return Set(shifts.indices.filter { !ids.isDisjoint(with: shifts[$0].aliases) })
  }
}

extension FramePath {
  /// This frame with the shifts of another one that are to be taken along.
  func into(_ other: FramePath, _ isTaken: (Int) -> Bool) -> FramePath {
    let own = Set(shifts)
    let wanted = other.shifts.filter { own.contains($0) || isTaken(Int($0)) }
    let rest = shifts.filter { !wanted.contains($0) }
    return FramePath(shifts: wanted + rest)
  }
}

extension FoundShift {
  /// All ids under which a shift may have been named while the log grew.
  var aliases: Set<UUID> { [id, firstEvent] }

  /// Whether the burst is a correction that says so.
  func isCorrection(_ index: EventIndex, _ options: SpaceFrames.Options) -> Bool {
    guard !options.corrections.isEmpty else { return false }
    return burst.contains { write in
      let ordinal = Int(write.ordinal)
      switch index.undone(ordinal) {
      case .undoes(let operation), .redoes(let operation):
        return options.corrections[operation] != nil
      case nil:
        return index.operation(ordinal).map { options.corrections[$0] != nil } ?? false
      }
    }
  }
}

extension FoundShift {
  /// What the burst says that it corrects, or takes back or does again of a correction; nil for any
  /// other.
  package func correction(in index: EventIndex) -> CorrectionTag? {
    guard !index.corrections.isEmpty else { return nil }
    for write in burst {
      if let tag = index.correction(Int(write.ordinal)) { return tag }
    }
    return nil
  }
}

extension EventIndex {
  fileprivate func correction(_ ordinal: Int) -> CorrectionTag? {
    switch undone(ordinal) {
    case .undoes(let operation), .redoes(let operation): corrections[operation]
    case nil: operation(ordinal).flatMap { corrections[$0] }
    }
  }
}

extension DriftHistory {
  /// The shift with an id, or with one that it had while the log grew; nil where there is none.
  package func shift(_ id: UUID) -> FoundShift? {
    shifts.first { $0.kind.isShift && $0.aliases.contains(id) }
  }
}

// MARK: - Questions

extension SpaceFrames {
  /// The motion from the frame of the reference date into the one that an anchor is written in.
  package func motion(ofSlot slot: Int) -> Motion {
    slot < anchors.count ? anchors[slot].path.motion(shifts) : .identity
  }

  /// The frame that something an actor writes now is in; that of the space for nobody.
  ///
  /// - Parameter actor: its number in the index; 0 for nobody.
  package func motion(ofActor actor: Int) -> Motion {
    writers.frame(of: actor).motion(shifts)
  }

  /// The motion from the frame that an anchor was in into that of these frames, where both have one
  /// reference date: what a diff takes out of its way, G_B · G_A⁻¹.
  package func change(from earlier: SpaceFrames, slot: Int) -> Change {
    let before = slot < earlier.anchors.count ? earlier.anchors[slot].path : FramePath()
    let after = slot < anchors.count ? anchors[slot].path : FramePath()
    guard before != after else { return Change() }
    let crossed = Set(before.shifts).symmetricDifference(after.shifts).map { shifts[Int($0)] }
    return Change(
      motion: after.motion(shifts).after(before.motion(shifts).inverse),
      headingYaw: after.headingYaw(shifts) - before.headingYaw(shifts),
      tolerance: max(0.001, 3 * (crossed.map(\.residual).max() ?? 0)))
  }

  /// What lies between the frames of an anchor at two dates.
  package struct Change: Sendable, Equatable {
    package var motion = Motion.identity
    /// By how much headings turned, in degrees: 0 through shifts whose headings stayed.
    package var headingYaw = 0.0
    /// An anchor that is within this of where the motion takes it stood still, in metres.
    package var tolerance = 0.001
  }

  /// How many live anchors share a frame.
  package struct Group: Sendable, Equatable {
    package var anchors: Int
    package var motion: Motion
  }

  /// The frames of the live anchors of a state, the one with most anchors first.
  package func groups(_ index: EventIndex, in state: FoldedState) -> [Group] {
    var counts: [[Int32]: Int] = [:]
    for slot in 0..<anchors.count where index.isVisible(slot: slot, in: state) {
      counts[anchors[slot].path.shifts, default: 0] += 1
    }
    return counts.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
    }
    .map { Group(anchors: $0.value, motion: FramePath(shifts: $0.key).motion(shifts)) }
  }

  /// How many anchors nobody is named for were added or moved after a part had shifted, so that
  /// their frame is a guess.
  package var undecidedCount: Int { unnamed }
}
