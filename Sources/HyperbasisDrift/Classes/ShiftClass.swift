/// The class of a motion that several anchors followed at once.
package enum ShiftClass: String, Sendable, CaseIterable {
  /// The whole space moved: a device found another origin.
  case space
  /// A part of the space moved: a room, or what one device placed.
  case part
  /// Things were moved as one, such as a row of chairs: not a shift.
  case together
  /// All moved by less than a centimetre: a platform's fine adjustment.
  case creepStep = "creep step"
  /// The anchors moved alike, but not as one.
  case loose
  /// The anchors were under way, not at rest.
  case stream
  /// The distances between the anchors changed too.
  case scaled
}

extension ShiftClass {
  /// Whether the frame of the writer changed.
  package var isShift: Bool { self == .space || self == .part }
}

/// How the anchors' own rotations changed.
package enum HeadingBehaviour: String, Sendable, CaseIterable {
  /// They turned with the motion.
  case turned
  /// They stayed: only positions were corrected.
  case stayed
  /// Some turned and some stayed.
  case differ
}

/// How strong the evidence for a shift is.
package enum Sureness: String, Sendable, CaseIterable {
  case certain
  case likely
}
