public import Foundation

/// Which shifts of a space are to be taken out of its anchors, and how.
///
/// A shift leaves some anchors written in another frame than the others: those that followed it, and
/// what its device placed or moved since. A correction leaves one frame. It changes places, and the
/// headings where the shift turned them; never the size of anything, and nothing that people really
/// moved.
public struct HBCorrection: Hashable, Sendable {
  /// The frame that all anchors are brought into.
  public enum Frame: String, Sendable, CaseIterable {
    /// That of before the shifts: what hangs beside its place goes back to it.
    case old
    /// That of after them: where devices find the space in the new frame, the rest is brought along.
    case new
  }

  /// What happens to anchors that were added after the first of the shifts.
  public enum Added: String, Sendable, CaseIterable {
    /// They stay where they are.
    case keep
    /// They move with the frame of whoever added them.
    case move
  }

  /// Where the devices of other actors were after the shifts.
  public enum Others: String, Sendable, CaseIterable {
    /// In the frame of before.
    case stay
    /// In the frame of after, because they share the map.
    case follow
  }

  /// The ids of the shifts.
  public var shifts: [UUID]
  /// The frame that all anchors are to be in afterwards.
  public var frame: Frame
  /// What happens to anchors that were added after the first of the shifts.
  public var added: Added
  /// Nil for what the shifts say: others follow a shift of the whole space, and stay where a part
  /// shifted.
  public var others: Others?

  /// A correction; ``HBStorage/correctionPlan(_:spaceId:)`` says what it would write.
  ///
  /// - Parameters:
  ///   - shifts: the ids of the shifts, ``HBShift/id``.
  ///   - frame: the frame that all anchors are to be in afterwards.
  ///   - added: what happens to anchors that were added after the first of the shifts.
  ///   - others: where the devices of other actors were after the shifts; nil follows from the
  ///     shifts.
  public init(shifts: [UUID], frame: Frame, added: Added = .move, others: Others? = nil) {
    self.shifts = shifts
    self.frame = frame
    self.added = added
    self.others = others
  }
}
