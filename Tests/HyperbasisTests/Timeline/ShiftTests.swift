import DriftTestSupport
import Foundation
import Hyperbasis
import Testing

/// Finding the shifts of a space and taking one out, as an app does.
struct ShiftTests {
  @Test func aTimelineNamesItsShifts() throws {
    let grid = GridCase.places
    let log = GridCase.log(grid, grid.moved(by: GridCase.motion()))
    let shift = try #require(try HBTimeline(index: log.index()).shifts().first)
    #expect(shift.id == DriftLog.operationId(1) && shift.extent == .space && shift.isCertain)
    #expect(abs(shift.motion.yaw - 5) < 0.001 && abs(shift.displacement - 0.354) < 0.001)
    #expect(shift.motion.inliers == 20 && shift.motion.common == 20)
    #expect(Set(shift.followers) == Set((0..<20).map(DriftLog.anchorId)))
    #expect(shift.headings == .turned && shift.inverseOf == nil && !shift.isCorrection)
    #expect(HBTimeline(spaceId: log.space, events: []).startDate == nil)
    #expect(try HBTimeline(spaceId: log.space, events: []).shifts().isEmpty)
  }

  @Test func furnitureIsNone() throws {
    let chairs = (0..<5).map { Place(SIMD3<Double>(1 + 0.6 * Double($0), 0, 1.5)) }
    let moved = chairs.moved(by: chairs.motion(yaw: 10, then: SIMD3(0.8, 0, 0.4)))
    let still = [Place?](repeating: nil, count: 20)
    let log = GridCase.log(GridCase.places + chairs, still + moved)
    #expect(try HBTimeline(index: log.index()).shifts().isEmpty)
  }

  /// Returns a storage whose space has the given log.
  private func storage(_ log: DriftLog, in folder: URL) throws -> HBStorage {
    let events = folder.appending(path: "events/\(log.space.uuidString)")
    try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
    try Data(log.text.utf8).write(to: events.appending(path: "events.jsonl"))
    return HBStorage(config: HBStorageConfig(directory: folder))
  }

  private var folder: URL {
    FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-shift-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  @Test func anOlderPlaceComesBackAsThenOrWhereItIsToday() async throws {
    let folder = folder
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = try storage(WorkedTable.log(), in: folder)
    let mug = DriftLog.anchorId(WorkedTable.Anchor.mug.rawValue)
    let then = try await storage.rollback(anchorId: mug, toVersion: 1)
    #expect(then.transform == Place(SIMD3(2, 1, 0)).transform)
    try await storage.undo(spaceId: then.spaceId)
    let now = try await storage.rollback(anchorId: mug, toVersion: 1, placing: .now)
    #expect(now.transform == Place(SIMD3(2.30, 1, 0)).transform)
    // Another process learns from the log in which frame it is written.
    let other = HBStorage(config: HBStorageConfig(directory: folder))
    let shifts = try await other.shifts(spaceId: then.spaceId)
    #expect(shifts.count == 1)
    let correction = HBCorrection(shifts: shifts.map(\.id), frame: .old, others: .stay)
    try await other.execute(try await other.correctionPlan(correction, spaceId: then.spaceId))
    let corrected = try #require(try await other.loadAnchor(id: mug))
    #expect(corrected.transform == Place(SIMD3(2, 1, 0)).transform)
  }

  @Test func aShiftIsTakenOutAndBroughtBack() async throws {
    let folder = folder
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = WorkedTable.log()
    let storage = try storage(log, in: folder)
    let before = try await storage.loadAnchors(spaceId: log.space, includeDeleted: false)
    let shift = try #require(try await storage.shifts(spaceId: log.space).first)
    let correction = HBCorrection(shifts: [shift.id], frame: .old, others: .stay)
    let plan = try await storage.correctionPlan(correction, spaceId: log.space)
    #expect(plan.kind == .correct && plan.changes.count == 8)
    try await storage.execute(plan)
    #expect(try await storage.correctionPlan(correction, spaceId: log.space).isEmpty)
    #expect(try await storage.shifts(spaceId: log.space).contains(where: \.isCorrection))
    _ = try await storage.undo(spaceId: log.space)
    let after = try await storage.loadAnchors(spaceId: log.space, includeDeleted: false)
    #expect(after.map(\.transform) == before.map(\.transform))
    await #expect(throws: HBStorageError.self) {
      let unknown = HBCorrection(shifts: [UUID()], frame: .new)
      _ = try await storage.correctionPlan(unknown, spaceId: log.space)
    }
  }
}
