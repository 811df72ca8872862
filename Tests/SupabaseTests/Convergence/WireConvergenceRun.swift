import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import SupabaseTestSupport
import TestSupport

@testable import HyperbasisSupabase
@testable import HyperbasisSync

/// One random history of three machines, all of which follows from its seed but for what threads
/// make of it.
final class WireConvergenceRun {
  private var random: SeededGenerator
  private let project: SupabaseProject
  private var tier: CloudTier
  /// Before which step the server is migrated; nil for never.
  private let migration: Int?
  private let base: URL
  private var machines: [WireMachine] = []
  /// A space that nobody deletes: a cloud that shows nothing at all is not believed.
  private let home: UUID

  /// - Parameter isMigrated: whether the server, which begins as a plain one, is migrated meanwhile.
  init(
    _ project: SupabaseProject, _ tier: CloudTier, isMigrated: Bool, seed: UInt64
  ) async throws {
    self.project = project
    self.tier = tier
    random = SeededGenerator(seed: seed)
    migration = isMigrated ? Int.random(in: 5..<25, using: &random) : nil
    let base = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
    self.base = base
    let clock = SteppedTime()
    machines = try [-3600, 0, 3600].enumerated().map { number, skew in
      try WireMachine(
        "machine \(number)", base.appending(path: "\(number)"), project, clock, skew: skew)
    }
    home = try machines[0].store.spaces.create(name: "Home")
    try await project.setMaxRows(7)
  }

  func removeStores() { try? FileManager.default.removeItem(at: base) }

  private func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }
}

// MARK: - Playing

extension WireConvergenceRun {
  func play() async throws {
    for step in 0..<30 {
      if step == migration { try await migrate() }
      let number = int(0...2)
      machines[number].clock.pass(seconds: Double(int(0...30)))
      if int(1...100) <= 65 {
        try act(machines[number].store)
      } else {
        try await syncBadly(number)
      }
    }
  }

  private func migrate() async throws {
    try project.run(script: "migration.sql")
    try await project.reloadSchema()
    tier = .migrated
    if int(0...1) == 0 { machines[0].clock.pass(seconds: 3700) }
  }

  private func act(_ store: HBLocalStore) throws {
    let spaces = try store.catalog.ids().sorted { $0.uuidString < $1.uuidString }
    guard let space = pick(spaces) else { return }
    let anchors = try store.loadAnchors(spaceId: space)
    switch int(0...15) {
    case 0...3:
      let anchor = HBAnchor(
        id: RandomHistory.uuid(&random), spaceId: space,
        transform: HBTransform.make(position: SIMD3(Float(int(0...9)), 0.1, 0)))
      try store.perform(.save([anchor]), spaceId: space)
    case 4...6: try edit(anchors, store) { $0.transform[12] = Float(self.int(0...99)) }
    case 7...9:
      let key = pick(["text", "size"]) ?? "text"
      let text = AnyCodableValue.int(int(0...99))
      try edit(anchors, store) { $0.metadata[key] = text }
    case 10:
      if let anchor = pick(anchors.filter { !$0.isDeleted }) {
        try store.perform(.delete([anchor.id]), spaceId: space)
      }
    case 11:
      if let anchor = pick(anchors.filter(\.isDeleted)) {
        try store.perform(.restore([anchor.id]), spaceId: space)
      }
    case 12: _ = try? store.perform(.undo, spaceId: space)
    case 13: try store.spaces.rename(space, to: "Space \(int(0...9))")
    case 14: _ = try store.spaces.create(name: "Room")
    default:
      guard space != home, int(1...100) <= 60 else { return }
      try PendingChanges(store).deleteSpace(space)
    }
  }

  private func edit(
    _ anchors: [HBAnchor], _ store: HBLocalStore, _ body: (inout HBAnchor) -> Void
  ) throws {
    guard var anchor = pick(anchors) else { return }
    body(&anchor)
    try store.perform(.save([anchor]), spaceId: anchor.spaceId)
  }

  /// A pass that may meet anything.
  private func syncBadly(_ number: Int) async throws {
    let kind = int(0...11)
    if kind > 9 { return try await syncElsewhere(machines[number], isKilled: kind == 11) }
    for fault in faults(kind) { try await project.arm(fault) }
    await machines[number].sync(cancelledAfter: kind == 9 ? int(0...3) : nil)
    try await project.disarm()
    if kind >= 8 { try machines[number].restart() }
  }

  /// A pass of another process, which may be killed, and people who go on writing meanwhile.
  private func syncElsewhere(_ machine: WireMachine, isKilled: Bool) async throws {
    let process = try machine.syncElsewhere()
    for _ in 0..<int(0...3) {
      try await project.wait(forMoreRequests: int(0...3), patience: .milliseconds(100))
      do {
        try act(machine.store)
      } catch is HBStorageError {
        // The pass has just removed what was to be changed.
      }
    }
    guard isKilled else {
      _ = await process.end()
      return
    }
    try await project.wait(forMoreRequests: int(0...12), patience: .milliseconds(400))
    await process.kill()
  }

