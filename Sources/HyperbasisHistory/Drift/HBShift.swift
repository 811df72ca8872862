public import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
public import HyperbasisModels

/// A shift of a space: a burst of writes that moved anchors at rest by one motion, as a device does when it
/// relocalises.
///
/// What people move, one by one or together, is not a shift: a shift's anchors had been at rest, and are
/// most of the space, or a part of it that is more than a piece of furniture.
public struct HBShift: Equatable, Identifiable, Sendable {
  /// What shifted.
  public enum Extent: String, Sendable, CaseIterable {
    /// The whole space: a device found another origin.
    case space
    /// A part of it: a room, or what one device placed.
    case part
  }

  /// How the headings of the anchors changed.
  public enum Headings: String, Sendable, CaseIterable {
    /// They turned with the shift.
    case turned
    /// They stayed: only positions were written again.
    case stayed
    /// Some turned and some stayed.
    case differ
  }

  /// The id of the operation that wrote it, or else of the first event that follows it.
  public let id: UUID
  /// The date of its first write.
  public let start: Date
  /// The date of its last write.
  public let end: Date
  /// Who wrote it; nil if the log does not say.
  public let actor: String?
  /// Whether the whole space shifted or a part of it.
  public let extent: Extent
  /// The median distance in metres that the followers moved.
  public let displacement: Double
  /// Where the centroid of the followers was, in metres.
  public let centroid: SIMD3<Double>
  /// By how much that centroid moved, in metres.
  public let centroidDisplacement: SIMD3<Double>
  /// The motion, with its residual, the number of followers as its inliers, and the number of anchors that
  /// were there.
  public let motion: HBRigidShift
  /// The standard error of the motion's yaw in degrees; nil if the followers do not determine the yaw, such
  /// as a mast without headings: the motion is then a translation.
  public let yawError: Double?
  /// The ids of the anchors that followed the shift.
  public let followers: [UUID]
  /// Whether the followers' headings turned with the shift; `turned` means nothing if the yaw is not known.
  public let headings: Headings
  /// Whether the evidence is far stronger than needed; otherwise the shift is likely.
  public let isCertain: Bool
  /// The earlier shift that this one takes back; nil if there is none.
  public let inverseOf: UUID?
  /// Whether it corrects other shifts, undoes or redoes such a correction, or brings earlier places back in
  /// today's frame.
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
  /// Returns the shifts of the space through its history, in the order of their first events.
  ///
  /// The same log gives the same shifts on every machine. ``HBCorrection`` takes them out.
  ///
  /// - Complexity: O(n) for n events, about a second for a million; keep the result.
  /// - Throws: as ``anchors(at:)`` does.
  public func shifts() throws -> [HBShift] {
    try reading { try DriftHistory(index).shifts.compactMap { HBShift($0, index) } }
  }
}

extension HBShift: Hashable {
  /// Hashes the id: equal values have equal ids.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
