import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Combines the finds of single bursts: those that are one shift become one, and each records which earlier
/// one it takes back.
struct ShiftList {
  /// What no later find can change.
  private let closed: [FoundShift]
  /// The others, in the order of their first events.
  private var open: [Merged] = []

  private struct Merged {
    var shift: FoundShift
    /// The finds that it consists of.
    var sources: [FoundShift]
  }

  /// - Parameter found: in any order; each comes after the closed ones, or overlaps them without being one
  ///   shift with any.
  init(
    closed: [FoundShift], _ found: [FoundShift], _ evaluation: BurstEvaluation
  ) throws {
    self.closed = closed
    try merge(found.sorted { Self.precedes($0, $1) }, evaluation)
    tellApart()
    markInverses()
  }

  var shifts: [FoundShift] { closed + open.map(\.shift) }

  /// Splits off what finds with writes from an ordinal on cannot change, as closed, from the finds that are
  /// still open.
  func split(
    before ordinal: Int32, _ index: EventIndex
  ) -> (closed: [FoundShift], open: [FoundShift]) {
    let limit =
      ordinal < index.count ? index.instant(Int(ordinal)).microseconds : Int64.max
    let last = open.firstIndex { merged in
      merged.shift.burst[0].ordinal >= ordinal
        || limit &- merged.shift.to.microseconds <= Self.mergeGap
    }
    let end = last ?? open.count
    return (closed + open[..<end].map(\.shift), open[end...].flatMap(\.sources))
  }

  private static func precedes(_ left: FoundShift, _ right: FoundShift) -> Bool {
    let (first, second) = (left.burst[0].ordinal, right.burst[0].ordinal)
    if first != second { return first < second }
    return left.followers.count > right.followers.count
  }
}

// MARK: - One shift in several bursts

extension ShiftList {
  /// The greatest gap in microseconds between two finds of the same writer that are one shift.
  private static let mergeGap: Int64 = 60_000_000

  private mutating func merge(
    _ found: [FoundShift], _ evaluation: BurstEvaluation
  ) throws {
    // By writer: the index of its latest find in the result.
    var latest: [String?: Int] = [:]
    for shift in found {
      if let place = latest[shift.actor],
        let union = try Self.union(open[place].shift, shift, evaluation)
      {
        open[place].shift = union
        open[place].sources.append(shift)
      } else {
        latest[shift.actor] = open.count
        open.append(Merged(shift: shift, sources: [shift]))
      }
    }
  }

  /// Returns two finds as one; nil if they are not one shift.
  private static func union(
    _ first: FoundShift, _ second: FoundShift, _ evaluation: BurstEvaluation
  ) throws -> FoundShift? {
    let index = evaluation.index
    guard second.from.microseconds &- first.to.microseconds <= mergeGap,
      first.scale == 1, second.scale == 1,
      index.purpose(first.firstOrdinal) == index.purpose(second.firstOrdinal),
      case let begun = first.burst(before: second),
      Set(begun.map(\.slot)).isDisjoint(with: second.burst.map(\.slot)),
      agree(first, second, index)
    else { return nil }
    let writes = (begun + second.burst).sorted { $0.ordinal < $1.ordinal }
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
  /// Returns the writes of the burst, without those of anchors that another find takes along only later:
  /// when they were written here, they had not shifted yet.
  fileprivate func burst(before later: FoundShift) -> [Write] {
    let followers = Set(later.followers)
    return burst.indices.filter { follows[$0] || !followers.contains(Int(burst[$0].slot)) }
      .map { burst[$0] }
  }

  /// Returns where the followers were, in metres.
  func placesBefore(_ index: EventIndex) -> [SIMD3<Double>] {
    burst.indices.filter { follows[$0] }.map { place in
      SIMD3<Double>(index.position(Int(burst[place].previous)))
    }
  }
}

// MARK: - Ids

extension ShiftList {
  /// Of several shifts that one operation wrote, as an import of many visits does, only the first gets its
  /// id.
  private mutating func tellApart() {
    var known: Set<UUID> = []
    for number in open.indices {
      let shift = open[number].shift
      guard shift.id != shift.firstEvent else { continue }
      let isNew = known.insert(shift.id).inserted && !closed.contains { $0.id == shift.id }
      if !isNew { open[number].shift.id = shift.firstEvent }
    }
  }
}

// MARK: - Shifts that take others back

extension ShiftList {
  /// How many preceding shifts are considered.
  private static let lookBack = 64

  private mutating func markInverses() {
    // Those that nothing has taken back yet, newest last.
    let recent = closed.suffix(2 * Self.lookBack).filter(\.kind.isShift)
    let undone = Set(recent.compactMap(\.inverseOf))
    var candidates = recent.filter { $0.inverseOf == nil && !undone.contains($0.id) }
    for number in open.indices where open[number].shift.kind.isShift {
      let shift = open[number].shift
      let place = candidates.suffix(Self.lookBack).lastIndex { Self.undoes(shift, $0) }
      if let place {
        open[number].shift.inverseOf = candidates[place].id
        candidates.remove(at: place)
      } else {
        candidates.append(shift)
      }
    }
  }

  /// Whether a shift takes the followers of an earlier one back to where they were.
  private static func undoes(_ later: FoundShift, _ earlier: FoundShift) -> Bool {
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
