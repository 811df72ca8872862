package import Foundation
package import HyperbasisAnchorLog

/// What lies between the frame that an earlier version of an anchor was written in and the one that
/// the anchor is in today.
package struct FrameCrossing: Sendable, Equatable {
  /// The numbers of the shifts between the two frames, ascending.
  package let shifts: [Int]
  /// Those of them that the version was written in, and the anchor is not in any more.
  package let left: [Int]
  /// An event whose transform is exactly that of the version in today's frame; nil if the motion gives it.
  package let original: Int?
  /// The ids of the shifts that lead into today's frame, oldest first.
  package let path: [UUID]
  private let motion: Motion
  private let headingYaw: Double
}

extension FrameCrossing {
  /// Nil if the version is in today's frame, or if the two frames already existed side by side at the time.
  ///
  /// - Parameters:
  ///   - frames: the frames after all events of the index.
  ///   - version: an event of the anchor after which the place in question was in force.
  ///   - since: how many events are folded into the state that is brought back; only what shifted, or was
  ///     taken out, later was not known to it.
  package init?(_ index: EventIndex, _ frames: SpaceFrames, version: Int, since: Int) {
    let slot = index.slot(version)
    let list = frames.shifts
    let before = frames.frame(ofSlot: slot, after: version).path
    let now = frames.presentFrame(ofSlot: slot, index)
    // Shifts while the anchor was hidden were not known to it, whatever was done with it since.
    let since = min(since, frames.hidingOrdinal(ofSlot: slot).map { $0 + 1 } ?? since)
    let come = now.shifts.filter { !before.shifts.contains($0) }
    let gone = before.shifts.filter { !now.shifts.contains($0) }
    guard
      come.contains(where: { !frames.wasKnown($0, ofSlot: slot, since: since, index) })
        || gone.contains(where: { frames.wasTakenOut($0, ofSlot: slot, since: since, index) })
    else { return nil }
    shifts = (come + gone).map { Int($0) }.sorted()
    left = gone.map { Int($0) }
    path = now.shifts.map { list[Int($0)].id }
    motion = now.motion(list).after(before.motion(list).inverse)
    headingYaw = now.headingYaw(list) - before.headingYaw(list)
    original =
      come.isEmpty
      ? frames.frame(ofSlot: slot, after: version).original { gone.contains(Int32($0)) }
      : gone.isEmpty ? frames.followed(come, from: version, index) : nil
  }

  /// Returns a transform (16 floats, column-major, metres) of the version in today's frame; lengths of axes
  /// are kept.
  package func applied(to transform: [Float]) -> [Float] {
    motion.apply(to: transform, headingYaw: headingYaw)
  }
}

extension SpaceFrames {
  /// Whether a shift that an anchor or its writer had followed has been taken out since.
  ///
  /// - Parameter since: how many events there were when the shift was known to be in.
  fileprivate func wasTakenOut(
    _ shift: Int32, ofSlot slot: Int, since: Int, _ index: EventIndex
  ) -> Bool {
    !writers.holds(shift) && wasKnown(shift, ofSlot: slot, since: since, index)
  }

  /// Whether an anchor or a writer was in a shift when there were `since` events.
  fileprivate func wasKnown(
    _ shift: Int32, ofSlot slot: Int, since: Int, _ index: EventIndex
  ) -> Bool {
    let latest = index.ordinals(ofSlot: slot).last(below: since)
    let wasIn = latest.map { frame(ofSlot: slot, after: $0).path.shifts.contains(shift) } ?? false
    return wasIn || writers(eventCount: since).holds(shift)
  }

  /// Whether nothing but shifts that it followed, and corrections of shifts, has placed an anchor since one of
  /// its events.
  package func isOnlyReframed(since version: Int, _ index: EventIndex) -> Bool {
    index.ordinals(ofSlot: index.slot(version)).reversed().prefix { $0 > version }
      .allSatisfy { ordinal in
        !index.carriesTransform(ordinal) || marks.shift(ordinal)?.follows == true
          || index.correction(ordinal, options.corrections) != nil
      }
  }

  /// Returns the event that wrote a version with shifts that it followed one after the other; nil if
  /// somebody moved it in between.
  fileprivate func followed(_ shifts: [Int32], from version: Int, _ index: EventIndex) -> Int? {
    let slot = index.slot(version)
    var ordinal = version
    for shift in shifts {
      let burst = self.shifts[Int(shift)].burst
      guard let write = burst.first(where: { Int($0.slot) == slot }),
        marks.shift(Int(write.ordinal))?.follows == true,
        index.transformSource(Int(write.previous)) == index.transformSource(ordinal)
      else { return nil }
      ordinal = Int(write.ordinal)
    }
    return ordinal
  }
}

extension DriftHistory {
  /// Whether frames have changed since a log had `eventCount` events: by a shift, or by what takes one out.
  package func changesFrames(_ index: EventIndex, since eventCount: Int) -> Bool {
    let isLater = shifts.contains { $0.kind.isShift && $0.lastOrdinal >= eventCount }
    if isLater || index.corrections.isEmpty { return isLater }
    return (eventCount..<index.count).contains { index.correction($0, index.corrections) != nil }
  }
}
