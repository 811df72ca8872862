import Foundation
import Hyperbasis
import Synchronization
import TestSupport

@testable import HyperbasisSync

/// One random history of three devices, all of which follows from its seed.
final class ConvergenceRun {
  private var random: SeededGenerator
  private let course: Course
  private let party: Party
  private let home: UUID
  private let acknowledged = Acknowledgements()
  private var past = WitnessedPast()
  private var together = EditsTogether()
  /// Whether a device forgot what it had agreed on with a plain server, after which there is no way to
  /// tell a key that was removed from one that had not arrived yet.
  private var hasLostBase = false
  private let losesBases: Bool
  private(set) var tally = ConvergenceTally()
  /// Writes that failed without reason.
  private let complaints = Complaints()
  private let steps: Int
  /// The step before which the server is migrated; nil for never.
  private let migration: Int?

  /// What happens to the server meanwhile, and which device has what of it.
  enum Course: String, CaseIterable, Sendable {
    case plain, migrated
    /// It begins as a plain server.
    case migratedMeanwhile
    /// Devices follow some spaces, and change which from time to time.
    case plainInPart, migratedInPart
    /// Each device belongs to a different user, who has another role in each space, or none.
    case teams

    fileprivate var tier: CloudTier {
      switch self {
      case .plain, .migratedMeanwhile, .plainInPart: .plain
      case .migrated, .migratedInPart, .teams: .migrated
      }
    }

    fileprivate var isInPart: Bool { self == .plainInPart || self == .migratedInPart }

    /// The kinds that do not happen on this course.
    var spared: Set<ConvergenceTally.Kind> {
      switch self {
      case .plain, .migrated: ConvergenceTally.ofParts.union([.migrations])
      case .migratedMeanwhile: ConvergenceTally.ofParts
      case .plainInPart, .migratedInPart: [.migrations, .invitations, .dismissals]
      case .teams: [.migrations]
      }
    }
  }

  private static let users = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }

  init(_ course: Course, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    self.course = course
    let ids = SeededIds(seed: seed)
    party = try Party(
      course.tier, skews: [-3600, 0, 3600], users: course == .teams ? Self.users : []
    ) {
      ids.next()
    }
    if course == .teams { try party.cloud.change { $0.teams = FakeTeams() } }
    let tellsChanges = random.next() % 3 > 0
    try party.cloud.change { ($0.mostRows, $0.tellsChanges) = (7, tellsChanges) }
    steps = 40
    migration = course == .migratedMeanwhile ? Int.random(in: 5..<35, using: &random) : nil
    losesBases = Bool.random(using: &random)
    home = try party.devices[0].makeSpace("Home")
  }

  private func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
}

// MARK: - Playing

extension ConvergenceRun {
  func play() async throws {
    if chance(70) { try await beginTogether() }
    for step in 0..<steps {
      if step == migration { migrate() }
      if course.isInPart, chance(15) { try followOther(anyDevice()) }
      if course == .teams, chance(25) { try changeMembers() }
      if chance(4) { try party.cloud.change { $0.isReadOnly.toggle() } }
      if chance(10) { try refuseSpaces() }
      if chance(10) { try overwriteMap(of: nil) }
      if chance(25) { try editTogether() }
      party.time.pass(Double(int(0...30)))
      guard let device = party.devices.randomElement(using: &random) else { return }
      switch int(1...100) {
      case ...62: try writer(device.store, device).act(&random)
      case ...65: dieWriting(device)
      case ...70: try followOther(device)
      default: await syncBadly(device)
      }
      if step % 2 == 0 { try look() }
    }
    try endApart()
  }

  private func anyDevice() -> Device { party.devices[int(0...party.devices.count - 1)] }

  /// Gives every device something that all can edit.
  private func beginTogether() async throws {
    try party.devices[0].add(home)
    if course == .teams {
      await party.devices[0].sync()
      try party.cloud.change { [home] state in
        for user in Self.users { state.invite(user, to: home, as: .editor, by: Self.users[0]) }
        state.invite(Self.users[0], to: home, as: .owner, by: nil)
      }
    }
    await party.syncAll(1)
    try editTogether()
  }

  /// Makes sure that no run lacks the cases it is meant for.
  private func endApart() throws {
    if chance(70) { try overwriteMap(of: home) }
    try editTogether()
    try party.cloud.change { $0.deniedSpaces = [home] }
    for device in party.devices where chance(70) { try device.add(home) }
  }

  /// Remembers how a device shows some anchors, until the check at the end.
  private func look() throws {
    let number = int(0...party.devices.count - 1)
    try past.look(at: party.devices[number].store, of: home, as: number, using: &random)
  }

