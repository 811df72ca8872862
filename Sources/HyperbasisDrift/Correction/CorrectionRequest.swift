package import Foundation
package import HyperbasisAnchorLog

/// Which shifts are to be taken out, and how.
package struct CorrectionRequest: Sendable {
  /// What happens to anchors that were added after the first of the shifts.
  package enum Added: String, Sendable, CaseIterable {
    case keep
    case move
  }

  /// Where the devices of other actors were after the shifts.
  package enum Others: String, Sendable, CaseIterable {
    /// In the frame of before.
    case stay
    /// In the frame of after, too: they share the map.
    case follow
  }

  package var shifts: [UUID]
  /// Into which frame the anchors are brought.
  package var frame: CorrectionTag.Frame
  package var added: Added
  /// Nil for what the classes say: others follow a shift of the space, and stay where a part shifted.
  package var others: Others?

  package init(
    shifts: [UUID], frame: CorrectionTag.Frame, added: Added = .move, others: Others? = nil
  ) {
    self.shifts = shifts
    self.frame = frame
    self.added = added
    self.others = others
  }
}
