import Canvas
package import Foundation
package import Hyperbasis
import RevertibleCore

/// Changes that are staged over the live space: shown, but not written.
///
/// A value like any other part of the state: a draft that is held twice is copied before it
/// changes.
package struct Draft: Sendable {
  private var versions: Versions
  private let clock: InputClock

  fileprivate typealias Versions = VersioningController<
    DraftedAnchors, DraftedAnchors, ReversionError
  >

  /// Nudges that come less than this apart are one step.
  private static let pause = Duration.milliseconds(800)

  package init() {
    clock = InputClock()
    versions = Versions(
      DraftedAnchors(), debounceClock: clock, debounceInterval: Self.pause)
  }

  /// The anchors as they will be, in the order in which they were first touched.
  package var anchors: [HBAnchor] { versions.currentValue.anchors.map(\.anchor) }

  package var isEmpty: Bool { versions.currentValue.anchors.isEmpty }
  package var canUndo: Bool { versions.hasUndo }
  package var canRedo: Bool { versions.hasRedo }

  /// The anchor as it will be; nil where the draft does not touch it.
  package func anchor(_ id: UUID) -> HBAnchor? {
    versions.currentValue.anchors.first { $0.id == id }?.anchor
  }
}

// MARK: - Edits

extension Draft {
  /// Stages an anchor, new or changed, as one step.
  package mutating func stage(_ anchor: HBAnchor) {
    makeOwn()
    versions.setWithTransaction { $0.put(anchor) }
  }

  /// Stages an anchor on its way; what comes in quick succession is one step.
  package mutating func nudge(_ anchor: HBAnchor, at now: HBInstant) {
    makeOwn()
    clock.set(now)
    var value = versions.currentValue
    value.put(anchor)
    versions.append(value)
  }

  /// Begins a series of edits that becomes one step, or none.
  package mutating func beginSeries() {
    makeOwn()
    versions.pushNewScope()
  }

  /// Ends a series: its edits are one step from now on.
  package mutating func keepSeries() {
    makeOwn()
    // Nothing is ever changed without a step, which alone could be refused.
    try? versions.popCurrentScope()
  }

  /// Ends a series and takes its edits back.
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
    /// The anchors that it is about, as the draft left them before and leaves them now; nil where
    /// it did not touch them.
    package let changes: [(id: UUID, former: HBAnchor?, now: HBAnchor?)]
  }

  /// Takes the last step back; nil where there is none.
  package mutating func undo() -> Step? {
    travel(canUndo) { versions throws(ReversionError) in try versions.undo() }
  }

  /// Does the step again that was taken back last; nil where there is none.
  package mutating func redo() -> Step? {
    travel(canRedo) { versions throws(ReversionError) in try versions.redo() }
  }

  private mutating func travel(
    _ isPossible: Bool, _ move: (Versions) throws(ReversionError) -> DraftedAnchors
  ) -> Step? {
    guard isPossible else { return nil }
    makeOwn()
    let former = versions.currentValue
    guard let now = try? move(versions) else { return nil }
    return Step(changes: now.differences(from: former))
  }
}

// MARK: - What has versions

/// The anchors of a draft.
private struct DraftedAnchors: Versionable, Sendable {
  var anchors: [DraftedAnchor] = []

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.anchors)
  }

  mutating func put(_ anchor: HBAnchor) {
    if let place = anchors.firstIndex(where: { $0.id == anchor.id }) {
      anchors[place].anchor = anchor
    } else {
      anchors.append(DraftedAnchor(anchor: anchor))
    }
  }

  func differences(from former: DraftedAnchors) -> [(id: UUID, former: HBAnchor?, now: HBAnchor?)] {
    let before = Dictionary(uniqueKeysWithValues: former.anchors.map { ($0.id, $0.anchor) })
    let after = Dictionary(uniqueKeysWithValues: anchors.map { ($0.id, $0.anchor) })
    let ids = anchors.map(\.id) + former.anchors.map(\.id).filter { after[$0] == nil }
    return ids.filter { before[$0] != after[$0] }.map { ($0, before[$0], after[$0]) }
  }
}

/// An anchor of a draft, of which place, metadata and life have versions.
private struct DraftedAnchor: Versionable, Identifiable, Sendable {
  var anchor: HBAnchor

  var id: UUID { anchor.id }

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.anchor.transform)
    reverter.appendOverwriteReversion(at: \.anchor.metadata)
    reverter.appendReversion(at: \.anchor.deletedAt)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(anchor.id)
    hasher.combine(anchor.transform)
  }
}

extension SpaceView {
  /// An anchor as the draft leaves it, else as it is now, hidden or not.
  func draftedAnchor(_ id: UUID) -> HBAnchor? {
    draft?.anchor(id) ?? liveAnchor(id)
  }

  /// An anchor as it is now in the store.
  func liveAnchor(_ id: UUID) -> HBAnchor? {
    guard let slot = index.slot(of: id) else { return nil }
    return (try? index.anchor(after: index.newestOrdinal(ofSlot: slot))) ?? nil
  }

  /// What the draft does to each anchor it touches.
  var draftedChanges: [HBPlannedChange] {
    (draft?.anchors ?? []).map { anchor in
      HBPlannedChange(
        anchorId: anchor.id, before: liveAnchor(anchor.id), after: anchor, events: [])
    }
  }

  /// What a step of the draft was about, in words: `mug 2 cm`.
  ///
  /// - Parameter isUndone: whether the step is told that was taken back.
  func text(of step: Draft.Step, isUndone: Bool) -> TerminalText {
    let texts = step.changes.prefix(2).map { id, former, now -> TerminalText in
      let (before, after) = isUndone ? (now, former) : (former, now)
      let change = HBPlannedChange(
        anchorId: id, before: before ?? liveAnchor(id), after: after ?? liveAnchor(id), events: [])
      return "\(change.name) \(change.effectText)"
    }
    let rest = step.changes.count - texts.count
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : .empty)
  }
}
