/// The frame that the transform of an anchor is written in.
struct AnchorFrame: Sendable, Equatable {
  var path = FramePath()
  /// For each shift of the path: the event after which the place in force was the same without that shift
  /// and those after it, to the bit; −1 if the anchor was moved since, −2 if only corrections wrote it.
  var originals: [Int32] = []
  /// The number of originals that tell only the place, since the anchor was turned or scaled after them.
  private var turnedCount = 0
  /// Whether somebody put the anchor back where it stood before a shift.
  var isPutBack = false
  /// Whether the anchor came into being after the reference date.
  var isAdded = false
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
      removeLastOriginal()
    }
    isPutBack = false
    if !follows { forgetOriginals() }
  }

  /// Notes that the anchor was written by itself, in a frame.
  mutating func write(in frame: FramePath) {
    path = frame
    originals = Array(repeating: -1, count: frame.shifts.count)
    turnedCount = 0
    isPutBack = false
    hiddenBy = -1
  }

  /// Notes that a correction wrote the anchor in a frame: what it would be without a shift is no longer
  /// known to the bit, but nobody has moved it.
  mutating func correct(to frame: FramePath) {
    let moved = path.shifts.indices.filter { $0 < turnedCount || originals[$0] == -1 }
      .map { path.shifts[$0] }
    write(in: frame)
    for (place, shift) in frame.shifts.enumerated() where !moved.contains(shift) {
      originals[place] = Self.corrected
    }
  }

  /// Stands for an original that only corrections have replaced.
  private static let corrected: Int32 = -2

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
    removeLastOriginal()
    forgetOriginals()
    isPutBack = true
  }

  /// Notes that the anchor was turned or scaled where it stands: what it was before a shift is no longer
  /// what it would be without that shift.
  mutating func turn() { turnedCount = originals.count }

  private mutating func removeLastOriginal() {
    originals.removeLast()
    turnedCount = min(turnedCount, originals.count)
  }

  private mutating func forgetOriginals() {
    for place in originals.indices { originals[place] = -1 }
  }

  /// Returns the event whose transform is exactly that of the anchor without some shifts; nil if they are
  /// not its last ones, or it was moved, turned or scaled since.
  func original(without isTaken: (Int) -> Bool) -> Int? {
    guard let first = path.shifts.firstIndex(where: { isTaken(Int($0)) }),
      path.shifts[first...].allSatisfy({ isTaken(Int($0)) })
    else { return nil }
    return original(before: first)
  }

  /// Whether the anchor was written only by shifts since the first of some that it is in.
  func isOnlyShifted(since isTaken: (Int) -> Bool) -> Bool {
    guard let first = path.shifts.firstIndex(where: { isTaken(Int($0)) }) else { return false }
    return original(before: first) != nil
  }

  /// Whether the anchor was written only by corrections, and by shifts, since the first of some that it is
  /// in.
  func isOnlyCorrected(since isTaken: (Int) -> Bool) -> Bool {
    guard let first = path.shifts.firstIndex(where: { isTaken(Int($0)) }) else { return false }
    return first >= turnedCount && originals[first] == Self.corrected
  }

  /// Returns the event after which the anchor was what it would be without a shift of the path and all later
  /// ones; nil if it was moved, turned or scaled since.
  private func original(before place: Int) -> Int? {
    guard place >= turnedCount, originals[place] >= 0 else { return nil }
    return Int(originals[place])
  }
}
