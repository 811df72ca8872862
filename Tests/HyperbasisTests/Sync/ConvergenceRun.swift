import Foundation
import Synchronization
import TestSupport

@testable import Hyperbasis

/// One random history of three devices, all of which follows from its seed.
final class ConvergenceRun {
  private var random: SeededGenerator
  private let party: Party
  /// A space that nobody deletes: a cloud that shows nothing at all is not believed.
  private let home: UUID
  /// What was acknowledged on each device, by space.
  private var acknowledged: [UUID: Set<UUID>] = [:]
  private let steps: Int

  init(_ tier: CloudTier, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    party = try Party(tier, skews: [-3600, 0, 3600])
    try party.cloud.change { $0.mostRows = 7 }
    steps = 40
    home = try party.devices[0].makeSpace("Home")
  }

  private func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  private func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }
}

// MARK: - Playing

extension ConvergenceRun {
  func play() async throws {
    for _ in 0..<steps {
      party.time.pass(Double(int(0...30)))
      guard let device = pick(party.devices) else { return }
      if chance(65) {
        try act(device)
      } else {
        await syncBadly(device)
      }
    }
  }

  private func act(_ device: Device) throws {
    let spaces = try device.store.spaceIds().sorted { $0.uuidString < $1.uuidString }
    guard let space = pick(spaces) else { return }
    let anchors = try device.store.loadAnchors(spaceId: space)
    let text = AnyCodableValue.int(int(0...99))
    switch int(0...19) {
    case 0...3: try save([.sample(space, id: uuid(), x: Float(int(0...9)))], space, device)
    case 4...7: try edit(anchors, device) { $0.transform[12] = Float(self.int(0...99)) }
    case 8...11:
      let key = pick(["text", "size"]) ?? "text"
      try edit(anchors, device) { $0.metadata[key] = text }
    case 12, 13:
      if let anchor = pick(anchors.filter { !$0.isDeleted }) {
        note(try device.store.perform(.delete([anchor.id]), spaceId: space))
      }
    case 14:
      if let anchor = pick(anchors.filter(\.isDeleted)) {
        note(try device.store.perform(.restore([anchor.id]), spaceId: space))
      }
    case 15:
      if let anchor = pick(anchors) {
        note(
          try device.store.perform(
            .rollback(anchorId: anchor.id, toVersion: 1), spaceId: space))
      }
    case 16: try? note(device.store.perform(.undo, spaceId: space))
    case 17: try device.store.rename(spaceId: space, to: "Space \(int(0...9))")
    case 18:
      if chance(40) {
        _ = try device.makeSpace("Room")
      } else {
        try device.saveMap((0...int(0...5)).map { _ in UInt8(int(0...255)) }, of: space)
      }
    default:
      if space != home, chance(60) {
        try device.deleteSpace(space)
        acknowledged[space] = nil
      }
    }
  }

  private func uuid() -> UUID { RandomHistory.uuid(&random) }

  private func save(_ anchors: [HBAnchor], _ space: UUID, _ device: Device) throws {
    note(try device.store.perform(.save(anchors), spaceId: space))
  }

  private func edit(
    _ anchors: [HBAnchor], _ device: Device, _ body: (inout HBAnchor) -> Void
  ) throws {
    guard var anchor = pick(anchors) else { return }
    body(&anchor)
    try save([anchor], anchor.spaceId, device)
  }

  private func note(_ plan: HBPlan) {
    acknowledged[plan.spaceId, default: []].formUnion(plan.events.map(\.id))
  }

  /// A pass that may meet anything, and may be the last thing that the process does.
  private func syncBadly(_ device: Device) async {
    let kind = int(0...9)
    let place = int(1...12)
    let count = AwaitCounter()
    let life = device.life
    let moment: FakeCloudClient.Moment = chance(50) ? .before : .after
    switch kind {
    case 0...3: device.connection.set(nil)
    case 4: device.connection.cut()
    case 5, 6:
      device.connection.set { _, now throws(CloudFailure) in
        if now == moment, count.next() == place { throw .unreachable("cut") }
      }
    case 7:
      device.connection.set { _, now throws(CloudFailure) in
        if now == moment, count.next() % 3 == 2 {
          throw .busy(ServerAnswer(status: 503), retryAfter: 1)
        }
      }
    case 8:
      device.connection.set { _, now throws(CloudFailure) in
        if now == moment, count.next() == place {
          life.end(afterChanges: 0)
          throw .unreachable("killed")
        }
      }
    default: life.end(afterChanges: int(0...25))
    }
    await device.sync()
    device.connection.set(nil)
    if kind >= 8 { restart(device) }
  }

