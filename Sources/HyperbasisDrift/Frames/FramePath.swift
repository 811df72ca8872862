/// A frame: the shifts that lead into it from that of the reference date, oldest first.
struct FramePath: Sendable, Hashable {
  /// The numbers of shifts in their list.
  var shifts: [Int32] = []

  var isReference: Bool { shifts.isEmpty }
}

extension FramePath {
  /// Adds a shift; one that takes the last one back leaves the frame before that.
  mutating func append(_ shift: Int, _ list: [FoundShift]) {
    if let last = shifts.last, list[shift].undoes(list[Int(last)]) {
      shifts.removeLast()
    } else {
      shifts.append(Int32(truncatingIfNeeded: shift))
    }
  }

  /// The motion from the reference frame into this one.
  func motion(_ list: [FoundShift]) -> Motion {
    shifts.reduce(.identity) { list[Int($1)].motion.after($0) }
  }

  /// By how much headings turn on the way into this frame, in degrees.
  func headingYaw(_ list: [FoundShift]) -> Double {
    shifts.reduce(0) { sum, shift in
      let shift = list[Int(shift)]
      return shift.headings == .turned ? sum + shift.motion.yaw : sum
    }
  }

  /// The frame without some shifts.
  func without(_ isTaken: (Int) -> Bool) -> FramePath {
    FramePath(shifts: shifts.filter { !isTaken(Int($0)) })
  }
}

extension FoundShift {
  /// Whether this shift takes another one back.
  func undoes(_ earlier: FoundShift) -> Bool { inverseOf == earlier.id }
}
