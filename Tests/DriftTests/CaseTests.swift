import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// One burst each, with known results.
struct CaseTests {
  private let grid = GridCase.places
  private let m5 = GridCase.motion()

  private func only(_ history: DriftHistory) throws -> FoundShift {
    #expect(history.shifts.count == 1)
    return try #require(history.shifts.first)
  }

  private func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
    ((a - b) * (a - b)).sum().squareRoot() <= tolerance
  }

  @Test func exactMotion() throws {
    let shift = try only(GridCase.history(grid, grid.moved(by: m5)))
    #expect(shift.kind == .space)
    #expect(shift.followers.count == 20)
    #expect(shift.live == 20)
    #expect(abs(shift.motion.yaw - 5) < 0.001)
    #expect(isNear(shift.centroid, GridCase.way, 0.001))
    #expect(abs(shift.displacement - 0.354) < 0.001)
    #expect(shift.residual < 1e-4)
    #expect(isNear(shift.motion.translation, SIMD3(0.177, 0.020, 0.080), 0.001))
    #expect(shift.headings == .turned)
    #expect(shift.sure == .certain)
    #expect(shift.id == DriftLog.operationId(1))
  }

  @Test func turnInPlaceFarFromTheOrigin() throws {
    let far = grid.map { Place($0.position + SIMD3(98, 0, 0)) }
    let shift = try only(GridCase.history(far, far.moved(by: far.motion(yaw: 5, then: .zero))))
    #expect(shift.kind == .space)
    #expect(abs(shift.motion.yaw - 5) < 0.001)
    #expect(isNear(shift.centroid, .zero, 0.001))
    #expect(abs(shift.displacement - 0.157) < 0.001)
  }

  /// Only rounding distinguishes the two directions.
  @Test(arguments: [SIMD3.zero, SIMD3(0.3, 0, -0.1), SIMD3(-2.7, 0.02, 1.9)])
  func halfTurn(_ way: SIMD3<Double>) throws {
    for places in [grid, grid.map { Place($0.position, heading: 37) }] {
      let motion = places.motion(yaw: 180, then: way)
      let shift = try only(GridCase.history(places, places.moved(by: motion)))
      #expect(shift.kind == .space)
      #expect(shift.motion.yaw > 179.999, "\(shift.motion.yaw)")
    }
  }

  @Test(arguments: [(0.05, 0.333, 0.076), (0.02, 0.323, 0.031)])
  func noise(_ sigma: Double, _ centroid: Double, _ residual: Double) throws {
    let after = GridCase.noisy(grid.moved(by: m5), sigma)
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == .space)
    #expect(shift.followers.count == 20)
    #expect(abs(shift.motion.yaw - 5) < 0.03)
    #expect(abs((shift.centroid * shift.centroid).sum().squareRoot() - centroid) < 0.002)
    #expect(abs(shift.residual - residual) < 0.1 * residual)
  }

  @Test func headingsStayed() throws {
    let after = GridCase.noisy(grid.moved(by: m5, turns: false), 0.005)
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == .space)
    #expect(abs(shift.motion.yaw - 5.05) < 0.1)
    #expect(shift.headings == .stayed)
  }

  /// Some of the anchors also made moves of their own.
  @Test(arguments: [(8, ShiftClass.space, 5.04), (12, .part, 5.00)])
  func ownMoves(_ count: Int, _ kind: ShiftClass, _ yaw: Double) throws {
    var after = GridCase.noisy(grid.moved(by: m5), 0.005)
    for i in 0..<count {
      let place = i * 7 % 20
      after[place].position += 0.25 * GridCase.noise(place + 40)
    }
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == kind)
    #expect(shift.followers.count == 20 - count)
    #expect(abs(shift.motion.yaw - yaw) < 0.15)
  }

  @Test func halfWritten() throws {
    let after = grid.moved(by: m5).enumerated().map { $0 % 2 == 0 ? $1 : nil }
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == .part)
    #expect(shift.followers.count == 10)
    #expect(shift.leftBehind == 10)
  }

  @Test func rowOfChairs() throws {
    let chairs = (0..<5).map { Place(SIMD3(1 + 0.6 * Double($0), 0, 1.5)) }
    let motion = chairs.motion(yaw: 10, then: SIMD3(0.8, 0, 0.4))
    let after: [Place?] = Array(repeating: nil, count: 20) + chairs.moved(by: motion)
    let shift = try only(GridCase.history(grid + chairs, after))
    #expect(shift.kind == .together)
    #expect(shift.followers.count == 5)
    #expect(shift.live == 25)
  }

  @Test func threeAbreast() throws {
    var log = DriftLog()
    for person in 0..<3 {
      log.write(.created, person, Place(SIMD3(Double(person), 0, 0)).transform, at: 0)
    }
    for step in 1...20 {
      for person in 0..<3 {
        let place = Place(SIMD3(Double(person), 0, 0.52 * Double(step)))
        log.write(.moved, person, place.transform, at: 0.4 * Double(step))
      }
    }
    let history = try DriftHistory(log.index())
    #expect(history.shifts.isEmpty)
    #expect(history.streamCount > 0)
  }

  @Test(arguments: [true, false])
  func mast(turns: Bool) throws {
    let mast = (0..<6).map { Place(SIMD3(1, 0.5 * Double($0), 1), heading: 10) }
    let motion = mast.motion(yaw: 5, then: GridCase.way)
    let shift = try only(GridCase.history(mast, mast.moved(by: motion, turns: turns)))
    #expect(shift.kind == .space)
    #expect(abs((shift.centroid * shift.centroid).sum().squareRoot() - 0.317) < 0.001)
    if turns {
      #expect(abs(shift.motion.yaw - 5) < 0.01)
      #expect((shift.yawError ?? 9) < 1)
    } else {
      #expect(shift.yawError == nil)
      #expect(shift.motion.yaw == 0)
    }
  }

  @Test func corridorWithoutHeadings() throws {
    let corridor = (0..<12).map { Place(SIMD3(Double($0), 1.2, 0.1 * Double($0 % 2))) }
    let motion = corridor.motion(yaw: 5, then: GridCase.way)
    let after = GridCase.noisy(corridor.moved(by: motion, turns: false), 0.01)
    let shift = try only(GridCase.history(corridor, after))
    #expect(shift.kind == .space)
    #expect(shift.followers.count == 12)
    #expect(abs(shift.motion.yaw - 5.01) < 0.1)
  }

  @Test func jitter() throws {
    #expect(try GridCase.history(grid, GridCase.noisy(grid, 0.005)).shifts.isEmpty)
  }

  @Test func snapping() throws {
    let loose = GridCase.noisy(grid, 0.3)
    let after = loose.map { place in
      Place((place.position * 4).rounded(.toNearestOrAwayFromZero) / 4)
    }
    #expect(try GridCase.history(loose, after).shifts.isEmpty)
  }

  @Test func twoAnchors() throws {
    let two = Array(grid[..<2])
    #expect(try GridCase.history(two, two.moved(by: m5)).shifts.isEmpty)
  }

  @Test func scaled() throws {
    let after = grid.map { Place($0.position * 1.1) }
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == .scaled)
    #expect(abs(shift.scale - 1.1) < 0.001)
  }

  /// Anchors at the same distance from the mirror moved alike.
  @Test func mirrored() throws {
    let after = grid.map { Place($0.position * SIMD3(-1, 1, 1)) }
    let shifts = try GridCase.history(grid, after).shifts
    #expect(!shifts.isEmpty)
    #expect(shifts.allSatisfy { $0.kind == .scaled && $0.isMirrored })
    let grown = try only(GridCase.history(grid, grid.map { Place($0.position * 1.1) }))
    #expect(!grown.isMirrored)
  }

  @Test func anotherFloor() throws {
    let after = grid.map { Place($0.position + SIMD3(0, 0.12, 0)) }
    let shift = try only(GridCase.history(grid, after))
    #expect(shift.kind == .space)
    #expect(shift.motion.yaw == 0)
    #expect(isNear(shift.centroid, SIMD3(0, 0.12, 0), 0.0001))
  }

  @Test func creepStep() throws {
    let moved = grid.map { Place($0.position + SIMD3(0.008, 0, 0)) }
    let shift = try only(GridCase.history(grid, GridCase.noisy(moved, 0.001)))
    #expect(shift.kind == .creepStep)
    #expect(abs(shift.displacement - 0.008) < 0.001)
  }

  @Test func twoMotions() throws {
    let other = grid.map { Place($0.position + SIMD3(8, 0, 0)) }
    let after =
      grid.moved(by: m5)
      + other.moved(by: other.motion(yaw: -3, then: SIMD3(-0.2, 0, 0.25)))
    let history = try GridCase.history(grid + other, after)
    #expect(history.shifts.map(\.kind) == [.part, .part])
    #expect(history.shifts.map(\.followers.count) == [20, 20])
    #expect(Set(history.shifts.map(\.id)).count == 2)
    let yaws = history.shifts.map(\.motion.yaw).sorted()
    #expect(abs(yaws[0] + 3) < 0.001 && abs(yaws[1] - 5) < 0.001)
  }

  @Test(arguments: [(0, 5.0, 0.001), (0.01, 4.99, 0.2)])
  func threeAnchors(_ sigma: Double, _ yaw: Double, _ tolerance: Double) throws {
    let three = [0, 4, 17].map { grid[$0] }
    let after = GridCase.noisy(three.moved(by: three.motion(yaw: 5, then: GridCase.way)), sigma)
    let shift = try only(GridCase.history(three, after))
    #expect(shift.kind == .space)
    #expect(shift.followers.count == 3)
    #expect(abs(shift.motion.yaw - yaw) < tolerance)
    #expect(shift.evidence > 20)
  }

  @Test func takenBackADayLater() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (number, place) in grid.enumerated() {
      log.write(.moved, number, place.transform, at: 93_600, operation: 2)
    }
    let history = try DriftHistory(log.index())
    #expect(history.shifts.map(\.kind) == [.space, .space])
    #expect(history.shifts.map(\.inverseOf) == [nil, DriftLog.operationId(1)])
    let both = history.shifts[1].motion.after(history.shifts[0].motion)
    #expect(isNear(both.displacement(at: grid.centroid), .zero, 0.001))
  }

  /// An import of several visits is one operation.
  @Test func theShiftsOfOneOperationAreToldApart() throws {
    var log = GridCase.log(grid, grid.moved(by: m5))
    for (second, places) in [(93_600.0, grid), (180_000, grid.moved(by: m5))] {
      for (number, place) in places.enumerated() {
        log.write(
          .moved, number, place.transform, at: second + 0.01 * Double(number), operation: 1)
      }
    }
    let index = try log.index()
    let history = try DriftHistory(index)
    let ids = history.shifts.map(\.id)
    #expect(ids.count == 3 && Set(ids).count == 3)
    #expect(ids.first == DriftLog.operationId(1))
    #expect(ids.dropFirst() == history.shifts.map(\.firstEvent).dropFirst())
    #expect(history.shifts.map(\.inverseOf) == [nil, ids[0], nil])
    // However the log grew.
    var reader = LogReader(spaceId: log.space, source: log.source)
    var grown = try DriftHistory(reader.index)
    for end in log.lineEnds {
      try reader.append(from: log.source, through: end)
      try grown.update(reader.index)
    }
    #expect(grown.shifts == history.shifts)
  }
}
