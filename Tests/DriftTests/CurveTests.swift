import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// A space that creeps by millimetres, over and over.
struct CurveTests {
  /// Returns the curve of a space whose anchors are rewritten in many small steps.
  private func creep(
    _ step: SIMD3<Double>, steps: Int, noise: Double, rewritten: Double, seed: UInt64
  ) throws -> (curve: DriftCurve, truth: SIMD3<Double>) {
    var random = RandomSource(seed: seed)
    var log = DriftLog()
    let places = GridCase.places
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    var truth = SIMD3<Double>.zero
    for number in 0..<steps {
      truth += step
      for anchor in places.indices where random.chance(rewritten) {
        let seen = places[anchor].position + truth + random.normalVector(noise)
        log.write(
          .moved, anchor, Place(seen).transform, at: 7200 + 3600 * Double(number),
          operation: number + 1)
      }
    }
    let index = try log.index()
    return (try DriftCurve(index, DriftHistory(index), since: places.count), truth)
  }

  /// The two halves of a space, each moved by a motion of its own; then everything is put back.
  @Test func aSpaceThatGoesApartIsNowhereUntilItIsTogetherAgain() throws {
    var log = DriftLog()
    let places = GridCase.places
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    let (one, other) = (GridCase.motion(), places.motion(yaw: -3, then: SIMD3(-0.2, 0, 0.25)))
    for (number, place) in places.enumerated() {
      let place = place.moved(by: number < 10 ? one : other)
      log.write(.moved, number, place.transform, at: 7200, operation: 1)
    }
    let apart = try log.index()
    let curve = try DriftCurve(apart, DriftHistory(apart))
    #expect(curve.points.last?.isLost == true)
    for (number, place) in places.enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    let together = try log.index()
    let last = try #require(DriftCurve(together, DriftHistory(together)).points.last)
    #expect(!last.isLost && !last.isSignificant && abs(last.yaw) < 0.001)
  }

  /// Two rooms, each moved by a motion of its own at the same time: neither is the space, however many
  /// anchors they have.
  @Test(arguments: [10, 16, 20, 24, 30, 40, 60])
  func oneOfTwoHalvesIsNotTheSpace(count: Int) throws {
    var log = DriftLog()
    let rooms = [0.0, 12].map { far in
      (0..<count).map { Place(SIMD3(Double($0 % 5) + far, 0, Double($0 / 5))) }
    }
    for (number, place) in rooms.joined().enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    let motions = [
      rooms[0].motion(yaw: 6, then: SIMD3(0.3, 0, 0.1)),
      rooms[1].motion(yaw: -4, then: SIMD3(-0.5, 0.1, 0.2)),
    ]
    for number in 0..<2 * count {
      let (room, place) = (number % 2, number / 2)
      log.write(
        .moved, room * count + place, rooms[room][place].moved(by: motions[room]).transform,
        at: 86_400 + 0.2 * Double(place), operation: 1)
    }
    let index = try log.index()
    #expect(try DriftCurve(index, DriftHistory(index)).points.last?.isLost == true)
  }

  /// Its positions do not reveal that it turned, but its headings do.
  @Test func aMastIsTurnedAsItsShiftSays() throws {
    let places = (0..<6).map { Place(SIMD3(1, 0.5 * Double($0), 1), heading: 10 * Double($0)) }
    let motion = places.motion(yaw: 5, then: SIMD3(0.3, 0.02, -0.1))
    let log = GridCase.log(places, places.moved(by: motion))
    let index = try log.index()
    let last = try #require(DriftCurve(index, DriftHistory(index)).points.last)
    #expect(abs(last.yaw - 5) < 0.3, "\(last)")
    let error = last.offset - SIMD3(0.3, 0.02, -0.1)
    #expect((error * error).sum().squareRoot() < 0.001, "\(last)")
  }

  /// Measured at the middle of the room, which a single distant anchor does not shift.
  @Test func aTurnInPlaceIsNoLongWayForTheSakeOfOneFarAnchor() throws {
    var log = DriftLog()
    let places = GridCase.places + [Place(SIMD3(10_000, 0, 0))]
    let turn = GridCase.places.motion(yaw: 5, then: .zero)
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    for (number, place) in places.enumerated().dropLast() {
      log.write(.moved, number, place.moved(by: turn).transform, at: 7200, operation: 1)
    }
    let index = try log.index()
    let last = try #require(DriftCurve(index, DriftHistory(index)).points.last)
    #expect(abs(last.yaw - 5) < 0.05 && (last.offset * last.offset).sum() < 0.0025, "\(last)")
  }

  /// Half of a space shifts, and the rest is brought along later.
  @Test func aSpaceThatShiftsByHalvesIsWhereBothAre() throws {
    let places = GridCase.places
    let motion = GridCase.motion()
    let moved = places.moved(by: motion)
    var log = GridCase.log(places, moved.enumerated().map { $0 < 10 ? $1 : nil })
    for number in 10..<20 {
      log.write(.moved, number, moved[number].transform, at: 93_600, operation: 2)
    }
    let index = try log.index()
    let last = try #require(DriftCurve(index, DriftHistory(index)).points.last)
    #expect(abs(last.yaw - 5) < 0.01)
    let error = last.offset - GridCase.way
    #expect((error * error).sum().squareRoot() < 0.001)
  }

