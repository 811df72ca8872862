/// The frame that the transform of an anchor is written in.
struct AnchorFrame: Sendable, Equatable {
  var path = FramePath()
  /// For each shift of the path: the event after which the transform in force was the same place without
  /// that shift and those after it, to the bit; −1 if the anchor was written since.
  var originals: [Int32] = []
  /// Whether somebody put the anchor back where it stood before a shift.
  var isPutBack = false
  /// Whether the anchor came into being after the reference date.
  var isAdded = false
  /// Whether it was moved by itself after the reference date.
  var isMoved = false
  /// The event that hid the anchor, from which on shifts pass it by: while it is hidden, and also after it
  /// is brought back as it was, until somebody writes its place. −1 for none.
  var hiddenBy: Int32 = -1
}

extension AnchorFrame {
  /// Notes that the anchor was written by the burst of a shift.
  mutating func shift(
    _ shift: Int, follows: Bool, previous: Int32, _ list: [FoundShift]
  ) {
    let count = path.shifts.count
    path.append(shift, list)
    if path.shifts.count > count {
      originals.append(follows ? previous : -1)
    } else {
      originals.removeLast()
    }
    isPutBack = false
    if !follows { forgetOriginals() }
  }

  /// Notes that the anchor was written by itself, in a frame.
  mutating func write(in frame: FramePath) {
    path = frame
    originals = Array(repeating: -1, count: frame.shifts.count)
    isPutBack = false
    isMoved = true
    hiddenBy = -1
  }

  /// Notes that the anchor was brought to a place where it had been, in the frame that it was in then.
  mutating func returnTo(_ frame: AnchorFrame) {
    write(in: frame.path)
    hiddenBy = frame.hiddenBy
  }

  /// Notes that the anchor was written by a burst that brought an earlier frame back, but not to a place
  /// where it had been.
  mutating func cross(_ transition: FrameTransition) {
    write(in: transition.applied(to: path))
  }

  /// Notes that somebody took the last shift out of this anchor by hand.
  mutating func putBack() {
    path.shifts.removeLast()
    originals.removeLast()
    forgetOriginals()
    isPutBack = true
  }

  private mutating func forgetOriginals() {
    for place in originals.indices { originals[place] = -1 }
    isMoved = true
  }

  /// Returns the event whose transform is exactly that of the anchor without some shifts; nil if they are
  /// not its last ones, or it was written since.
  func original(without isTaken: (Int) -> Bool) -> Int? {
    guard let first = path.shifts.firstIndex(where: { isTaken(Int($0)) }),
      path.shifts[first...].allSatisfy({ isTaken(Int($0)) }), originals[first] >= 0
    else { return nil }
    return Int(originals[first])
  }
}
