import Foundation
import HyperbasisAnchorLog
import Synchronization
import TestSupport

@testable import Hyperbasis
@testable import HyperbasisSync

/// A device: a store in a folder of its own, with its own clock and its own view of a cloud.
final class Device {
  let name: String
  let folder: TemporaryStore
  let cloud: FakeCloud
  let connection = Connection()
  let clock: SkewedClock
  /// The user who has signed in; nil for none.
  let user: String?
  private(set) var life = DeviceFiles.Life()
  private(set) var store: HBLocalStore
  private let open: (DeviceFiles.Life) -> HBLocalStore

  init(
    _ name: String, _ cloud: FakeCloud, time: SharedTime = SharedTime(), skew: Double = 0,
    user: String? = nil, makeUUID: @escaping @Sendable () -> UUID = { UUID.random() }
  ) throws {
    self.name = name
    self.cloud = cloud
    let (folder, clock) = (try TemporaryStore(), SkewedClock(time: time, skew: skew))
    self.folder = folder
    self.clock = clock
    self.user = user
    open = { life in
      HBLocalStore(
        baseDirectory: folder.url, actor: name, files: DeviceFiles(life: life), clock: clock.now,
        makeUUID: makeUUID)
    }
    store = open(life)
  }

  /// Kills the process, and starts it again with what is on disk.
  func restart() {
    life.end(afterChanges: 0)
    life = DeviceFiles.Life()
    store = open(life)
  }

  /// Forgets everything that is known of the cloud.
  func loseBase() throws {
    for name in folder.names(in: ".hyperbasis/sync") {
      try FileManager.default.removeItem(at: folder.url.appending(path: ".hyperbasis/sync/\(name)"))
    }
  }

  /// The store as another process has it, which lives on when this one dies.
  var heads: SpaceHeads { SpaceHeads(open: store.open) }

  func openElsewhere() -> HBLocalStore { open(DeviceFiles.Life()) }

  var hand: Hand { Hand(store: store, clock: clock) }

  var client: FakeCloudClient {
    FakeCloudClient(cloud, user: user) { [connection, life] call, moment throws(CloudFailure) in
      if life.isOver { throw .unreachable("dead") }
      try await connection.check(call, moment)
      if life.isOver { throw .unreachable("dead") }
    }
  }

  @discardableResult
  func sync(_ options: SyncOptions = SyncOptions()) async -> SyncOutcome {
    await pass(options).run()
  }

  /// Returns a pass that can also be started elsewhere, for example while another device waits.
  func pass(_ options: SyncOptions = SyncOptions()) -> SyncPass {
    SyncPass(
      store: store, cloud: client, identity: client.identity(), options: options, tell: { _ in })
  }

  func storage(
    _ strategy: HBSyncStrategy = .manual, pace: SyncPace = .still
  ) -> HBStorage {
    HBStorage(
      config: .supabase(url: "https://fake.example", anonKey: "key", syncStrategy: strategy),
      localStore: store, cloud: client, pace: pace)
  }
}

extension SyncPace {
  /// A pace that never waits.
  static var still: SyncPace {
    SyncPace(sleep: { _ in await Task.yield() }, random: { $0 / 2 })
  }
}

/// The connection between a device and the cloud.
final class Connection: Sendable {
  private let rule = Mutex<FakeCloudClient.Hook?>(nil)
  private let company = Mutex<Company?>(nil)

  typealias Company = @Sendable (FakeCall, FakeCloudClient.Moment) async -> Void

  /// Sets what happens to calls from now on; with nil, they get through.
  func set(_ rule: FakeCloudClient.Hook?) { self.rule.withLock { $0 = rule } }

  /// Sets what others do while a call is on its way, whether or not it succeeds.
  func accompany(_ body: Company?) { company.withLock { $0 = body } }

  /// Sets what others do once, just before the given call gets through.
  func interrupt(_ call: FakeCall, _ body: @escaping @Sendable () async -> Void) {
    let isOver = Mutex(false)
    accompany { made, moment in
      guard made == call, moment == .before else { return }
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { await body() }
    }
  }

  func cut() { set { _, _ throws(CloudFailure) in throw .unreachable("cut") } }

  func check(_ call: FakeCall, _ moment: FakeCloudClient.Moment) async throws(CloudFailure) {
    await company.withLock { $0 }?(call, moment)
    try await rule.withLock { $0 }?(call, moment)
  }
}

/// The time of all devices; it advances by a millisecond at each call.
final class SharedTime: Sendable {
  private let microseconds = Mutex<Int64>(1_706_781_600_000_000)

