import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisTimeMachine
import HyperbasisWording

/// The shifts of a space from a date on, and their outcome: the offset of the space, and the frames of
/// its anchors.
struct DriftReport {
  let index: EventIndex
  let since: HBInstant?
  /// Whether it begins with the history, so that the reference state is the one before the first burst.
  let isSinceStart: Bool
  /// The shifts, in the order of their first events.
  let shifts: [FoundShift]
  /// How many other motions were found and are not listed.
  let hiddenCount: Int
  /// What steps that are too small for a shift add up to.
  let creeps: [Creep]
  /// How far the space is from where it was at the reference date.
  let curve: DriftCurve
  let frames: [SpaceFrames.Group]
  /// The names of the anchors that are written in a shifted frame, if there are few.
  private let shiftedNames: [TerminalText]
  /// How many anchors have a frame that cannot be known.
  let undecidedCount: Int
  /// Whether steps that are too small for a shift moved the space.
  private let isCreeping: Bool
  private let hasMovedSpace: Bool
  /// Whether the log records who wrote.
  let hasActors: Bool

  /// - Parameters:
  ///   - since: the reference date; nil for the start of the history, with the state before the first
  ///     shift as the reference.
  ///   - showsAll: whether motions that are not shifts are listed too.
  init(_ index: EventIndex, _ history: DriftHistory, since: HBInstant?, showsAll: Bool) {
    self.index = index
    self.since = since ?? index.start
    let found = history.shifts.filter { shift in since.map { shift.from >= $0 } ?? true }
    shifts = showsAll ? found : found.filter { $0.isListed(in: index) }
    hiddenCount = found.count - shifts.count
    creeps = found.creeps(index).filter(\.isTold)
    // A state without anchors shows nothing: the start of the history is no other date than none.
    let start = since.map { index.eventCount(before: $0) }.flatMap { $0 > 0 ? $0 : nil }
    isSinceStart = start == nil
    curve = DriftCurve(index, history, since: start)
    isCreeping = curve.isCreeping(found, creeps)
    hasMovedSpace = curve.hasMovedSpace(found)
    let frames = SpaceFrames(
      index, history, since: start, options: .init(corrections: index.corrections))
    let state = index.state(through: index.count)
    let groups = frames.groups(index, in: state)
    self.frames = groups
    shiftedNames =
      Self.shiftedCount(groups) <= Self.mostNamed ? Self.namesOfShifted(index, frames, state) : []
    undecidedCount = frames.undecidedCount
    hasActors = !index.actorNames.isEmpty
  }
}

extension DriftReport {
  /// The present offset, such as `now 0.42 m, yaw +3.1°`; empty if neither a shift nor a creep moved
  /// the space.
  var now: TerminalText {
    hasMovedSpace ? DriftText.now(curve, frames: frames.count, creeps: creeps) : .empty
  }

  /// The text in place of the table if nothing is listed.
  var emptyText: TerminalText {
    isCreeping
      ? "No shifts; the space creeps, less than 1 cm at a time." : "No shifts."
  }

  /// When the reference state was current from which the present offset is measured; nil if there is no
  /// offset.
  var reference: HBInstant? {
    curve.points.isEmpty || curve.reference == 0 ? nil : index.instant(curve.reference - 1)
  }

  /// What the reader should know besides the table.
  ///
  /// - Parameter referenceText: the date of ``reference``, if it is not the one in the heading.
  func remarks(_ referenceText: TerminalText?) -> [TerminalText] {
    var lines: [TerminalText] = []
    if let referenceText, !now.isEmpty, !DriftText.isWhereItWas(curve) {
      lines.append(
        "How far it is now is measured from \(referenceText), before the first burst of moves; --since "
          + "DATE measures from another date.")
    }
    if frames.count > 1 { lines.append(framesText) }
    if undecidedCount > 0 { lines.append(CorrectionText.undecided + ".") }
    lines += creepTexts
    if let hidden = hiddenText { lines.append(hidden) }
    return lines
  }

  private var framesText: TerminalText {
    let all = frames.reduce(0) { $0 + $1.anchors }
    let moved = Self.shiftedCount(frames)
    let what: TerminalText = "\(all) anchors are written in \(frames.count) frames"
    if moved == all { return "\(what), all of them shifted." }
    let names: TerminalText =
      shiftedNames.isEmpty ? .empty : " (\(shiftedNames.joined(separator: ", ")))"
    return "\(what): \(moved) of them in a shifted one\(names)."
  }

  /// How many of the hidden motions are steps of creeps.
  private var hiddenSteps: Int { hiddenCount > 0 ? creeps.reduce(0) { $0 + $1.steps } : 0 }

  private var creepTexts: [TerminalText] {
    creeps.map { creep in
      "\(ShiftText.text(creep))\(hiddenCount > 0 ? "; --all shows them" : "")."
    }
  }

