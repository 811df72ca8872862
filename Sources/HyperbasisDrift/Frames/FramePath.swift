/// A frame: the shifts that lead into it from the frame of the reference date, oldest first.
struct FramePath: Sendable, Hashable {
  /// The numbers of the shifts in their list.
  var shifts: [Int32] = []

  var isReference: Bool { shifts.isEmpty }
}

extension FramePath {
  /// Adds a shift; one that takes the last one back removes that one instead.
  mutating func append(_ shift: Int, _ list: [FoundShift]) {
    if let last = shifts.last, list[shift].undoes(list[Int(last)]) {
      shifts.removeLast()
    } else {
      shifts.append(Int32(truncatingIfNeeded: shift))
    }
  }

  /// Returns the motion from the reference frame into this one.
  func motion(_ list: [FoundShift]) -> Motion {
    shifts.reduce(.identity) { list[Int($1)].motion.after($0) }
  }

  /// Returns by how much headings turn on the way into this frame, in degrees.
  func headingYaw(_ list: [FoundShift]) -> Double {
    shifts.reduce(0) { sum, shift in
      let shift = list[Int(shift)]
      return shift.headings == .turned ? sum + shift.motion.yaw : sum
    }
  }

  /// Returns the motion from this frame into another one, both seen from the same reference date.
  func change(to other: FramePath, _ list: [FoundShift]) -> SpaceFrames.Change {
    guard self != other else { return SpaceFrames.Change() }
    let crossed = Set(shifts).symmetricDifference(other.shifts).map { list[Int($0)] }
    return SpaceFrames.Change(
      motion: other.motion(list).after(motion(list).inverse),
      headingYaw: other.headingYaw(list) - headingYaw(list),
      tolerance: crossed.tolerance, isComposed: crossed.count != 1)
  }

  /// Returns the frame without some shifts.
  func without(_ isTaken: (Int) -> Bool) -> FramePath {
    FramePath(shifts: shifts.filter { !isTaken(Int($0)) })
  }

  /// Returns the frame with those of some shifts added that lead into another one, as if the anchor had
  /// followed them when they happened.
  ///
  /// Each is inserted at its place in time, since the order of motions matters.
  func into(_ other: FramePath, _ isTaken: (Int) -> Bool) -> FramePath {
    var path = self
    for shift in other.shifts where isTaken(Int(shift)) && !shifts.contains(shift) {
      let earlier = path.shifts.lastIndex { $0 < shift }
      path.shifts.insert(shift, at: earlier.map { $0 + 1 } ?? 0)
    }
    return path
  }
}

extension FoundShift {
  /// Whether this shift takes another one back.
  func undoes(_ earlier: FoundShift) -> Bool { inverseOf == earlier.id }
}