  func now() -> HBInstant {
    microseconds.withLock { time in
      time += 1000
      return HBInstant(microseconds: time)
    }
  }

  /// Lets seconds pass.
  func pass(_ seconds: Double) {
    microseconds.withLock { $0 += Int64(seconds * 1e6) }
  }
}

/// A clock that is off by some seconds.
struct SkewedClock: Sendable {
  let time: SharedTime
  let skew: Double

  @Sendable func now() -> HBInstant {
    time.now().advanced(byMicroseconds: Int64(skew * 1e6))
  }
}

// MARK: - Actions of users

/// A user who writes into a store.
struct Hand: Sendable {
  let store: HBLocalStore
  let clock: SkewedClock

  func makeSpace(_ name: String? = "Kitchen", map: [UInt8] = []) throws -> UUID {
    let id = try store.spaces.create(name: name)
    if !map.isEmpty { try saveMap(map, of: id) }
    return id
  }

  func saveMap(_ map: [UInt8], of space: UUID) throws {
    guard var stored = try store.loadSpace(id: space) else { return }
    stored.worldMapData = Data(map)
    stored.isCompressed = false
    stored.updatedAt = clock.now().date
    try store.saveSpace(stored)
  }

  func deleteSpace(_ id: UUID) throws {
    try PendingChanges(store).deleteSpace(id)
  }
}

extension Device {
  @discardableResult
  func makeSpace(_ name: String? = "Kitchen", map: [UInt8] = []) throws -> UUID {
    try hand.makeSpace(name, map: map)
  }

  func saveMap(_ map: [UInt8], of space: UUID) throws { try hand.saveMap(map, of: space) }

  func deleteSpace(_ id: UUID) throws { try hand.deleteSpace(id) }

  @discardableResult
  func add(
    _ space: UUID, x: Float = 0, _ metadata: [String: AnyCodableValue] = ["text": "note"]
  ) throws -> UUID {
    let anchor = HBAnchor.sample(space, x: x, metadata: metadata)
    try store.perform(.save([anchor]), spaceId: space)
    return anchor.id
  }

  /// Changes an anchor, starting from its state on this device.
  func change(_ id: UUID, _ body: (inout HBAnchor) -> Void) throws {
    guard var anchor = try store.loadAnchor(id: id) else {
      throw HBStorageError.notFound(type: "anchor", id: id)
    }
    body(&anchor)
    try store.perform(.save([anchor]), spaceId: anchor.spaceId)
  }

  func move(_ id: UUID, x: Float) throws {
    try change(id) { $0.transform = HBTransform.make(position: SIMD3(x, 0, 0)) }
  }

  func write(_ id: UUID, _ text: AnyCodableValue, key: String = "text") throws {
    try change(id) { $0.metadata[key] = text }
  }

  func anchor(_ id: UUID) throws -> HBAnchor? { try store.loadAnchor(id: id) }

  func texts(_ space: UUID) throws -> [String] {
    try store.loadAnchors(spaceId: space).filter { !$0.isDeleted }
      .compactMap { $0.stringMetadata(forKey: "text") }.sorted()
  }

  /// Returns the events of a space, except those derived from rows.
  func sharedEvents(of space: UUID) throws -> [HBAnchorEvent] {
    let index = try store.open[space].withLog { $0.index }
    return try index.events((0..<index.count).filter { !index.isDerived($0) })
  }

  var pending: Int { store.loadPendingOperations().count }
}

/// Two devices, or more, that share a cloud; each sees what the others did once both have synced.
struct Party {
  let cloud: FakeCloud
  let time: SharedTime
  let devices: [Device]

  /// - Parameters:
  ///   - skews: by how many seconds each device's clock is off.
  ///   - users: the user who has signed in on each device; further devices have none.
  init(
    _ tier: CloudTier, skews: [Double] = [0, 0], users: [String] = [],
    makeUUID: @escaping @Sendable () -> UUID = { UUID.random() }
  ) throws {
    let (cloud, time) = (FakeCloud(tier), SharedTime())
    self.cloud = cloud
    self.time = time
    devices = try skews.enumerated().map { number, skew in
      try Device(
        "device \(number)", cloud, time: time, skew: skew,
        user: users.indices.contains(number) ? users[number] : nil, makeUUID: makeUUID)
    }
  }

  /// Syncs all devices, by default so often that each has everything.
  func syncAll(_ times: Int = 3) async {
    for _ in 0..<times {
      for device in devices { await device.sync() }
    }
  }
}
