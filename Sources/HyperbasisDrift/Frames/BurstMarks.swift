import HyperbasisAnchorLog

/// Which events belong to the bursts of shifts.
struct BurstMarks: Sendable {
  /// By ordinal, from `first` on: the number of the shift, counted from 1; negative if the anchor does not
  /// follow; 0 for none.
  private let first: Int
  private var marks: [Int32]
  /// By slot: the shifts whose bursts reached an anchor after somebody else had written it during the
  /// burst, and the events from the first of the burst to the anchor's.
  private var overtaken: [Int: [(events: Range<Int>, shift: Int)]] = [:]
  /// Shifts whose burst contains a larger one of the same writer; the frame of that one counts.
  private(set) var lesser: Set<Int> = []

  /// - Parameter isCounted: whether a shift changes frames.
  init(_ shifts: [FoundShift], _ ordinals: Range<Int>, isCounted: (Int) -> Bool) {
    first = ordinals.lowerBound
    marks = Array(repeating: 0, count: ordinals.count)
    let counted = shifts.indices.filter(isCounted)
    for number in counted {
      for ordinal in shifts[number].followerOrdinals where ordinals.contains(ordinal) {
        marks[ordinal - first] = Int32(truncatingIfNeeded: number + 1)
      }
    }
    for number in counted {
      let start = shifts[number].burst[0].ordinal
      for write in shifts[number].burst where write.previous > start {
        overtaken[Int(write.slot), default: []].append(
          (Int(start)..<Int(write.ordinal), number))
      }
    }
    // An anchor that follows none of several motions is counted with the largest.
    let bySize = counted.sorted {
      let (left, right) = (shifts[$0].followers.count, shifts[$1].followers.count)
      return left != right ? left > right : $0 < $1
    }
    for number in bySize {
      for write in shifts[number].burst {
        let place = Int(write.ordinal) - first
        guard place >= 0, place < marks.count else { continue }
        if marks[place] == 0 {
          marks[place] = Int32(truncatingIfNeeded: -number - 1)
        } else if case let other = Int(abs(marks[place])) - 1, other != number,
          shifts[other].actor == shifts[number].actor,
          shifts[other].followers.count > shifts[number].followers.count
            || (shifts[other].followers.count == shifts[number].followers.count && other < number)
        {
          lesser.insert(number)
        }
      }
    }
  }

  /// Returns the shift that is under way when an event is written, but has not reached its anchor yet.
  func shiftToCome(ofSlot slot: Int, after ordinal: Int) -> Int? {
    overtaken[slot]?.first { $0.events.contains(ordinal) }?.shift
  }

  /// Returns the shift whose burst wrote an event, and whether the anchor follows.
  func shift(_ ordinal: Int) -> (number: Int, follows: Bool)? {
    let place = ordinal - first
    guard place >= 0, place < marks.count, case let mark = marks[place], mark != 0 else {
      return nil
    }
    return (Int(abs(mark)) - 1, mark > 0)
  }
}
