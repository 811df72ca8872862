public import Foundation

/// Which shifts of a space to take out of its anchors, and how.
///
/// A shift leaves some anchors written in a different frame from the others: those that followed it, and
/// those that its device has placed or moved since. A correction leaves one frame. It changes positions,
/// and the headings if the shift turned them; it never changes the size of anything, and keeps whatever
/// people really moved.
public struct HBCorrection: Hashable, Sendable {
  /// The frame that all anchors are brought into.
  public enum Frame: String, Sendable, CaseIterable {
    /// The frame from before the shifts: anchors that now hang beside their places return to them.
    case old
    /// The frame from after them, for devices that find the space in it: the other anchors are brought
    /// along.
    case new
  }

  /// What happens to anchors that were added after the first of the shifts.
  public enum Added: String, Sendable, CaseIterable {
    /// They stay where they are.
    case keep
    /// They move with the frame of the actor that added them.
    case move
  }

  /// Which frame the devices of other actors were in after the shifts.
  public enum Others: String, Sendable, CaseIterable {
    /// The frame from before them.
    case stay
    /// The frame from after them, because they share the map.
    case follow
  }

  /// The ids of the shifts.
  public var shifts: [UUID]
  /// The frame that all anchors are brought into.
  public var frame: Frame
  /// What happens to anchors that were added after the first of the shifts.
  public var added: Added
  /// Which frame the devices of other actors were in; nil derives it from the shifts: others follow a shift
  /// of the whole space, and stay if only a part shifted.
  public var others: Others?

  /// Creates a correction; ``HBStorage/correctionPlan(_:spaceId:)`` shows what it would write.
  ///
  /// - Parameters:
  ///   - shifts: the ids of the shifts, ``HBShift/id``.
  ///   - frame: the frame that all anchors are brought into.
  ///   - added: what happens to anchors that were added after the first of the shifts.
  ///   - others: which frame the devices of other actors were in after the shifts; nil derives it from the
  ///     shifts.
  public init(shifts: [UUID], frame: Frame, added: Added = .move, others: Others? = nil) {
    self.shifts = shifts
    self.frame = frame
    self.added = added
    self.others = others
  }
}
