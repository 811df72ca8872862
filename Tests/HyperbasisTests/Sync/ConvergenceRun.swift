import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisJSONText
import Synchronization
import TestSupport

@testable import HyperbasisSync

/// One random history of three devices, all of which follows from its seed.
final class ConvergenceRun {
  private var random: SeededGenerator
  private let party: Party
  private let home: UUID
  private let acknowledged = Acknowledgements()
  /// What failed in writing that had no reason to.
  private let complaints = Complaints()
  private let steps: Int
  /// Before which step the server is migrated; nil for never.
  private let migration: Int?

  /// What becomes of the server meanwhile.
  enum Course: String, CaseIterable, Sendable {
    case plain, migrated
    /// It begins as a plain one.
    case migratedMeanwhile
  }

  init(_ course: Course, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let ids = SeededIds(seed: seed)
    party = try Party(course == .migrated ? .migrated : .plain, skews: [-3600, 0, 3600]) {
      ids.next()
    }
    try party.cloud.change { $0.mostRows = 7 }
    steps = 40
    migration = course == .migratedMeanwhile ? Int.random(in: 5..<35, using: &random) : nil
    home = try party.devices[0].makeSpace("Home")
  }

  private func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
}

// MARK: - Playing

extension ConvergenceRun {
  func play() async throws {
    for step in 0..<steps {
      if step == migration { migrate() }
      if chance(4) { try party.cloud.change { $0.isReadOnly.toggle() } }
      party.time.pass(Double(int(0...30)))
      guard let device = party.devices.randomElement(using: &random) else { return }
      switch int(1...100) {
      case ...62: try writer(device.store, device).act(&random)
      case ...65: dieWriting(device)
      default: await syncBadly(device)
      }
    }
  }

  /// Some devices learn of it at once, others later.
  private func migrate() {
    party.cloud.migrate()
    if chance(50) { party.time.pass(3700) }
  }

  private func writer(_ store: HBLocalStore, _ device: Device) -> RandomWriter {
    RandomWriter(
      hand: Hand(store: store, clock: device.clock), home: home, acknowledged: acknowledged)
  }

  /// The last thing that a process does is to write, and it may not come to its end.
  private func dieWriting(_ device: Device) {
    device.life.end(afterChanges: int(0...8))
    try? writer(device.store, device).act(&random)
    restart(device)
  }

  /// A pass that may meet anything, and may be the last thing that the process does.
  private func syncBadly(_ device: Device) async {
    let kind = int(0...9)
    device.connection.set(fault(kind, device.life))
    if kind == 9 { device.life.end(afterChanges: int(0...60)) }
    if chance(50) { accompany(device) }
    await device.sync()
    device.connection.set(nil)
    device.connection.accompany(nil)
    if kind >= 8 { restart(device) }
  }

  private func fault(_ kind: Int, _ life: DeviceFiles.Life) -> FakeCloudClient.Hook? {
    let place = int(1...12)
    let count = CallCounter()
    let moment: FakeCloudClient.Moment = chance(50) ? .before : .after
    switch kind {
    case 4: return { _, _ throws(CloudFailure) in throw .unreachable("cut") }
    case 5, 6:
      return { _, now throws(CloudFailure) in
        if now == moment, count.next() == place { throw .unreachable("cut") }
      }
    case 7:
      return { _, now throws(CloudFailure) in
        if now == moment, count.next() % 3 == 2 {
          throw .busy(ServerAnswer(status: 503), retryAfter: 1)
        }
      }
    case 8:
      return { _, now throws(CloudFailure) in
        if now == moment, count.next() == place {
          life.end(afterChanges: 0)
          throw .unreachable("killed")
        }
      }
    default: return nil
    }
  }

