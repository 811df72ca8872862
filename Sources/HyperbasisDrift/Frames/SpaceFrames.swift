import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// For each anchor, the frame that its transform is written in: that of its writer when it was written, as
/// the motion from the frame of a reference date.
///
/// The entry points: ``init(_:_:since:through:options:)``, ``change(from:slot:)`` for a diff across shifts,
/// ``motion(ofActor:)`` to carry an old version into today's frame, ``groups(_:in:)`` and
/// ``undecidedCount``.
package struct SpaceFrames: Sendable {
  let shifts: [FoundShift]
  let options: Options
  /// How many events are folded into the reference state.
  package let since: Int
  let marks: BurstMarks
  /// By slot.
  var anchors: [AnchorFrame]
  var writers = WriterFrames()
  /// What corrections replaced, so that undoing them can bring it back.
  var replaced: [UUID: Replaced] = [:]
  /// The operations that are undone.
  private var undone: Set<UUID> = []
  /// By the number of a shift: how it changed the frames of the writers.
  private var writerSteps: [Int: WriterStep] = [:]
  /// By the number of a shift that only brought the places of an earlier date back: the transition into the
  /// frame of that date.
  private(set) var returns: [Int: FrameTransition] = [:]
  /// How many additions and moves by an unnamed actor came after a part had shifted, so that their frame is
  /// a guess.
  package private(set) var undecidedCount = 0
  /// By slot: the frames that an anchor was in before, each with the event up to which it held.
  private(set) var past: [Int: [Past]] = [:]
  /// The frames that writers were in before, each with the event that changed them.
  private(set) var formerWriters: [FormerWriters] = []

  struct Past: Sendable {
    let through: Int
    let frame: AnchorFrame
  }

  struct FormerWriters: Sendable {
    let until: Int
    let writers: WriterFrames
  }

  struct Replaced: Sendable {
    let writers: WriterFrames
    let taken: TakenShifts
    /// The current frame, as of then.
    let now: FramePath
    var anchors: [Int: AnchorFrame] = [:]
    var isUndone = false

    init(writers: WriterFrames, taken: TakenShifts) {
      self.writers = writers
      self.taken = taken
      now = taken.frameOfNow(writers)
    }
  }

  /// Creates the frames after some events.
  ///
  /// - Parameters:
  ///   - history: what was found in at least those events.
  ///   - since: how many events are folded into the reference state; those before the first shift if nil.
  ///   - through: how many events are folded; all if nil.
  ///   - options: which corrections there were, and whose frames followed shifts.
  package init(
    _ index: EventIndex, _ history: DriftHistory, since: Int? = nil, through: Int? = nil,
    options: Options = Options()
  ) {
    shifts = history.shifts
    self.options = options.naming(redoneIn: history.shifts, index)
    let end = through ?? index.count
    let first = shifts.first { $0.kind.isShift }.map { Int($0.burst[0].ordinal) }
    self.since = min(since ?? first ?? end, end)
    let (list, start) = (shifts, self.since)
    marks = BurstMarks(list, start..<end) { number in
      list[number].kind.isShift && Int(list[number].burst[0].ordinal) >= start
        && list[number].correction(index, options.corrections) == nil
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
    for (slot, ordinal) in latest.enumerated() where ordinal >= 0 {
      noteVisibility(ordinal, slot, index)
    }
    for ordinal in ordinals {
      let slot = index.slot(ordinal)
      let before = anchors[slot]
      step(ordinal, slot, previous: latest[slot], index)
      let hasCaughtUp = before.hiddenBy >= 0 && anchors[slot].hiddenBy < 0
      if hasCaughtUp || anchors[slot].path != before.path {
        past[slot, default: []].append(Past(through: latest[slot], frame: before))
      }
      noteVisibility(ordinal, slot, index)
      latest[slot] = ordinal
    }
  }

  /// Notes that shifts pass an anchor by from now on, or that none did while it was hidden.
  private mutating func noteVisibility(_ ordinal: Int, _ slot: Int, _ index: EventIndex) {
    let hiding = Int(anchors[slot].hiddenBy)
    if let hidden = index.hidingOrdinal(ordinal) {
      if hiding < 0 { anchors[slot].hiddenBy = Int32(truncatingIfNeeded: hidden) }
    } else if hiding >= 0, missed(since: hiding, index) == nil {
      anchors[slot].hiddenBy = -1
    }
  }

  private mutating func step(
    _ ordinal: Int, _ slot: Int, previous: Int, _ index: EventIndex
  ) {
    if correct(ordinal, slot, index) { return }
    reviseWriters(ordinal, index)
    if let (number, follows) = marks.shift(ordinal) {
      if Int(shifts[number].burst[0].ordinal) == ordinal {
        keepWriters(until: ordinal)
        returns[number] = returned(by: shifts[number], index)
        shiftWriters(number, index)
      }
      if let transition = returns[number] {
        bringBack(ordinal, slot, transition, index)
      } else {
        anchors[slot].shift(
          number, follows: follows, previous: Int32(truncatingIfNeeded: previous), shifts)
      }
      return
    }
    guard index.carriesTransform(ordinal) else { return }
    if previous < 0 || !index.hasStarted(previous) {
      anchors[slot].write(in: frameOfWriter(ordinal, slot, index))
      anchors[slot].isAdded = true
      noteUnnamed(ordinal, index)
    } else if index.position(ordinal) != index.position(previous) {
      move(ordinal, slot, previous: previous, index)
    } else if index.mayHaveTurned(after: ordinal, since: previous) {
      anchors[slot].turn()
    }
  }

  mutating func keepWriters(until ordinal: Int) {
    formerWriters.append(FormerWriters(until: ordinal, writers: writers))
  }

  private mutating func shiftWriters(_ number: Int, _ index: EventIndex) {
    guard !marks.lesser.contains(number) else { return }
    let shift = shifts[number]
    // The frames already lack what it undoes, or already have what it redoes.
    if let tag = index.undone(shift.firstOrdinal), !steps(of: tag.original, index).isEmpty {
      return
    }
    let before = writers
    let reach = reach(of: shift, index)
    if let transition = returns[number] {
      bringBack(transition, reach, index)
    } else {
      writers.shift(number, reach, shifts)
    }
    writerSteps[number] = WriterStep(before: before, after: writers)
  }

  /// Returns whose frames a shift changes.
  private func reach(of shift: FoundShift, _ index: EventIndex) -> WriterFrames.Reach {
    let actor = index.actorNumber(shift.firstOrdinal)
    let isEverybodys =
      shift.kind == .space
      ? !options.stayed.contains(shift.id) || actor == 0
      : options.followed.contains(shift.id)
    return isEverybodys ? .everybody : .actor(actor)
  }

  /// Notes that an anchor was moved by itself: it is in the frame of whoever moved it, unless it was put
  /// back or has hardly moved.
  private mutating func move(
    _ ordinal: Int, _ slot: Int, previous: Int, _ index: EventIndex
  ) {
    if let frame = frameOfSamePlace(ordinal, slot, index) {
      anchors[slot].returnTo(frame)
    } else if let tag = index.correction(ordinal, options.corrections), tag.frame == nil {
      anchors[slot].write(in: path(tag.shifts))
    } else if isPutBack(ordinal, slot, index) {
      anchors[slot].putBack()
    } else if index.actorNumber(ordinal) == 0 {
      anchors[slot].write(in: anchors[slot].path)
      noteUnnamed(ordinal, index)
    } else {
      let frame = frameOfWriter(ordinal, slot, index)
      let hasStayed = isWhereItStood(ordinal, slot, previous: previous, frame, index)
      anchors[slot].write(in: hasStayed ? anchors[slot].path : frame)
    }
  }

  /// Returns the frame that the writer of an event is in: that before a shift that has yet to write this
  /// anchor, since the shift then moves what was written here.
  private func frameOfWriter(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> FramePath {
    let frame = writers.frame(of: index.actorNumber(ordinal))
    guard let shift = marks.shiftToCome(ofSlot: slot, after: ordinal),
      let step = writerSteps[shift]?.reversed
    else { return frame }
    var writers = writers
    writers.take(step)
    return writers.frame(of: index.actorNumber(ordinal))
  }

  /// Returns the frame of an earlier version with exactly the same place: rolling an anchor back across a
  /// shift brings coordinates of another frame back. Nil if it is that of the writer anyway, or the place
  /// is new.
  private func frameOfSamePlace(
    _ ordinal: Int, _ slot: Int, _ index: EventIndex
  ) -> AnchorFrame? {
    if past[slot, default: []].isEmpty,
      writers.frame(of: index.actorNumber(ordinal)) == anchors[slot].path
    {
      return nil
    }
    return earlierFrame(ordinal, slot, index)
  }

  /// Returns the frame of the latest earlier version with exactly the same place, which may be turned
  /// otherwise; nil if the place is new.
  private func earlierFrame(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> AnchorFrame? {
    let place = index.position(ordinal)
    let events = index.ordinals(ofSlot: slot)
    let end = events.count(below: ordinal)
    let same = events[max(0, end - Self.lookBack)..<end].last { index.position($0) == place }
    guard let same else { return nil }
    var frame = past[slot, default: []].first { same <= $0.through }?.frame ?? anchors[slot]
    if index.mayHaveTurned(after: ordinal, since: same) { frame.turn() }
    return frame
  }

  /// How many earlier versions are searched.
  private static let lookBack = 256

  /// Whether a follower was put back to where it stood before its last shift.
  private func isPutBack(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> Bool {
    guard let last = anchors[slot].path.shifts.last,
      let original = anchors[slot].originals.last, original >= 0
    else { return false }
    let shift = shifts[Int(last)]
    return index.stands(
      ordinal, where: Int(original), insteadOf: shift.motion, sigma: shift.sigma)
  }

  /// Whether an anchor hardly moved although its writer is in another frame: there its place has other
  /// coordinates, so whoever wrote it anew within millimetres did not go by that frame.
  private func isWhereItStood(
    _ ordinal: Int, _ slot: Int, previous: Int, _ frame: FramePath, _ index: EventIndex
  ) -> Bool {
    let own = anchors[slot].path
    guard own != frame else { return false }
    let crossed = Set(own.shifts).symmetricDifference(frame.shifts)
    return index.stands(
      ordinal, where: previous, insteadOf: own.change(to: frame, shifts).motion,
      sigma: crossed.map { shifts[Int($0)].sigma }.max() ?? 0)
  }

  private mutating func noteUnnamed(_ ordinal: Int, _ index: EventIndex) {
    guard index.actorNumber(ordinal) == 0,
      shifts.contains(where: { $0.kind == .part && Int($0.burst[0].ordinal) < ordinal })
    else { return }
    undecidedCount += 1
  }
}

// MARK: - Undo, redo, rollback

extension SpaceFrames {
  /// Undoing the operation of a shift also says that its writer is where it was before: otherwise what that
  /// writer placed since would be taken for shifted. Redoing it says the opposite.
  private mutating func reviseWriters(_ ordinal: Int, _ index: EventIndex) {
    guard let tag = index.undone(ordinal) else { return }
    let isUndo = if case .undoes = tag { true } else { false }
    guard undone.contains(tag.original) != isUndo else { return }
    if isUndo { undone.insert(tag.original) } else { undone.remove(tag.original) }
    let steps = steps(of: tag.original, index)
    guard !steps.isEmpty else { return }
    keepWriters(until: ordinal)
    for step in isUndo ? steps.reversed().map(\.reversed) : steps { writers.take(step) }
  }

  /// Returns how the shifts that an operation wrote changed the frames of the writers.
  private func steps(of operation: UUID, _ index: EventIndex) -> [WriterStep] {
    shifts.indices.compactMap { number in
      guard let step = writerSteps[number], shifts[number].isOf(operation, index) else {
        return nil
      }
      return step
    }
  }

  /// Returns the transition into an earlier frame that a shift leads back into, bringing most of its
  /// followers to exactly the places that they had there; nil if it leads to new ones. They may be in that
  /// frame already, if no shift had led them away: if each was moved by itself, or in steps too small for
  /// one.
  private func returned(by shift: FoundShift, _ index: EventIndex) -> FrameTransition? {
    var counts: [FrameTransition: Int] = [:]
    var count = 0
    for (place, ordinal) in shift.followerOrdinals.enumerated() {
      let slot = index.slot(ordinal)
      if let frame = earlierFrame(ordinal, slot, index) {
        counts[FrameTransition(from: anchors[slot].path, to: frame.path), default: 0] += 1
        count += 1
      }
      // Shifts hardly ever lead back.
      if place == Self.sampleSize, count == 0 { return nil }
    }
    let best = counts.max { $0.value < $1.value }
    return best.flatMap { 2 * $0.value > shift.followerOrdinals.count ? $0.key : nil }
  }

  /// How many followers show whether a shift leads back.
  private static let sampleSize = 16

  /// Notes that an anchor was written by a shift that leads back into an earlier frame.
  private mutating func bringBack(
    _ ordinal: Int, _ slot: Int, _ transition: FrameTransition, _ index: EventIndex
  ) {
    if let frame = earlierFrame(ordinal, slot, index) {
      anchors[slot] = frame
    } else {
      anchors[slot].cross(transition)
    }
  }

  /// Returns writers to an earlier frame: all of them, or those whose shift it was.
  private mutating func bringBack(
    _ transition: FrameTransition, _ reach: WriterFrames.Reach, _ index: EventIndex
  ) {
    switch reach {
    case .everybody:
      writers.replace(transition.applied)
    case .actor(let actor):
      let owners = transition.come.map { index.actorNumber(shifts[Int($0)].firstOrdinal) }
      for owner in owners.isEmpty ? [actor] : owners {
        writers.cross(transition, actor: owner)
      }
    }
  }
}

extension EventIndex {
  /// Whether an anchor stands, after one of its events, where it stood after an earlier one, and clearly
  /// not where a motion would have taken it.
  ///
  /// - Parameter sigma: the standard deviation of the motion's places, in metres.
  fileprivate func stands(
    _ ordinal: Int, where earlier: Int, insteadOf motion: Motion, sigma: Double
  ) -> Bool {
    let limit = 0.03 + 3 * sigma
    let before = SIMD3<Double>(position(earlier))
    return motion.displacement(at: before).length > 3 * limit
      && (SIMD3<Double>(position(ordinal)) - before).length <= limit
  }
}
