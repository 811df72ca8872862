import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisDemoSpaces
import HyperbasisDrift
import HyperbasisModels
import Testing

struct DemoSpacesTests {
  private let lines = DemoSpaces.events()

  private var timeline: HBTimeline {
    HBTimeline(spaceId: DemoSpaces.spaceId, events: lines.map(\.event))
  }

  @Test func isASampleOfReasonableSize() {
    #expect((300...600).contains(lines.count))
    #expect((25...40).contains(timeline.state(at: .distantFuture).count))
    #expect(Set(lines.compactMap(\.event.actorId)).count == 2)
    #expect(Set(lines.map(\.event.type)) == Set(HBAnchorEvent.EventType.allCases))
  }

  @Test func hasAllFourKindsOfMetadata() {
    let metadata = timeline.state(at: .distantFuture).map(\.metadata)
    let types = Set(metadata.compactMap { $0["type"]?.stringValue })
    #expect(types == ["sticky_note", "model", "waypoint", "measurement"])
    let orders = metadata.compactMap { $0["order"]?.intValue }
    #expect(orders.sorted() == Array(1...5))
    let ids = Set(timeline.state(at: .distantFuture).map(\.id.uuidString))
    let endpoints = metadata.compactMap { $0["endpointId"]?.stringValue }
    #expect(endpoints.count == 2)
    #expect(endpoints.allSatisfy(ids.contains))
  }

  @Test func isWrittenAsAStoreWouldWriteIt() {
    var newest: [UUID: (instant: HBInstant, version: Int)] = [:]
    for (event, extras) in lines {
      let before = newest[event.anchorId]
      #expect(event.version == (before?.version ?? 0) + 1)
      #expect(extras.operation != nil)
      if let before { #expect(event.instant >= before.instant) }
      #expect(event.transform?.count ?? 16 == 16)
      newest[event.anchorId] = (event.instant, event.version)
    }
    #expect(Set(lines.map(\.event.id)).count == lines.count)
  }

  @Test func eachOperationIsOneAppendAtOneInstant() {
    for (_, lines) in Dictionary(grouping: lines, by: \.extras.operation) {
      #expect(Set(lines.map(\.event.instant)).count == 1)
      #expect(Set(lines.map(\.event.actorId)).count == 1)
      if lines.count > 1 {
        #expect(lines.map(\.extras.batch?.index) == Array(0..<lines.count))
        #expect(lines.allSatisfy { $0.extras.batch?.count == lines.count })
      } else {
        #expect(lines[0].extras.batch == nil)
      }
    }
  }

  @Test func undoneOperationsExist() {
    let operations = Set(lines.compactMap(\.extras.operation))
    var undone: [UUID] = []
    var redone: [UUID] = []
    for case let tag? in lines.map(\.extras.undone) {
      switch tag {
      case .undoes(let operation): undone.append(operation)
      case .redoes(let operation): redone.append(operation)
      }
    }
    #expect(Set(undone).count == 3 && Set(redone).count == 1)
    #expect(operations.isSuperset(of: undone + redone))
  }

  @Test func theShiftOfTheSpaceIsFoundAndTakenOut() throws {
    let shift = try #require(
      Dictionary(grouping: lines, by: \.extras.operation).values.max { $0.count < $1.count })
    let instant = shift[0].event.instant
    let before = instant.advanced(byMicroseconds: -1).date
    #expect(shift.count > 25 && shift.count == timeline.state(at: before).count)
    let diff = timeline.diff(from: before, to: instant.advanced(byMicroseconds: 900_000_000).date)
    let index = timeline.index
    let comparison = try StateComparison(
      index, from: index.rows(of: index.state(at: HBInstant(before))),
      to: index.rows(of: index.state(at: instant.advanced(byMicroseconds: 900_000_000))),
      rule: MoveRule(), shift: .takenOut(DriftHistory(index)))
    let found = try #require(comparison.shiftTakenOut?.motion)
    #expect(abs(found.yaw - 8) < 0.01)
    #expect(abs(found.distance - 0.4) < 0.001)
    let really = comparison.pairs.filter(\.hasMoved)
    #expect(really.count == 4)
    #expect(diff.moved.count == shift.count)
  }

  @Test func theSampleNeverChanges() throws {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for line in lines {
      for byte in try LogLine.encode(line.event, extras: line.extras) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(String(hash, radix: 16) == "6d448b86d1cdcf4d")
  }

  @Test(arguments: [HBInstant(microseconds: 0), HBInstant(microseconds: 1_795_341_987_654_321)])
  func endsWheneverItIsToldTo(_ end: HBInstant) throws {
    let moved = DemoSpaces.events(endingAt: end)
    let last = try #require(moved.last).event.instant
    #expect(last <= end && end.microseconds - last.microseconds < 60_000_000)
    let delays = zip(moved, lines).map {
      $0.event.instant.microseconds - $1.event.instant.microseconds
    }
    #expect(Set(delays).count == 1)
    #expect(moved.map(\.event.transform) == lines.map(\.event.transform))
  }

  @Test func writesACompleteStore() throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "demo-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    try DemoSpaces.write(to: directory)
    let store = HBLocalStore(baseDirectory: directory)
    let spaces = try store.loadAllSpaces()
    #expect(spaces.map(\.name) == [DemoSpaces.spaceName])
    #expect(try store.loadEvents(spaceId: DemoSpaces.spaceId) == timeline.events)
    #expect(
      try store.loadAnchors(spaceId: DemoSpaces.spaceId).filter { $0.deletedAt == nil }.count
        == timeline.state(at: .distantFuture).count)
  }
}
