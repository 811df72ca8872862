import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import HyperbasisCommands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A session of the time machine with a cloud.
struct CloudEffectsTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  init() throws {
    (here, there) = try Workbench.pair(with: cloud)
  }

  /// Runs a session in line mode on a thread of its own, because it waits for the cloud.
  private func session<Value: Sendable>(
    _ strategy: HBSyncStrategy = .manual, _ body: @escaping @Sendable (CloudLines) -> Value
  ) async -> Value {
    let (directory, now, cloud, hook) = (here.directory, here.now, cloud, here.hook)
    return await withCheckedContinuation { continuation in
      Thread {
        let lines = CloudLines(
          directory: directory, now: now, client: FakeCloudClient(cloud, hook: hook), strategy)
        continuation.resume(returning: body(lines))
      }.start()
    }
  }

  @Test func aMergeArrivesLive() async throws {
    _ = await here.runApart("sync")
    _ = await there.runApart("sync")
    _ = there.run("add", "text=Sofa", "--position", "0,0,0", "--actor", "ann@attic")
    _ = await there.runApart("sync")
    let told = await session { lines in
      _ = lines.start()
      let told = lines.take("C") + lines.wait { $0.hasPrefix("synced") }
      return told + lines.follow() + lines.take("3") + lines.take("j") + lines.take("k")
    }
    #expect(told.contains("synced: received 1 event of 1 anchor, sent nothing"), "\(told)")
    #expect(told.contains { $0.contains("3 anchors, now") })
    #expect(told.contains { $0.hasSuffix("created, by ann@attic") })
    #expect(told.contains("cloud: synced"))
  }

  @Test func aChangeShowsAsPending() async {
    _ = await here.runApart("sync")
    let told = await session { lines in
      _ = lines.start()
      _ = lines.wait { $0 == "cloud: synced" }
      let told = lines.take("j") + lines.take("D") + lines.take("W")
      return told + lines.wait { $0 == "cloud: 1 pending" }
    }
    #expect(told.contains { $0.contains("undoes it") })
    #expect(cloud.now.events.count == 6)
  }

  @Test func whatAnotherProcessWritesShowsAsPending() async {
    _ = await here.runApart("sync")
    let directory = here.directory
    let told = await session { lines in
      _ = lines.start()
      _ = lines.wait { $0 == "cloud: synced" }
      // Notes a change once it is made, as a command that runs beside the session does.
      let other = HBLocalStore(baseDirectory: directory)
      _ = lines.follow()
      try? PendingChanges(other).add([.saveAnchor(UUID())])
      let told = lines.follow() + lines.wait { $0 == "cloud: 1 pending" }
      try? other.savePendingOperations([])
      return told + lines.follow() + lines.wait { $0 == "cloud: synced" }
    }
    #expect(told.contains("cloud: 1 pending") && told.last == "cloud: synced", "\(told)")
  }

  @Test func withEveryChangeNobodyHasToAsk() async {
    let cloud = cloud
    _ = await session(.onSave) { lines in
      _ = lines.start()
      lines.look()
      lines.await { cloud.now.events.count == 6 }
      _ = lines.take("j") + lines.take("D") + lines.take("W")
      lines.await {
        cloud.now.events.count == 7
          && cloud.now.anchors.values.filter { $0.deletedAt == nil }.count == 1
      }
    }
    // The deleted anchor has a row only if it arrived there before.
    #expect(cloud.now.anchors.values.filter { $0.deletedAt == nil }.count == 1)
    #expect(cloud.now.events.count == 7)
  }

  @Test func byHandNothingIsAsked() async {
    _ = await session { lines in
      _ = lines.start()
      #expect(lines.deadline == nil)
      lines.look()
    }
    #expect(cloud.now.calls.isEmpty)
  }

  @Test func anAbsentCloudIsSaid() async {
    here.hook = { _, _ throws(CloudFailure) in throw .unreachable("no route to host") }
    let told = await session { lines in
      _ = lines.start()
      return lines.take("C") + lines.wait { $0.contains("could not be reached") }
    }
    #expect(told.contains { $0.contains("could not be reached (no route to host)") }, "\(told)")
    #expect(told.contains { $0.hasPrefix("cloud: offline") }, "\(told)")
  }

  @Test func aSecondWaitIsWokenOnce() throws {
    let pipe = try WakePipe()
    func isReadable() -> Bool {
      var source = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&source, 1, 0) > 0
    }
    #expect(!isReadable())
    pipe.raise()
    pipe.raise()
    #expect(isReadable())
    pipe.lower()
    #expect(!isReadable())
    pipe.raise()
    #expect(isReadable())
  }
}

/// A session in line mode with a cloud in memory; confined to one thread.
private final class CloudLines {
  private let session: LinearSession
  private let effects: CloudEffects?

  init(
    directory: URL, now: HBInstant, client: FakeCloudClient, _ strategy: HBSyncStrategy
  ) {
    let store = HBLocalStore(
      baseDirectory: directory, actor: "tester@here", clock: { now }, makeUUID: { UUID() })
    var context = CommandContext(
      environment: [
        "SUPABASE_URL": "https://project.example", "SUPABASE_ANON_KEY": Workbench.key,
      ], home: directory)
    context.makeCloud = { _ in client }
    if case .configured(let credentials) = CloudSetting(context) {
      effects = CloudEffects(
        CloudSession(credentials, store: store, context: context), strategy: strategy)
    } else {
      effects = nil
    }
    var state = State(
      size: LinearSession.size, now: now,
      settings: Settings(charset: .ascii, localZone: .gmt, usesMouse: false))
    state.sync.isAvailable = effects != nil
    session = LinearSession(
      state: state,
      store: StoreEffects(store: store, noteWritten: { [effects] in effects?.noteWritten($0) }),
      cloud: effects, clock: { now })
  }

  deinit { effects?.close() }

  func start() -> [String] { text(session.start(spaceId: UUID(uuidString: Kitchen.id))) }

  func take(_ line: String) -> [String] { text(session.handle(line: Array(line.utf8))) }

  func follow() -> [String] { text(session.follow()) }

  func look() { effects?.lookIfDue() }

  var deadline: ContinuousClock.Instant? { effects?.deadline }

  /// Sleeps until the cloud has reported a certain line, and returns all lines up to then. It has a limit
  /// only so that a failure does not hang: other tests may keep all threads busy for long.
  func wait(until isDone: (String) -> Bool) -> [String] {
    guard let effects else { return [] }
    let end = ContinuousClock.now + .seconds(900)
    var told: [String] = []
    while !told.contains(where: isDone), ContinuousClock.now < end {
      var source = pollfd(fd: effects.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&source, 1, 1000)
      told += effects.takeNews().flatMap { text(session.handle($0)) }
    }
    return told
  }

  /// Sleeps until a condition holds, whether or not a line reports it.
  func await(_ isDone: () -> Bool) {
    guard let effects else { return }
    let end = ContinuousClock.now + .seconds(900)
    while !isDone(), ContinuousClock.now < end {
      var source = pollfd(fd: effects.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&source, 1, 50)
      for news in effects.takeNews() { _ = session.handle(news) }
    }
  }

  private func text(_ words: [Announcement]) -> [String] {
    words.map { word in
      switch word {
      case .line(let text), .opening(let text), .more(let text): text.plain
      }
    }
  }
}
