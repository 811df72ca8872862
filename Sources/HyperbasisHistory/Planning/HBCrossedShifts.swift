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
  /// Whether all of them were already in what is brought back and have been taken out since, so that what
  /// lies in between is their correction.
  package var isTakenBack = false
}
