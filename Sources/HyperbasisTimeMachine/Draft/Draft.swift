package import Foundation
import HyperbasisCanvas
package import HyperbasisHistory
import RevertibleCore
import Synchronization

/// Changes that are staged over the live space: shown, but not written.
///
/// A value like any other part of the state: a draft with several owners is copied before it changes.
package struct Draft: Sendable {
  private var versions: Versions
  private let clock: InputClock

  /// The effect of a draft on one anchor.
  package struct Edit: Sendable {
    /// The anchor as the store had it when it was edited; nil for a new one.
    package let before: HBAnchor?
    package let after: HBAnchor

    /// Whether the anchor ends up any different; it does not if it is added and deleted again.
    var isChange: Bool {
      guard let before else { return !after.isDeleted }
      return before.transform != after.transform || before.metadata != after.metadata
        || before.isDeleted != after.isDeleted
    }
  }

  fileprivate typealias Versions = VersioningController<
    DraftedAnchors, DraftedAnchors, ReversionError
  >

  /// Nudges less than this apart are merged into one step.
  private static let pause = Duration.milliseconds(800)

  package init() {
    clock = InputClock()
    versions = Versions(DraftedAnchors(), debounceClock: clock, debounceInterval: Self.pause)
  }

  /// The effects of the draft, in the order in which the anchors were first touched.
  package var edits: [Edit] {
    versions.currentValue.anchors.map(\.edit)
  }

  /// How many anchors the draft touches.
  package var count: Int { versions.currentValue.anchors.count }

  package var isEmpty: Bool { versions.currentValue.anchors.isEmpty }
  package var canUndo: Bool { versions.hasUndo }
  package var canRedo: Bool { versions.hasRedo }

  /// Returns what the draft does to an anchor; nil if it does not touch it.
  package func edit(_ id: UUID) -> Edit? {
    versions.currentValue.anchors.first { $0.id == id }?.edit
  }
}

// MARK: - Edits

extension Draft {
  /// Stages an anchor, new or changed, as one step.
  package mutating func stage(_ edit: Edit) {
    makeOwn()
    versions.setWithTransaction { $0.put(edit) }
  }

  /// Stages an anchor that is being moved; edits in quick succession become one step.
  package mutating func nudge(_ edit: Edit, at now: HBInstant) {
    makeOwn()
    clock.set(now)
    var value = versions.currentValue
    value.put(edit)
    versions.append(value)
  }

  /// Begins a series of edits that will become one step, or none.
  package mutating func beginSeries() {
    makeOwn()
    versions.pushNewScope()
  }

  /// Ends a series: its edits become one step.
  package mutating func keepSeries() {
    makeOwn()
    // This throws only if something changed outside a step, which never happens.
    try? versions.popCurrentScope()
  }

  /// Ends a series and reverts its edits.
  package mutating func dropSeries() {
    makeOwn()
    _ = try? versions.undoAndPopCurrentScope()
  }

  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&versions) { versions = versions.copy() }
  }
}

// MARK: - Undo and redo

extension Draft {
  /// What an undo or a redo did to the draft.
  package struct Step: Sendable {
    /// The anchors concerned, with what the draft did to each before and does now; nil if it did not
    /// touch it.
    package let changes: [(id: UUID, former: Edit?, now: Edit?)]
  }

  /// Takes the last step back; returns nil if there is none.
  package mutating func undo() -> Step? {
    travel(canUndo) { versions throws(ReversionError) in try versions.undo() }
  }

  /// Redoes the step that was taken back last; returns nil if there is none.
  package mutating func redo() -> Step? {
    travel(canRedo) { versions throws(ReversionError) in try versions.redo() }
  }

  private mutating func travel(
    _ isPossible: Bool, _ move: (Versions) throws(ReversionError) -> DraftedAnchors
  ) -> Step? {
    guard isPossible else { return nil }
    makeOwn()
    let former = versions.currentValue
    // Nil means that there is no such step.
    guard let now = try? move(versions) else { return nil }
    return Step(changes: now.differences(from: former))
  }
}

// MARK: - Versioned values

/// The anchors of a draft.
private struct DraftedAnchors: Versionable, Sendable {
  var anchors: [DraftedAnchor] = []

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.anchors)
  }

  mutating func put(_ edit: Draft.Edit) {
    let anchor = DraftedAnchor(anchor: edit.after, base: edit.before)
    if !edit.isChange {
      anchors.removeAll { $0.id == anchor.id }
    } else if let place = anchors.firstIndex(where: { $0.id == anchor.id }) {
      anchors[place] = anchor
    } else {
      anchors.append(anchor)
    }
  }

  func differences(
    from former: DraftedAnchors
  ) -> [(id: UUID, former: Draft.Edit?, now: Draft.Edit?)] {
    let before = Dictionary(uniqueKeysWithValues: former.anchors.map { ($0.id, $0.edit) })
    let after = Dictionary(uniqueKeysWithValues: anchors.map { ($0.id, $0.edit) })
    let ids = anchors.map(\.id) + former.anchors.map(\.id).filter { after[$0] == nil }
    return ids.filter { before[$0]?.after != after[$0]?.after }
      .map { ($0, before[$0], after[$0]) }
  }
}

/// An anchor of a draft, with versions of its transform, metadata and deletion.
private struct DraftedAnchor: Versionable, Identifiable, Sendable {
  var anchor: HBAnchor
  /// The anchor as the store had it when it was edited.
  var base: HBAnchor?

  var id: UUID { anchor.id }
  var edit: Draft.Edit { Draft.Edit(before: base, after: anchor) }

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.anchor.transform)
    reverter.appendOverwriteReversion(at: \.anchor.metadata)
    reverter.appendReversion(at: \.anchor.deletedAt)
    reverter.appendOverwriteReversion(at: \.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(anchor.id)
    hasher.combine(anchor.transform)
  }
}

/// A clock that shows the time of the latest input, so that the state needs no real clock to tell quick
/// successions from slow ones.
final class InputClock: Clock {
  struct Instant: InstantProtocol {
    fileprivate let time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

    func duration(to other: Instant) -> Duration { other.time - time }

    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let time = Mutex(Duration.zero)

  var now: Instant { Instant(time: time.withLock { $0 }) }

  var minimumResolution: Duration { .microseconds(1) }

  /// Sets the clock to the time of an input.
  func set(_ instant: HBInstant) {
    time.withLock { $0 = .microseconds(instant.microseconds) }
  }

  /// Never waits: this clock moves with inputs only.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