  /// Migrates the server; some devices learn of it at once, others later.
  private func migrate() {
    party.cloud.migrate()
    tally.add(.migrations)
    if chance(50) { party.time.pass(3700) }
  }

  /// Makes the server refuse everything that belongs to some spaces, or accept it all again.
  private func refuseSpaces() throws {
    let ids = party.cloud.now.spaces.keys.sorted { $0.uuidString < $1.uuidString }
    let refused = chance(50) ? Set(ids.filter { _ in chance(50) }) : []
    try party.cloud.change { $0.deniedSpaces = refused }
  }

  /// Overwrites a map, as an app that knows only the two tables does with each scan.
  ///
  /// - Parameter space: nil for any space of the cloud.
  private func overwriteMap(of space: UUID?) throws {
    let ids = party.cloud.now.spaces.keys.filter { space == nil || $0 == space }
      .sorted { $0.uuidString < $1.uuidString }
    guard let space = ids.randomElement(using: &random) else { return }
    let bytes = (0..<int(1...6)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let (time, touchesRow) = (party.time.now(), chance(50))
    try party.cloud.change { state in
      state.overwriteMap(of: space, with: Data(bytes), at: time, touchesRow: touchesRow)
    }
    tally.add(.overwrittenMaps)
  }

  private func editTogether() throws {
    let plans = try together.make(
      on: party.devices.map(\.store), of: home, using: &random)
    for plan in plans { acknowledged.note(plan) }
    if plans.count == 2 { tally.add(.editsTogether) }
  }

  /// Has an owner let a user into a space, give them another role, or remove them.
  private func changeMembers() throws {
    let state = party.cloud.now
    let spaces = state.spaces.keys.sorted { $0.uuidString < $1.uuidString }
    guard let space = spaces.randomElement(using: &random),
      let owner = state.teams?.owners(of: space).randomElement(using: &random),
      let user = Self.users.filter({ $0 != owner }).randomElement(using: &random)
    else { return }
    if chance(30) {
      try party.cloud.change { $0.remove(user, from: space) }
      tally.add(.dismissals)
    } else {
      let role = FakeTeams.Role.allCases[int(0...2)]
      try party.cloud.change { $0.invite(user, to: space, as: role, by: owner) }
      tally.add(.invitations)
    }
  }

  private func writer(_ store: HBLocalStore, _ device: Device) -> RandomWriter {
    RandomWriter(
      hand: Hand(store: store, clock: device.clock), home: home, acknowledged: acknowledged)
  }

  /// Follows or unfollows a space, or follows all or a few.
  private func followOther(_ device: Device) throws {
    let file = FollowedSpacesFile(device.store)
    var followed = try file.load()
    let known = Set(party.cloud.now.spaces.keys).union(try device.store.catalog.ids())
    let spaces = known.subtracting([home]).sorted { $0.uuidString < $1.uuidString }
    guard let space = spaces.randomElement(using: &random) else { return }
    switch int(1...6) {
    case ...3: followed.unfollow([space])
    case 4, 5: followed.follow([space])
    default: followed = chance(50) ? .usual : .some([home, space])
    }
    try file.save(followed)
  }

  /// Makes a process die as it writes, perhaps before it is finished.
  private func dieWriting(_ device: Device) {
    device.life.end(afterChanges: int(0...8))
    try? writer(device.store, device).act(&random)
    restart(device)
  }

  /// Runs a pass that may meet any fault, and may be the last thing that the process does.
  private func syncBadly(_ device: Device) async {
    let kind = int(0...9)
    device.connection.set(fault(kind, device.life))
    if kind == 9 { device.life.end(afterChanges: int(0...60)) }
    accompany(device)
    var options = SyncOptions()
    if chance(10) {
      let spaces = party.cloud.now.spaces.keys.sorted { $0.uuidString < $1.uuidString }
      options.spaces = spaces.randomElement(using: &random).map { [$0] }
    }
    let outcome = await device.sync(options)
    if !outcome.quarantine.isEmpty { tally.add(.refusedPasses) }
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
          throw .busy(ServerResponse(status: 503), retryAfter: 1)
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

  /// Sets what goes on while the pass waits for the cloud.
  private func accompany(_ device: Device) {
    let write = chance(50) ? writing(on: device) : nil
    let sync = chance(30) ? syncing(besides: device) : nil
    device.connection.accompany { call, moment in
      await write?(call, moment)
      await sync?(call, moment)
    }
  }

  /// Returns company that writes meanwhile: in this process, or in another one.
  private func writing(on device: Device) -> Connection.Company {
    let moments = Set((0...int(0...4)).map { _ in int(1...30) })
    let isElsewhere = chance(50)
    let writer = writer(isElsewhere ? device.openElsewhere() : device.store, device)
    let generator = Mutex(SeededGenerator(seed: random.next()))
    let (count, life, complaints) = (CallCounter(), device.life, complaints)
    return { call, _ in
      guard moments.contains(count.next()) else { return }
      do {
        try generator.withLock { try writer.act(&$0) }
      } catch {
        guard isElsewhere || !life.isOver else { return }
        complaints.add("writing during \(call): \(error)")
      }
    }
  }

  /// Returns company that syncs another device, from beginning to end, between two steps of this one.
  private func syncing(besides device: Device) -> Connection.Company? {
    let others = party.devices.filter { $0 !== device }
    guard let other = others.randomElement(using: &random) else { return nil }
    let (pass, place, count) = (other.pass(), int(1...24), CallCounter())
    tally.add(.passesAtOnce)
    return { _, _ in
      if count.next() == place { _ = await pass.run() }
    }
  }

  private func restart(_ device: Device) {
    device.restart()
    guard losesBases, chance(40) else { return }
    // What was known of the cloud is lost, too.
    if party.cloud.now.tier == .plain { hasLostBase = true }
    let folder = ".hyperbasis/sync"
    for name in device.folder.names(in: folder) {
      try? device.folder.write("\(folder)/\(name)/base.journal", "torn\nand more\n")
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
  /// Lets all devices sync, and returns what is not as it should be then.
  func heal() async throws -> [ConvergenceFault] {
    // What is refused now must later go through by itself.
    for device in party.devices {
      device.connection.set(nil)
      let refused = await device.sync().quarantine.count
      tally.add(.refusalsHealed, refused)
    }
    try party.cloud.change { ($0.isReadOnly, $0.deniedSpaces) = (false, []) }
    // Makes every device ask again what the server offers.
    party.time.pass(4000)
    var faults = complaints.all.map { ConvergenceFault($0) }
    if course.isInPart || course == .teams { faults += try await partFaults() }
    for device in party.devices { try FollowedSpacesFile(device.store).save(.usual) }
    if course == .teams { try letEverybodyIn() }
    let last = await syncAll()
    faults += last.compactMap { outcome in outcome.error.map { ConvergenceFault("sync: \($0)") } }
    let check = ConvergenceCheck(party: party, acknowledged: acknowledged)
    faults += try check.faults(using: &random)
    tally.add(.overwrittenMapsFetched, try check.mapsOfOthers())
    return try faults + seenFaults() + keyFaults() + check.faultsAfterRestart()
  }

  /// Syncs so often that every device has everything.
  ///
  /// - Returns: how the last passes ended, one for each device.
  private func syncAll() async -> [SyncOutcome] {
    var last: [SyncOutcome] = []
    for _ in 0..<5 {
      last = []
      for device in party.devices { last.append(await device.sync()) }
    }
    return last
  }

  /// Returns what is not as it should be while each device has only some of the spaces.
  private func partFaults() async throws -> [ConvergenceFault] {
    let last = await syncAll()
    return try zip(party.devices, last).enumerated().flatMap { number, device in
      let check = PartCheck(cloud: party.cloud.now, device: device.0, outcome: device.1)
      let (faults, compared, leftOut) = try check.faults()
      tally.add(.partsCompared, compared)
      tally.add(.partsLeftOut, leftOut)
      return faults.map { ConvergenceFault("device \(number), in part: \($0)") }
    }
  }

  /// Makes all users owners, upon which what was refused to them goes through.
  private func letEverybodyIn() throws {
    var spaces = Set(party.cloud.now.spaces.keys)
    for device in party.devices { spaces.formUnion(try device.store.catalog.ids()) }
    for operation in party.devices.flatMap({ $0.store.loadPendingOperations() }) {
      if case .deleteSpace(let space) = operation.type { spaces.insert(space) }
    }
    try party.cloud.change { [spaces] state in
      for space in spaces.sorted(by: { $0.uuidString < $1.uuidString }) {
        for user in Self.users { state.invite(user, to: space, as: .owner, by: nil) }
      }
    }
  }

  private func seenFaults() throws -> [ConvergenceFault] {
    try party.devices.enumerated().flatMap { number, device in
      let (faults, compared) = try past.differences(
        in: device.store, of: home, as: number,
        isLogShared: party.cloud.now.tier == .migrated)
      tally.add(.pastsCompared, compared)
      return faults
    }
  }

  private func keyFaults() throws -> [ConvergenceFault] {
    if hasLostBase { return [] }
    let (faults, kept) = try together.lost(in: party.devices.map(\.store), of: home)
    tally.add(.keysKept, kept)
    return faults
  }
}