  private var hiddenText: TerminalText? {
    let hidden = hiddenCount - hiddenSteps
    guard hidden > 0 else { return nil }
    let what = CountText.text(hidden, hiddenSteps > 0 ? "other group" : "group")
    return
      "\(what) of anchors moved alike without a shift; --all shows \(hidden == 1 ? "it" : "them")."
  }
}

// MARK: - Anchors in a shifted frame

extension DriftReport {
  /// If there are more, they are only counted.
  private static let mostNamed = 3

  private static func shiftedCount(_ groups: [SpaceFrames.Group]) -> Int {
    groups.filter { !$0.motion.isIdentity }.reduce(0) { $0 + $1.anchors }
  }

  private static func namesOfShifted(
    _ index: EventIndex, _ frames: SpaceFrames, _ state: FoldedState
  ) -> [TerminalText] {
    index.slotsInStoreOrder.lazy.map(Int.init)
      .filter { index.isVisible(slot: $0, in: state) && !frames.motion(ofSlot: $0).isIdentity }
      .map { slot in
        // If the log cannot be read, the anchor is called by its id.
        let metadata = state.ordinal(ofSlot: slot).flatMap { try? index.metadata($0) } ?? [:]
        return AnchorDescription(metadata, id: index.anchorId(ofSlot: slot)).label
          .truncated(to: mostColumns)
      }
  }

  /// No name is longer than this.
  private static let mostColumns = 40
}

// MARK: - JSON

extension JSONNode {
  init(_ report: DriftReport) {
    let takenOut = ShiftsTakenOut(report.index)
    self = .object([
      ("spaceId", JSONNode(report.index.spaceId)), ("since", .optional(report.since)),
      ("reference", .optional(report.reference)),
      ("actors", .bool(report.hasActors)),
      ("shifts", .array(report.shifts.map { JSONNode($0, report.index, takenOut) })),
      ("curve", .array(report.curve.points.map { JSONNode($0) })),
      ("creeps", .array(report.creeps.map { JSONNode($0) })),
      ("frames", .array(report.frames.map { JSONNode($0) })),
      (
        "undecided",
        .array(report.undecidedCount > 0 ? [.string(CorrectionText.undecided.plain)] : [])
      ),
    ])
  }

  private init(_ shift: FoundShift, _ index: EventIndex, _ takenOut: ShiftsTakenOut) {
    let role = shift.role(in: index)
    self = .object([
      ("id", JSONNode(shift.id)), ("from", JSONNode(shift.from)), ("to", JSONNode(shift.to)),
      ("actor", .optional(shift.actor)), ("class", .string(shift.kind.rawValue)),
      ("displacement", .number(shift.displacement)), ("centroid", JSONNode(shift.centroid)),
      ("about", JSONNode(shift.about)), ("yaw", .number(shift.motion.yaw)),
      ("yawError", .optional(shift.yawError) { .number($0) }),
      ("translation", JSONNode(shift.motion.translation)),
      ("residual", .number(shift.residual)),
      ("followers", .array(shift.followers.map { JSONNode(index.anchorId(ofSlot: $0)) })),
      ("written", .integer(shift.written)), ("live", .integer(shift.live)),
      ("leftBehind", .integer(shift.leftBehind)), ("evidence", .number(shift.evidence)),
      ("sure", .string(shift.sure.rawValue)),
      ("headings", .optional(shift.knownHeadings?.rawValue)),
      ("scale", .number(shift.scale)), ("inverseOf", .optional(shift.inverseOf) { JSONNode($0) }),
      ("corrects", .optional(shift.correction(in: index)) { JSONNode($0.value) }),
      ("takenOut", .bool(role.isShift && takenOut.contains(shift))),
    ])
  }

  private init(_ point: DriftCurve.Point) {
    self = .object([
      ("at", JSONNode(point.at)), ("offset", JSONNode(point.offset)), ("yaw", .number(point.yaw)),
      ("error", .number(point.error)), ("rekeyed", .bool(point.rekeyed)),
      ("lost", .bool(point.isLost)),
    ])
  }

  private init(_ creep: Creep) {
    self = .object([
      ("anchors", .integer(creep.followers)), ("live", .integer(creep.live)),
      ("steps", .integer(creep.steps)), ("displacement", .number(creep.displacement)),
      ("yaw", .number(creep.yaw)),
    ])
  }

  private init(_ group: SpaceFrames.Group) {
    self = .object([
      ("anchors", .integer(group.anchors)), ("yaw", .number(group.motion.yaw)),
      ("translation", JSONNode(group.motion.translation)),
    ])
  }

  /// A point or a displacement, in metres.
  init(_ vector: SIMD3<Double>) {
    self = .array([vector.x, vector.y, vector.z].map { .number($0) })
  }
}