  /// While the pass waits for the cloud, people go on writing: in this process, or in another one.
  private func accompany(_ device: Device) {
    let moments = Set((0...int(0...4)).map { _ in int(1...30) })
    let isElsewhere = chance(50)
    let writer = writer(isElsewhere ? device.openElsewhere() : device.store, device)
    let generator = Mutex(SeededGenerator(seed: random.next()))
    let (count, life, complaints) = (CallCounter(), device.life, complaints)
    device.connection.accompany { call, _ in
      guard moments.contains(count.next()) else { return }
      do {
        try generator.withLock { try writer.act(&$0) }
      } catch {
        guard isElsewhere || !life.isOver else { return }
        complaints.add("writing during \(call): \(error)")
      }
    }
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
private final class CallCounter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// Ids that follow from a seed.
private final class SeededIds: Sendable {
  private let random: Mutex<SeededGenerator>

  init(seed: UInt64) { random = Mutex(SeededGenerator(seed: ~seed)) }

  func next() -> UUID { random.withLock { RandomHistory.uuid(&$0) } }
}

private final class Complaints: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

// MARK: - Healing

extension ConvergenceRun {
  /// Lets everybody sync, and tells what is not as it should be then.
  func heal() async throws -> [String] {
    var last: [SyncOutcome] = []
    try party.cloud.change { $0.isReadOnly = false }
    // So that everybody asks again what the server offers.
    party.time.pass(4000)
    for round in 0..<5 {
      last = []
      for device in party.devices {
        device.connection.set(nil)
        var options = SyncOptions()
        options.retriesQuarantined = round == 0
        last.append(await device.sync(options))
      }
    }
    var faults = complaints.all
    faults += last.compactMap { outcome in outcome.error.map { "sync: \($0)" } }
    let views = try party.devices.map { try View($0) }
    for (number, view) in views.enumerated() {
      if view.pending > 0 { faults.append("device \(number): \(view.pending) pending") }
      faults += view.differences(from: views[0], number, party.cloud.now.tier)
      faults += lost(view, number)
    }
    return try faults + againstCloud(views[0]) + past(views) + again()
  }

  /// Where logs were exchanged, everybody sees the past as the events tell it that people wrote.
  private func past(_ views: [View]) throws -> [String] {
    guard party.cloud.now.tier == .migrated else { return [] }
    var faults: [String] = []
    for space in views[0].spaces.keys.sorted(by: { $0.uuidString < $1.uuidString }) {
      let lines = views.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.shared[space] ?? []) }
      let truth = NaiveFold(lines: Array(lines), spaceId: space)
      let instants = (0..<20).compactMap { _ in truth.events.randomElement(using: &random)?.instant
      }
      for (number, device) in party.devices.enumerated() {
        let index = try device.store.open[space].withLog { $0.index }
        for instant in instants {
          let state = index.state(at: HBInstant(microseconds: instant))
          let shown = try index.anchors(in: state).map { View.text(of: AnchorRow($0)) }.sorted()
          let told = try truth.state(at: instant).map { try View.text(of: $0) }.sorted()
          if shown != told {
            faults.append("device \(number): at \(instant) \(shown) instead of \(told)")
          }
        }
      }
    }
    return faults
  }

  /// Events that were acknowledged and are nowhere.
  private func lost(_ view: View, _ number: Int) -> [String] {
    guard party.cloud.now.tier == .migrated else { return [] }
    return acknowledged.all.flatMap { space, events in
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
      let problems = try device.store.verifier.verify().problems.filter { $0.kind != .future }
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
  /// The lines that all devices share: not what each has derived from rows for itself.
  var shared: [UUID: Set<[UInt8]>] = [:]

  init(_ device: Device) throws {
    pending = device.pending
    for space in try device.store.catalog.ids() {
      let stored = try device.store.loadSpace(id: space)
      spaces[space] = "\(stored?.name ?? "-") \(stored?.worldMapData.map(String.init) ?? [])"
      for anchor in try device.store.loadAnchors(spaceId: space) where !anchor.isDeleted {
        anchors[anchor.id] = Self.text(of: AnchorRow(anchor))
      }
      eventIds[space] = Set(try device.store.loadEvents(spaceId: space).map(\.id))
      var found = Set<[UInt8]>()
      try device.store.events.forEachLine(of: space) { found.insert($0.bytes) }
      lines[space] = found
      shared[space] = found.filter { line in
        !String(decoding: line, as: UTF8.self).contains(#","derived":"#)
      }
    }
  }

  static func text(of row: AnchorRow) -> String {
    let metadata = (try? JSONWriter.encode(.dictionary(row.metadata))) ?? []
    return "\(row.transform[12]) \(String(decoding: metadata, as: UTF8.self))"
  }

  static func text(of anchor: NaiveFold.Anchor) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: anchor.metadata)
    let metadata = try JSONWriter.encode(try JSONParser.parse([UInt8](data)))
    return "\(anchor.transform[12]) \(String(decoding: metadata, as: UTF8.self))"
  }

  func differences(from other: View, _ number: Int, _ tier: CloudTier) -> [String] {
    var faults: [String] = []
    for id in Set(spaces.keys).union(other.spaces.keys) where spaces[id] != other.spaces[id] {
      let (here, there) = (spaces[id] ?? "nothing", other.spaces[id] ?? "nothing")
      faults.append("device \(number): space \(id) is \(here) instead of \(there)")
    }
    if anchors != other.anchors { faults.append("device \(number): anchors differ") }
    if tier == .migrated, shared != other.shared {
      for (id, own) in shared {
        let there = other.shared[id] ?? []
        for line in own.symmetricDifference(there) {
          faults.append(
            "device \(number) \(own.contains(line) ? "alone" : "lacks") "
              + String(decoding: line, as: UTF8.self))
        }
      }
      faults.append("device \(number): events differ")
    }
    return faults
  }
}