  private func faults(_ kind: Int) -> [SupabaseFault] {
    let (place, seed) = (int(0...12), int(0...999_999))
    func often(_ change: (inout SupabaseFault) -> Void) -> SupabaseFault {
      SupabaseFault { fault in
        fault.times = nil
        fault.probability = 0.2
        fault.seed = seed
        change(&fault)
      }
    }
    switch kind {
    case 0...2, 9: return []
    case 3: return [often { $0.drop = .beforeCommit }]
    case 4: return [often { $0.drop = .afterCommit }]
    case 5: return [often { $0.truncate = 20 }]
    case 6: return [often { $0.status = 503 }]
    case 7: return [often { ($0.status, $0.html) = (502, true) }]
    default:
      // From some request on the line is dead.
      return [
        SupabaseFault { ($0.drop, $0.times, $0.skip) = (.afterCommit, nil, place) }
      ]
    }
  }
}

// MARK: - Healing

extension WireConvergenceRun {
  /// Lets everybody sync, and tells what is not as it should be then.
  func heal() async throws -> [String] {
    var faults: [String] = []
    // So that everybody asks again what the server offers.
    machines[0].clock.pass(seconds: 4000)
    for round in 0..<5 {
      for machine in machines {
        let error = await machine.sync()?.error
        if round == 4, let error { faults.append("sync: \(error)") }
      }
    }
    let views = try machines.map { try WireView($0.store) }
    for (number, view) in views.enumerated() {
      if view.pending > 0 { faults.append("\(number): \(view.pending) pending") }
      if view.spaces != views[0].spaces { faults.append("\(number): spaces differ") }
      if view.anchors != views[0].anchors { faults.append("\(number): anchors differ") }
      if tier == .migrated, view.events != views[0].events {
        faults.append("\(number): events differ")
      }
      faults += try machines[number].store.verifier.verify().problems.filter { $0.kind != .future }
        .map { "\(number): \($0)" }
    }
    faults += try againstDatabase(views[0])
    for number in machines.indices { faults += try past(number) }
    let violations = try await project.journal().violations
    return faults + violations
  }

  /// What the database tells of the past, and what a machine does.
  private func past(_ number: Int) throws -> [String] {
    guard tier == .migrated else { return [] }
    let index = try machines[number].store.open[home].withLog { $0.index }
    guard index.count > 0 else { return [] }
    var faults: [String] = []
    for _ in 0..<20 {
      let instant = index.instant(int(0...index.count - 1))
      let shown = try index.anchors(in: index.state(at: instant)).map { anchor in
        PastAnchor(id: anchor.id, transform: anchor.transform, metadata: anchor.metadata)
      }
      let told: [PastAnchor] = try project.rows(
        "select id, transform, metadata from state_at('\(home)', '\(instant.rfc3339Text)')")
      if shown.sorted() != told.sorted() {
        faults.append("\(number): at \(instant.rfc3339Text) \(shown) instead of \(told)")
      }
    }
    return faults
  }

  private func againstDatabase(_ view: WireView) throws -> [String] {
    var faults: [String] = []
    let spaces = try project.sql("select id from spaces order by id").split(separator: "\n")
    if spaces.map(String.init) != view.spaces.keys.map(\.wireText).sorted() {
      faults.append("the database has other spaces")
    }
    let anchors = try project.sql(
      "select id, transform[13] from anchors where deleted_at is null order by id")
    let shown = view.anchors.map { "\($0.key.wireText)|\(Int($0.value.x))" }.sorted()
    if anchors.split(separator: "\n").map(String.init) != shown {
      faults.append("the database has other anchors")
    }
    if tier == .migrated {
      let count = try project.sql(
        "select count(*) from anchor_events where space_id in (select id from spaces)")
      if count != "\(view.events.count)" { faults.append("the database has \(count) events") }
    }
    return faults
  }
}

/// An anchor as it was at some instant.
private struct PastAnchor: Decodable, Equatable, Comparable {
  let id: UUID
  let transform: [Float]
  let metadata: [String: AnyCodableValue]

  static func < (left: PastAnchor, right: PastAnchor) -> Bool {
    left.id.uuidString < right.id.uuidString
  }
}

/// What a store shows.
private struct WireView {
  struct Anchor: Equatable {
    var x: Float
    var metadata: [String: AnyCodableValue]
  }

  let pending: Int
  var spaces: [UUID: String?] = [:]
  var anchors: [UUID: Anchor] = [:]
  var events: Set<UUID> = []

  init(_ store: HBLocalStore) throws {
    pending = store.loadPendingOperations().count
    for space in try store.catalog.ids() {
      spaces[space] = try store.loadSpace(id: space)?.name
      for anchor in try store.loadAnchors(spaceId: space) where !anchor.isDeleted {
        anchors[anchor.id] = Anchor(x: anchor.transform[12], metadata: anchor.metadata)
      }
      // What each has derived from rows for itself is not shared.
      let index = try store.open[space].withLog { $0.index }
      events.formUnion((0..<index.count).filter { !index.isDerived($0) }.map(index.id))
    }
  }
}
