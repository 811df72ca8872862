public import Foundation
package import HyperbasisDrift

/// How older places come back if the space has shifted since.
public enum HBPlaceFrame: String, Codable, Sendable, CaseIterable {
  /// As they were written then, to the bit: off from where the same place is today by as much as the space
  /// shifted.
  case then
  /// Where the same place is today: carried across all shifts since.
  case now
}

/// The shifts that lie between the places that a plan brings back and today's frame.
public struct HBCrossedShifts: Equatable, Sendable {
  /// The shifts, in the order of their first events.
  public let shifts: [HBShift]
  /// The anchors that come back across them, in the order of the plan; those that are already where they
  /// belong are not included.
  public let anchorIds: [UUID]
  /// How they come back.
  public let frame: HBPlaceFrame
  /// The same shifts with all that is known about them.
  package let found: [FoundShift]
  /// The ids of those that were already in what is brought back and have been taken out since, so that what
  /// lies in between is their correction.
  package let takenBack: Set<UUID>

  init(
    shifts: [HBShift], anchorIds: [UUID], frame: HBPlaceFrame, found: [FoundShift],
    takenBack: some Sequence<UUID>
  ) {
    self.shifts = shifts
    self.anchorIds = anchorIds
    self.frame = frame
    self.found = found
    self.takenBack = Set(takenBack)
  }
}

extension HBCrossedShifts {
  /// The shifts that have come since.
  package var come: [FoundShift] { found.filter { !takenBack.contains($0.id) } }

  /// The shifts that have been taken out since.
  package var corrected: [FoundShift] { found.filter { takenBack.contains($0.id) } }
}
