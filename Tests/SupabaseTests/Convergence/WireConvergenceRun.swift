import Foundation
import Hyperbasis
import SupabaseTestSupport
import TestSupport

@testable import HyperbasisSupabase
@testable import HyperbasisSync

/// One random history of three machines, all of which follows from its seed, apart from the effects of
/// threads.
final class WireConvergenceRun {
  private var random: SeededGenerator
  private let project: SupabaseProject
  private var tier: CloudTier
  /// The step before which the server is migrated; nil for never.
  private let migration: Int?
  private let base: URL
  private var machines: [WireMachine] = []
  /// A space that is never deleted: a cloud that shows nothing at all is not believed.
  private let home: UUID
  private var past = WitnessedPast()
  private var together = EditsTogether()
  /// The bytes in the places of maps that another program wrote.
  private var mapsOfOthers: [UUID: Data] = [:]
  private(set) var tally = ConvergenceTally()

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
    try RefusedSpaces(project).prepare(tier)
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
    if int(1...100) <= 70 { try await beginTogether() }
    for step in 0..<30 {
      if step == migration { try await migrate() }
      if int(1...10) == 1 { try refuseSpaces() }
      if int(1...10) == 1 { try await overwriteMap(of: nil) }
      if int(1...5) == 1 { try editTogether() }
      let number = int(0...2)
      machines[number].clock.pass(seconds: Double(int(0...30)))
      if int(1...100) <= 65 {
        try act(machines[number].store)
      } else {
        try await syncBadly(number)
      }
      if step % 2 == 0 { try look() }
    }
    try await endApart()
  }

  /// Gives every machine something that all can edit.
  private func beginTogether() async throws {
    try act(machines[0].store, choice: 0, space: home)
    for machine in machines { await machine.sync() }
    try editTogether()
  }

  /// Makes sure that no run lacks the cases it is meant for.
  private func endApart() async throws {
    if int(1...100) <= 70 { try await overwriteMap(of: home) }
    try editTogether()
    try RefusedSpaces(project).set([home])
    for machine in machines where int(1...100) <= 70 {
      try act(machine.store, choice: 0, space: home)
    }
  }

  /// Remembers how a machine shows some anchors, until the check at the end.
  private func look() throws {
    let number = int(0...2)
    try past.look(at: machines[number].store, of: home, as: number, using: &random)
  }

  private func editTogether() throws {
    let plans = try together.make(on: machines.map(\.store), of: home, using: &random)
    if plans.count == 2 { tally.add(.editsTogether) }
  }

  /// Makes the server refuse everything that belongs to some spaces, or accept it all again.
  private func refuseSpaces() throws {
    let ids = try spacesThere()
    let isRefusing = int(0...1) == 0
    try RefusedSpaces(project).set(ids.filter { _ in isRefusing && int(0...1) == 0 })
  }

  private func spacesThere() throws -> [UUID] {
    try project.sql("select id from spaces order by id").split(separator: "\n")
      .compactMap { UUID(uuidString: String($0)) }
  }

  /// Overwrites a map, as an app that knows only the two tables does with each scan.
  ///
  /// - Parameter space: nil for any space of the server.
  private func overwriteMap(of space: UUID?) async throws {
    guard let space = pick(try spacesThere().filter { space == nil || $0 == space }) else { return }
    let bytes = Data((0..<int(1...6)).map { _ in UInt8(int(0...255)) })
    let address = project.overwrittenMapAddress(of: space)
    try await project.overwriteMap(of: space, with: bytes)
    mapsOfOthers[space] = bytes
    // The row may stay as it is if it names that place already.
    let condition = int(0...1) == 0 ? "" : "and world_map_url is distinct from '\(address)'"
    try RefusedSpaces(project).sparing(
      """
      update spaces set world_map_url = '\(address)', updated_at =
      greatest(updated_at, '\(machines[1].clock.now().rfc3339Text)') + interval '1 microsecond'
      where id = '\(space)' \(condition)
      """)
    tally.add(.overwrittenMaps)
  }

  private func migrate() async throws {
    try project.run(script: "migration.sql")
    try await project.reloadSchema()
    try RefusedSpaces(project).prepare(.migrated)
    tier = .migrated
    tally.add(.migrations)
    if int(0...1) == 0 { machines[0].clock.pass(seconds: 3700) }
  }

  private func act(_ store: HBLocalStore) throws {
    let spaces = try store.catalog.ids().sorted { $0.uuidString < $1.uuidString }
    guard let space = pick(spaces) else { return }
    try act(store, choice: int(0...16), space: space)
  }

  private func act(_ store: HBLocalStore, choice: Int, space: UUID) throws {
    let anchors = try store.loadAnchors(spaceId: space)
    switch choice {
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
    case 15:
      guard var stored = try store.loadSpace(id: space) else { return }
      stored.worldMapData = Data((0..<int(1...6)).map { _ in UInt8(int(0...255)) })
      stored.updatedAt = store.context.clock().date
      try store.saveSpace(stored)
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

  /// Runs a pass that may meet any fault.
  private func syncBadly(_ number: Int) async throws {
    let kind = int(0...11)
    if kind > 9 { return try await syncElsewhere(machines[number], isKilled: kind == 11) }
    for fault in faults(kind) { try await project.arm(fault) }
    let other = int(1...10) <= 3 ? await machines[(number + int(1...2)) % 3].pass() : nil
    if other != nil { tally.add(.passesAtOnce) }
    let meanwhile = Task { await other?.run() }
    let outcome = await machines[number].sync(cancelledAfter: kind == 9 ? int(0...3) : nil)
    _ = await meanwhile.value
    if outcome?.quarantine.isEmpty == false { tally.add(.refusedPasses) }
    try await project.disarm()
    if kind >= 8 { try machines[number].restart() }
  }

  /// Runs a pass in another process, which may be killed, while users keep writing.
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
      // From some request on, the connection is dead.
      return [
        SupabaseFault { ($0.drop, $0.times, $0.skip) = (.afterCommit, nil, place) }
      ]
    }
  }
}

// MARK: - Healing

extension WireConvergenceRun {
  /// Lets all machines sync, and returns what is not as it should be then.
  func heal() async throws -> [ConvergenceFault] {
    // What is refused now must later go through by itself.
    for machine in machines {
      tally.add(.refusalsHealed, await machine.sync()?.quarantine.count ?? 0)
    }
    try RefusedSpaces(project).set([])
    var faults: [ConvergenceFault] = []
    // Makes every machine ask again what the server offers.
    machines[0].clock.pass(seconds: 4000)
    for round in 0..<5 {
      for machine in machines {
        let error = await machine.sync()?.error
        if round == 4, let error { faults.append(ConvergenceFault("sync: \(error)")) }
      }
    }
    let check = WireConvergenceCheck(
      project: project, tier: tier, stores: machines.map(\.store), home: home)
    faults += try check.faults(using: &random)
    let maps = try check.maps(ofOthers: mapsOfOthers)
    tally.add(.overwrittenMapsFetched, maps.held)
    let keys = try together.lost(in: machines.map(\.store), of: home)
    tally.add(.keysKept, keys.kept)
    let violations = try await project.journal().violations
    return try faults + maps.faults + keys.faults + seenFaults()
      + violations.map { ConvergenceFault($0) }
  }

  private func seenFaults() throws -> [ConvergenceFault] {
    try machines.enumerated().flatMap { number, machine in
      let (faults, compared) = try past.differences(
        in: machine.store, of: home, as: number, isLogShared: tier == .migrated)
      tally.add(.pastsCompared, compared)
      return faults
    }
  }
}
