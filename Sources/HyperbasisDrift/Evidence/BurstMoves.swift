import Dispatch
import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization

/// What a burst did to its anchors, in metres and degrees.
struct BurstMoves: Sendable {
  /// Where each anchor was, and by how much it moved.
  var before: [SIMD3<Double>] = []
  var moved: [SIMD3<Double>] = []
  /// The logarithm of how likely each displacement is if the anchor moved by itself.
  var ownMove: [Double] = []
  /// By how much each turned about +y, in degrees; not a number if that says nothing. Empty if none says
  /// anything.
  var turns: [Double] = [] {
    didSet { turnVectors = turns.map(Self.vector) }
  }
  /// The sine and the cosine of each turn.
  private(set) var turnVectors: [SIMD2<Double>] = []
  let axes: Axes

  var count: Int { before.count }
  var dimension: Double { axes.dimension }

  private init(axes: Axes) { self.axes = axes }

  init(before: [SIMD3<Double>], moved: [SIMD3<Double>], turns: [Double] = []) {
    self.init(axes: Axes(of: moved))
    self.before = before
    self.moved = moved
    self.turns = turns
    turnVectors = turns.map(Self.vector)
    let own = OwnMove(axes)
    ownMove = moved.map { own.logDensity(squaredLength: $0.squaredLength) }
  }
}

// MARK: - From a log

extension BurstMoves {
  init(_ writes: [Write], _ index: EventIndex) {
    var before: [SIMD3<Double>] = []
    var moved: [SIMD3<Double>] = []
    before.reserveCapacity(writes.count)
    moved.reserveCapacity(writes.count)
    for write in writes {
      let place = SIMD3<Double>(index.position(Int(write.previous)))
      before.append(place)
      moved.append(SIMD3<Double>(index.position(Int(write.ordinal))) - place)
    }
    self.init(before: before, moved: moved)
    for (number, write) in writes.enumerated() where write.earlier >= 0 {
      guard let onward = Self.onward(write, index) else { continue }
      let continued = Normal.logDensity(
        squared: (moved[number] - onward).squaredLength,
        sigma: Self.onwardFloor + Self.onwardShare * onward.length, dimension: dimension)
      ownMove[number] = LogSum.mean(ownMove[number], continued)
    }
  }

  /// Returns how far an anchor would have moved if it had gone on as before; nil if it had not been moving,
  /// or not lately, or if the write takes a change back.
  private static func onward(_ write: Write, _ index: EventIndex) -> SIMD3<Double>? {
    guard let source = index.transformSource(Int(write.previous)) else { return nil }
    let start = index.instant(Int(write.earlier)).microseconds
    let middle = index.instant(source).microseconds
    let end = index.instant(Int(write.ordinal)).microseconds
    let last = Double(middle &- start)
    let next = Double(end &- middle)
    guard last > 0, next <= 3 * last, !index.isRevision(Int(write.ordinal)) else { return nil }
    let way =
      SIMD3<Double>(index.position(source)) - SIMD3<Double>(index.position(Int(write.earlier)))
    return way == .zero ? nil : way * (next / last)
  }

  private static let onwardFloor = 0.01
  private static let onwardShare = 0.25

  /// Reads by how much the anchors turned.
  mutating func readTurns(_ writes: [Write], _ index: EventIndex) throws {
    let turned = writes.indices.filter { number in
      let write = writes[number]
      return index.mayHaveTurned(after: Int(write.ordinal), since: Int(write.previous))
    }
    guard !turned.isEmpty else { return }
    let transforms = try Self.transforms(
      after: turned.flatMap { [Int(writes[$0].previous), Int(writes[$0].ordinal)] }, index)
    var turns = [Double](repeating: .nan, count: count)
    for (place, number) in turned.enumerated() {
      let turn = Turn.twist(from: transforms[2 * place], to: transforms[2 * place + 1])
      if let turn, abs(turn) > Turn.least { turns[number] = turn }
    }
    self.turns = turns
  }

  /// Reads many transforms with two threads.
  private static func transforms(after ordinals: [Int], _ index: EventIndex) throws -> [[Float]] {
    guard ordinals.count > 4000 else { return try index.transforms(after: ordinals) }
    let middle = ordinals.count / 2
    let halves = [ordinals[..<middle], ordinals[middle...]]
    let results = Mutex<[Int: Result<[[Float]], any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      let result = Result { try index.transforms(after: Array(halves[half])) }
      results.withLock { $0[half] = result }
    }
    let read = results.withLock { $0 }
    return try (0..<2).flatMap { try read[$0]?.get() ?? [] }
  }

  private static func vector(_ turn: Double) -> SIMD2<Double> {
    turn.isNaN ? .zero : SIMD2(sin(turn * .pi / 180), cos(turn * .pi / 180))
  }
}

// MARK: - Parts

extension BurstMoves {
  /// Returns the moves of some of the anchors.
  func subset(_ members: [Int]) -> BurstMoves {
    var part = BurstMoves(axes: axes)
    part.before = members.map { before[$0] }
    part.moved = members.map { moved[$0] }
    part.ownMove = members.map { ownMove[$0] }
    if !turns.isEmpty { part.turns = members.map { turns[$0] } }
    return part
  }

  /// Returns the moves of at most `limit` anchors, evenly chosen.
  func sample(_ limit: Int) -> BurstMoves {
    count <= limit ? self : subset((0..<limit).map { $0 * count / limit })
  }

  /// Returns where an anchor went.
  @inline(__always)
  func after(_ number: Int) -> SIMD3<Double> { before[number] + moved[number] }
}
