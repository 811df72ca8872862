public import Foundation
package import HyperbasisDrift

/// How older places come back if the space has shifted since.
public enum HBPlaceFrame: String, Codable, Sendable, CaseIterable {
  /// As they were written then, to the bit: beside the same place of today, by as much as the space
  /// shifted.
  case then
  /// Where the same place is today: carried over all shifts since.
  case now
}

/// The shifts that lie between the places that a plan brings back and the frame of today.
public struct HBCrossedShifts: Equatable, Sendable {
  /// In the order of their first events.
  public let shifts: [HBShift]
  /// The anchors that come back across them, in the order of the plan; those that are where they
  /// belong already are not among them.
  public let anchorIds: [UUID]
  /// How they come back.
  public let frame: HBPlaceFrame
  /// The same shifts with all that is known of them.
  package let found: [FoundShift]
  /// Whether all of them were there already in what is brought back, and were taken out since: what
  /// lies in between is their correction.
  package var isTakenBack = false
}
