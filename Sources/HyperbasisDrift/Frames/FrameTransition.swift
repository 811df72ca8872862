/// What leads from one frame into another: shifts that are left, and shifts that are entered.
struct FrameTransition: Sendable, Hashable {
  let from: FramePath
  let to: FramePath
}

extension FrameTransition {
  /// The numbers of the shifts that it leaves.
  var gone: [Int32] { from.shifts.filter { !to.shifts.contains($0) } }

  /// The numbers of the shifts that it enters.
  var come: [Int32] { to.shifts.filter { !from.shifts.contains($0) } }

  /// Returns where it leads from another frame, whose other shifts stay.
  func applied(to path: FramePath) -> FramePath {
    if path == from { return to }
    let (gone, come) = (Set(gone), Set(come))
    return path.without { gone.contains(Int32(truncatingIfNeeded: $0)) }
      .into(to) { come.contains(Int32(truncatingIfNeeded: $0)) }
  }
}

/// The frames of the writers before and after something changed them.
struct WriterStep: Sendable {
  let before: WriterFrames
  let after: WriterFrames

  /// The step that takes it back.
  var reversed: WriterStep { WriterStep(before: after, after: before) }
}