  @Test(arguments: [(0.001, 0.001, 1.0), (0.003, 0.002, 0.6), (0.005, 0.005, 1.0)])
  func steadyCreep(_ step: Double, _ noise: Double, _ rewritten: Double) throws {
    for seed in 0..<5 {
      let (curve, truth) = try creep(
        SIMD3(step, 0, 0), steps: 50, noise: noise, rewritten: rewritten, seed: UInt64(seed))
      let last = try #require(curve.points.last)
      let error = last.offset - truth
      #expect((error * error).sum().squareRoot() < 0.009)
      #expect(last.isSignificant)
    }
  }

  /// A tenth of the benchmark's table, with the same limits: 9 mm, and five standard errors.
  @Test(arguments: Creep.regimes.indices)
  func theTable(number: Int) throws {
    let creep = Creep.regimes[number]
    for seed: UInt64 in 300..<302 {
      let result = try #require(try creep.run(seed: seed))
      let text: Comment = "\(creep.name), seed \(seed): \(result)"
      #expect(result.error < 0.009, text)
      #expect(result.standardError > 0.0002 && result.standardError < 0.006, text)
      if creep.step == 0 {
        #expect(result.ratio < 5, text)
      } else if !creep.isRandomWalk {
        #expect(result.ratio > 5, text)
      }
    }
  }

  /// A part is moved and put back after some anchors were moved by hand: those that stayed where the
  /// space is are then fewer than the part, but that does not make the part the space.
  @Test(arguments: [0, 3, 5])
  func aSmallerPartIsNotTheSpace(movedByHand: Int) throws {
    var log = DriftLog()
    var places = GridCase.places
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    func write(_ numbers: Range<Int>, at second: Double, operation: Int) {
      for number in numbers {
        log.write(
          .moved, number, places[number].transform, at: second + 0.01 * Double(number),
          operation: operation)
      }
    }
    places = places.moved(by: places.motion(yaw: 8, then: SIMD3(0.3, 0, -0.2)))
    write(0..<20, at: 7200, operation: 1)
    for number in 20 - movedByHand..<20 {
      let way = SIMD3(0.9, 0, -0.7) * Double(number - 12) / 4
      places[number] = Place(places[number].position + way, heading: places[number].heading)
      write(number..<number + 1, at: 20_000 + 600 * Double(number), operation: 10 + number)
    }
    let standing = places
    let part = Array(places[..<9])
    places.replaceSubrange(
      0..<9, with: part.moved(by: part.motion(yaw: -3, then: SIMD3(0.3, 0, 0.2))))
    write(0..<9, at: 50_000, operation: 2)
    places = standing
    write(0..<9, at: 60_000, operation: 3)

    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.kind.isShift) == [true, true, true])
    let curve = DriftCurve(index, history, since: 20)
    for point in curve.points { #expect(abs(point.yaw - 8) < 0.01, "\(curve.points)") }
  }

  /// A shift that most of the space followed may be one of a part: it left three of twelve behind.
  @Test(arguments: [(12, 9), (20, 15)])
  func afterAShiftOfAPartTheSpaceIsWhereMostOfItIs(_ count: Int, _ followers: Int) throws {
    var log = DriftLog()
    let places = Array(GridCase.places.prefix(count))
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    let whole = SIMD3(0.4, 0, 0)
    let rest = SIMD3(0, 0, 0.05)
    for number in 0..<count {
      let shifted = Place(places[number].position + whole)
      log.write(.moved, number, shifted.transform, at: 7200, operation: 1)
    }
    for number in 0..<followers {
      let shifted = Place(places[number].position + rest)
      log.write(.moved, number, shifted.transform, at: 14_400, operation: 2)
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    #expect(history.shifts.map(\.kind) == [.space, .part])
    let points = DriftCurve(index, history).points
    let ways = points.map { ($0.offset * $0.offset).sum().squareRoot() }
    #expect(ways.count == 2 && abs(ways[0] - 0.4) < 1e-3 && abs(ways[1] - 0.05) < 1e-3, "\(ways)")
  }

  @Test func nothingWhereNothingCreeps() throws {
    for seed in 0..<5 {
      let (curve, _) = try creep(
        .zero, steps: 50, noise: 0.003, rewritten: 1, seed: UInt64(seed))
      #expect(curve.points.filter(\.isSignificant).isEmpty)
    }
  }

  /// Things that were moved together between two shifts belong to neither.
  @Test func aShiftThatIsTakenBackLeavesNothing() throws {
    let grid = GridCase.places
    let motion = GridCase.motion()
    var log = GridCase.log(grid, grid.moved(by: motion))
    var places = grid.moved(by: motion)
    for number in 0..<3 {
      places[number].position += SIMD3(0.5, 0, 0)
      log.write(.moved, number, places[number].transform, at: 30_000, operation: 2)
    }
    for (number, place) in places.moved(by: motion.inverse).enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 3)
    }
    let index = try log.index()
    let curve = try DriftCurve(index, DriftHistory(index), since: 20)
    let last = try #require(curve.points.last)
    #expect((last.offset * last.offset).sum().squareRoot() < 0.005)
    #expect(abs(last.yaw) < 0.01)
  }

  @Test func aShiftIsAStep() throws {
    let grid = GridCase.places
    let index = try GridCase.log(grid, grid.moved(by: GridCase.motion())).index()
    let curve = try DriftCurve(index, DriftHistory(index), since: 20)
    let point = try #require(curve.points.first)
    #expect(curve.points.count == 1)
    let error = point.offset - GridCase.way
    #expect((error * error).sum().squareRoot() < 0.001)
    #expect(abs(point.yaw - 5) < 0.01)
    #expect(!point.rekeyed)
  }
}
