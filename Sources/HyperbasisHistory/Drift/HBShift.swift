public import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
public import HyperbasisModels

/// A shift of a space: a burst of writes that moved anchors at rest by one motion, as a device does
/// when it finds its place again.
///
/// What people move, one by one or together, is not a shift: its anchors are most of the space, or a
/// part of it that is more than a piece of furniture, and had been at rest.
public struct HBShift: Equatable, Identifiable, Sendable {
  /// What shifted.
  public enum Extent: String, Sendable, CaseIterable {
    /// The whole space: its device found another origin.
    case space
    /// A part of it: a room, or what one device placed.
    case part
  }

  /// What the headings of the anchors did.
  public enum Headings: String, Sendable, CaseIterable {
    /// They turned with the shift.
    case turned
    /// They stayed: positions alone were written again.
    case stayed
    /// Some did this and some that.
    case differ
  }

  /// The operation that wrote it; without one, the first event that follows it.
  public let id: UUID
  /// The first write that follows.
  public let start: Date
  /// The last write that follows.
  public let end: Date
  /// Who wrote it; nil where the log does not say.
  public let actor: String?
  /// Whether the whole space shifted or a part of it.
  public let extent: Extent
  /// How far the anchors that follow moved, in metres: the median.
  public let displacement: Double
  /// Where the centroid of those anchors was, in metres.
  public let centroid: SIMD3<Double>
  /// By how much that centroid moved, in metres.
  public let centroidDisplacement: SIMD3<Double>
  /// The motion, with its residual and how many anchors follow of those that were there.
  public let motion: HBRigidShift
  /// The standard error of the motion's yaw in degrees; nil where the anchors that follow do not tell
  /// the yaw, such as a mast without headings: the motion is a translation then.
  public let yawError: Double?
  /// The anchors that follow.
  public let followers: [UUID]
  /// Whether the followers' headings turned with the shift; `turned` says nothing where the yaw is not
  /// known.
  public let headings: Headings
  /// Whether the evidence is far stronger than needed; otherwise the shift is likely.
  public let isCertain: Bool
  /// The earlier shift that this one takes back; nil for none.
  public let inverseOf: UUID?
  /// Whether it is a correction of others, or the undo or redo of one, or brings earlier places back
  /// in the frame of today.
  public let isCorrection: Bool
}

extension HBShift {
  /// Nil for a motion that is not a shift.
  init?(_ shift: FoundShift, _ index: EventIndex) {
    switch shift.kind {
    case .space: extent = .space
    case .part: extent = .part
    case .together, .creepStep, .loose, .stream, .scaled: return nil
    }
    switch shift.headings {
    case .turned: headings = .turned
    case .stayed: headings = .stayed
    case .differ: headings = .differ
    }
    id = shift.id
    (start, end) = (shift.from.date, shift.to.date)
    actor = shift.actor
    displacement = shift.displacement
    centroid = shift.about
    centroidDisplacement = shift.centroid
    motion = HBRigidShift(
      translation: shift.motion.translation, yaw: shift.motion.yaw, residual: shift.residual,
      inliers: shift.followers.count, common: shift.live)
    yawError = shift.yawError
    followers = shift.followers.map(index.anchorId(ofSlot:))
    isCertain = shift.sure == .certain
    inverseOf = shift.inverseOf
    isCorrection = shift.correction(in: index) != nil
  }
}

extension HBTimeline {
  /// The shifts of the space through its history, in the order of their first events.
  ///
  /// The same log gives the same shifts on every machine. ``HBCorrection`` takes them out.
  ///
  /// - Complexity: O(n) for n events, about a second for a million; keep what it gives.
  /// - Throws: as ``anchors(at:)`` does.
  public func shifts() throws -> [HBShift] {
    try reading { try DriftHistory(index).shifts.compactMap { HBShift($0, index) } }
  }
}
