import HyperbasisAnchorLog
import HyperbasisModels

/// Puts the finds of single bursts together: those that are one shift become one, and each knows
/// which earlier one it takes back.
struct ShiftList {
  private(set) var shifts: [FoundShift]

  init(_ found: [FoundShift], _ evaluation: BurstEvaluation) throws {
    shifts = found.sorted { Self.precedes($0, $1) }
    try merge(evaluation)
    markInverses()
  }

  private static func precedes(_ left: FoundShift, _ right: FoundShift) -> Bool {
    let (first, second) = (left.burst[0].ordinal, right.burst[0].ordinal)
    if first != second { return first < second }
    return left.followers.count > right.followers.count
  }
}

// MARK: - One shift in several bursts

extension ShiftList {
  /// Microseconds from one find to the next of the same writer.
  private static let mergeGap: Int64 = 60_000_000

  private mutating func merge(_ evaluation: BurstEvaluation) throws {
    // By writer: where its latest find is in the result.
    var latest: [String?: Int] = [:]
    var merged: [FoundShift] = []
    for shift in shifts {
      if let place = latest[shift.actor],
        let union = try Self.union(merged[place], shift, evaluation)
      {
        merged[place] = union
      } else {
        latest[shift.actor] = merged.count
        merged.append(shift)
      }
    }
    shifts = merged
  }

  /// Two finds as one; nil where they are not.
  private static func union(
    _ first: FoundShift, _ second: FoundShift, _ evaluation: BurstEvaluation
  ) throws -> FoundShift? {
    guard second.from.microseconds &- first.to.microseconds <= mergeGap,
      first.scale == 1, second.scale == 1,
      Set(first.burst.map(\.slot)).isDisjoint(with: second.burst.map(\.slot)),
      agree(first, second, evaluation.index)
    else { return nil }
    let writes = (first.burst + second.burst).sorted { $0.ordinal < $1.ordinal }
    let wanted = first.followers.count + second.followers.count
    return try evaluation.shifts(in: writes).first { $0.followers.count * 10 >= wanted * 9 }
  }

  /// Whether two motions take the followers of both to the same places, by the median.
  private static func agree(
    _ first: FoundShift, _ second: FoundShift, _ index: EventIndex
  ) -> Bool {
    let limit = max(0.005, 2 * max(first.sigma, second.sigma))
    let centre = 0.5 * (first.about + second.about)
    guard (first.motion.apply(centre) - second.motion.apply(centre)).length <= 10 * limit else {
      return false
    }
    let places = first.placesBefore(index) + second.placesBefore(index)
    let differences = places.map { (first.motion.apply($0) - second.motion.apply($0)).length }
    return FoundShift.median(differences) <= limit
  }
}

extension FoundShift {
  /// Where the followers were, in metres.
  func placesBefore(_ index: EventIndex) -> [SIMD3<Double>] {
    burst.indices.filter { follows[$0] }.map { place in
      SIMD3<Double>(index.position(Int(burst[place].previous)))
    }
  }
}

// MARK: - Shifts that take others back

extension ShiftList {
  /// So many shifts before one are looked at.
  private static let lookBack = 64

  private mutating func markInverses() {
    var open: [Int] = []
    for number in shifts.indices where shifts[number].kind.isShift {
      let place = open.suffix(Self.lookBack).lastIndex { undoes(number, $0) }
      if let place {
        shifts[number].inverseOf = shifts[open[place]].id
        open.remove(at: place)
      } else {
        open.append(number)
      }
    }
  }

  /// Whether a shift takes the followers of an earlier one back to where they were.
  private func undoes(_ later: Int, _ earlier: Int) -> Bool {
    let (later, earlier) = (shifts[later], shifts[earlier])
    let limit = max(0.01, 2 * max(later.residual, earlier.residual))
    guard earlier.displacement > 2 * limit else { return false }
    let both = later.motion.after(earlier.motion)
    guard both.displacement(at: earlier.about).length <= limit, abs(both.yaw) <= 1 else {
      return false
    }
    let common = Set(earlier.followers).intersection(later.followers).count
    return common * 5 >= min(earlier.followers.count, later.followers.count) * 3
  }
}