  private func restart(_ device: Device) {
    device.restart()
    guard chance(20) else { return }
    // What was known of the cloud is lost as well.
    let folder = ".hyperbasis/sync"
    for name in device.folder.names(in: folder) {
      try? device.folder.write("\(folder)/\(name)/base.json", "{\"torn\":")
    }
  }
}

/// Counts from 1.
private final class AwaitCounter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

// MARK: - Healing

extension ConvergenceRun {
  /// Lets everybody sync, and tells what is not as it should be then.
  func heal() async throws -> [String] {
    var last: [SyncOutcome] = []
    for _ in 0..<5 {
      last = []
      for device in party.devices {
        device.connection.set(nil)
        last.append(await device.sync())
      }
    }
    var faults = last.compactMap { outcome in outcome.error.map { "sync: \($0)" } }
    let views = try party.devices.map { try View($0) }
    for (number, view) in views.enumerated() {
      if view.pending > 0 { faults.append("device \(number): \(view.pending) pending") }
      faults += view.differences(from: views[0], number, party.cloud.now.tier)
      faults += lost(view, number)
    }
    return try faults + againstCloud(views[0]) + again()
  }

  /// Events that were acknowledged and are nowhere.
  private func lost(_ view: View, _ number: Int) -> [String] {
    guard party.cloud.now.tier == .migrated else { return [] }
    return acknowledged.flatMap { space, events in
      guard view.spaces[space] != nil else { return [String]() }
      let missing = events.subtracting(view.eventIds[space] ?? [])
      return missing.isEmpty ? [] : ["device \(number): \(missing.count) events lost"]
    }
  }

  private func againstCloud(_ view: View) -> [String] {
    let state = party.cloud.now
    var faults: [String] = []
    if Set(state.spaces.keys) != Set(view.spaces.keys) {
      faults.append("cloud: spaces \(state.spaces.count) instead of \(view.spaces.count)")
    }
    let rows = state.anchors.values.filter { $0.deletedAt == nil }
    let visible = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, View.text(of: $0)) })
    if visible != view.anchors { faults.append("cloud: other visible anchors") }
    return faults
  }

  /// Restarted devices read the same from disk, and find nothing wrong with it.
  private func again() throws -> [String] {
    try party.devices.enumerated().flatMap { number, device in
      let before = try View(device)
      try device.store.flush()
      device.restart()
      let after = try View(device)
      // That events are ahead of the clock is true: the clocks are wrong.
      let problems = try device.store.verify().problems.filter { $0.kind != .future }
      var faults = problems.map { "device \(number): \($0)" }
      if before.lines != after.lines || before.anchors != after.anchors {
        faults.append("device \(number): reads otherwise after a restart")
      }
      return faults
    }
  }
}

/// What a device shows.
private struct View {
  let pending: Int
  /// Name and map, by space.
  var spaces: [UUID: String] = [:]
  /// The visible anchors.
  var anchors: [UUID: String] = [:]
  var eventIds: [UUID: Set<UUID>] = [:]
  var lines: [UUID: Set<[UInt8]>] = [:]

  init(_ device: Device) throws {
    pending = device.pending
    for space in try device.store.spaceIds() {
      let stored = try device.store.loadSpace(id: space)
      spaces[space] = "\(stored?.name ?? "-") \(stored?.worldMapData.map(String.init) ?? [])"
      for anchor in try device.store.loadAnchors(spaceId: space) where !anchor.isDeleted {
        anchors[anchor.id] = Self.text(of: AnchorRow(anchor))
      }
      eventIds[space] = Set(try device.store.loadEvents(spaceId: space).map(\.id))
      var found = Set<[UInt8]>()
      try device.store.rawLines(spaceId: space) { found.insert($0.bytes) }
      lines[space] = found
    }
  }

  static func text(of row: AnchorRow) -> String {
    let metadata = (try? JSONWriter.encode(.dictionary(row.metadata))) ?? []
    return "\(row.transform[12]) \(String(decoding: metadata, as: UTF8.self))"
  }

  func differences(from other: View, _ number: Int, _ tier: CloudTier) -> [String] {
    var faults: [String] = []
    if spaces != other.spaces { faults.append("device \(number): spaces differ") }
    if anchors != other.anchors { faults.append("device \(number): anchors differ") }
    if tier == .migrated, lines != other.lines {
      faults.append("device \(number): events differ")
    }
    return faults
  }
}
