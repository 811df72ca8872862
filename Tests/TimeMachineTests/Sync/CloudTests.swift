import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisSync

/// Syncing as the time machine shows it.
@Suite struct CloudTests {
  private static func status(_ change: (inout HBSyncStatus) -> Void = { _ in }) -> HBSyncStatus {
    var status = HBSyncStatus()
    status.lastSync = SampleSpace.now.date
    change(&status)
    return status
  }

  private static let offline = HBStorageError.networkError(
    Failure(text: "no route to host"))

  /// Returns a session with a cloud.
  private func session(
    size: TerminalSize = TerminalSize(columns: 100, rows: 30), charset: Charset = .braille,
    _ change: (inout HBSyncStatus) -> Void = { _ in }
  ) -> Session {
    var session = Session(size: size, charset: charset)
    session.send(.cloudChanged(CloudState(Self.status(change))))
    return session
  }

  private func title(_ session: Session) -> String { session.screen.plainLines.first ?? "" }

  @Test func `without a cloud nothing is said of one`() {
    var session = Session(size: TerminalSize(columns: 200, rows: 40))
    #expect(!session.screen.plainText.contains("sync"))
    session.press("C")
    #expect(session.message == "no cloud is configured; hyperbasis doctor says how")
    #expect(session.takeEffects().isEmpty)
  }

  @Test func `the key asks for a sync once, and the answer is told`() {
    var session = session()
    session.press("C")
    guard case .sync? = session.takeEffects().first else {
      Issue.record("nothing is asked for")
      return
    }
    session.press("C")
    #expect(session.message == "a sync is already running" && session.takeEffects().isEmpty)
    session.send(
      .synced(
        .success(
          Self.status {
            $0.received = HBSyncCounts(spaces: 1, anchors: 2, events: 12, worldMaps: 1)
            $0.sent = HBSyncCounts(anchors: 1, events: 1)
            $0.pending = 1
          })))
    #expect(
      session.message
        == "synced: received 12 events of 2 anchors, 1 space and 1 world map, sent 1 event of 1 "
        + "anchor; 1 change waits for the cloud")
    session.press("C")
    session.send(.synced(.success(Self.status())))
    #expect(session.message == "synced: nothing new")
    session.press("C")
    session.send(.synced(.failure(Failure(text: "the cloud is away"))))
    #expect(session.message == "the cloud is away")
    session.press("C")
    #expect(session.takeEffects().count == 3)
  }

  @Test func `the command does the same, also in the list of spaces`() {
    var session = session()
    session.press(":")
    session.type("sync")
    session.press(.enter)
    #expect(session.takeEffects().count == 1 && session.state.sync.isRunning)
    var state = State(size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now)
    state.sync.isAvailable = true
    _ = update(&state, .spacesLoaded(.success([])), at: SampleSpace.now)
    let effects = update(&state, .terminal(.key("C")), at: SampleSpace.now)
    #expect(effects.count == 1)
  }

  static let texts: [(String, @Sendable (inout HBSyncStatus) -> Void)] = [
    ("synced", { _ in }), ("not synced", { $0.lastSync = nil }), ("3 pending", { $0.pending = 3 }),
    ("connecting…", { $0.phase = .connecting }),
    ("receiving 1200…", { ($0.phase, $0.done) = (.pulling, 1200) }),
    ("sending 5 of 9…", { ($0.phase, $0.done, $0.total) = (.pushing, 5, 9) }),
    ("sending world maps…", { $0.phase = .sendingMaps }),
    (
      "cloud unavailable",
      { $0.lastError = HBStorageError.serverError(code: 503, message: nil) }
    ),
    ("offline, 3 pending", { ($0.lastError, $0.pending) = (Self.offline, 3) }),
    (
      "offline",
      { ($0.lastError, $0.phase) = (Self.offline, .waiting(until: SampleSpace.now.date)) }
    ),
    (
      "sync paused, 1 pending",
      { ($0.lastError, $0.phase, $0.pending) = (HBStorageError.unauthorized, .paused, 1) }
    ),
    ("sync failed", { $0.lastError = HBStorageError.missingInCloud("table anchors") }),
    (
      "1 refused, 1 pending",
      {
        $0.quarantined = [refused]
        ($0.lastError, $0.pending) = (HBStorageError.refusedByCloud("22P05"), 1)
      }
    ),
  ]

  private static let refused = HBQuarantinedRow(
    kind: .anchor, id: SampleSpace.chair, spaceId: SampleSpace.id, reason: "22P05",
    since: SampleSpace.now.date)

  @Test(arguments: texts) func `the title says how it stands`(
    text: String, change: @Sendable (inout HBSyncStatus) -> Void
  ) {
    let wide = TerminalSize(columns: 120, rows: 32)
    #expect(title(session(size: wide, change)).hasSuffix(" · \(text)"))
    let ascii = text.replacing("…", with: "~")
    #expect(title(session(size: wide, charset: .ascii, change)).hasSuffix(" - \(ascii)"))
  }

  @Test func `what nobody has to know gives way first`() {
    let narrow = TerminalSize(columns: 60, rows: 20)
    #expect(!title(session(size: narrow)).contains("synced"))
    #expect(title(session(size: narrow) { $0.pending = 3 }).contains("3 pending"))
  }

  @Test func `a refused key is told once`() {
    var session = session { $0.lastError = HBStorageError.unauthorized }
    #expect(session.message.hasPrefix("the cloud refuses the key or the token"))
    session.press("d")
    session.send(
      .cloudChanged(CloudState(Self.status { $0.lastError = HBStorageError.unauthorized })))
    #expect(!session.message.contains("refuses"))
  }

  @Test func `the option is told to the edge`() {
    var session = session()
    session.press(":")
    session.type("set sync on-save")
    session.press(.enter)
    guard case .setSync(.onSave)? = session.takeEffects().first else {
      Issue.record("nothing is told")
      return
    }
    #expect(session.message == "sync is on-save")
  }

  @Test func `the footer offers the key where there is a cloud`() {
    let size = TerminalSize(columns: 220, rows: 40)
    #expect(session(size: size).screen.plainLines.last?.contains("C sync") == true)
    #expect(Session(size: size).screen.plainLines.last?.contains("sync") == false)
  }

  @Test func `lines tell that a sync has begun before the cloud says anything`() {
    var session = session()
    let quiet = session.state
    session.press("C")
    #expect(Announcer.lines(from: quiet, to: session.state) == ["asking the cloud"])
  }

  @Test func `lines tell what changed, not how far it is`() {
    var session = session()
    let quiet = session.state
    session.send(.cloudChanged(CloudState(Self.status { $0.phase = .pulling })))
    let working = session.state
    #expect(Announcer.lines(from: quiet, to: working) == ["cloud: syncing"])
    session.send(.cloudChanged(CloudState(Self.status { ($0.phase, $0.done) = (.pushing, 7) })))
    #expect(Announcer.lines(from: working, to: session.state).isEmpty)
    session.send(.cloudChanged(CloudState(Self.status { $0.pending = 2 })))
    #expect(Announcer.lines(from: working, to: session.state) == ["cloud: 2 pending"])
  }
}

// MARK: - Changes by others

extension CloudTests {
  @Test func `what arrives from elsewhere shows with who did it`() {
    var store = FakeStore()
    var session = session(size: TerminalSize(columns: 120, rows: 32))
    session.press("d", "[", .end, "2")
    store.append(
      SampleSpace.event(
        .moved, SampleSpace.chair, 10, SampleSpace.instant(day: 14, 12), version: 3,
        transform: HBTransform.make(position: SIMD3(0, 0, 0)), actor: "ann@attic"))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
    let diff = session.screen.plainText
    #expect(diff.contains("chair moved 1.80 m") && diff.contains("ann@attic"))
    session.press("3", "j")
    let old = session.state
    session.press("k")
    #expect(
      Announcer.lines(from: old, to: session.state).contains { $0.plain.contains("by ann@attic") })
  }

  /// Even if the pass ran automatically.
  @Test func `whose change replaced one made here is told`() {
    func edit(_ actor: String, _ time: Int64, wasHere: Bool) -> EditConflict.Edit {
      let instant = SampleSpace.now.advanced(byMicroseconds: time)
      return EditConflict.Edit(value: "x", actor: actor, instant: instant, wasHere: wasHere)
    }
    let lost = EditConflict(
      spaceId: SampleSpace.id, anchorId: SampleSpace.chair, part: .key("text"),
      kept: edit("tablet", 2, wasHere: false), replaced: edit("desk", 1, wasHere: true)
    ).addressed(to: "desk")
    var session = session(size: TerminalSize(columns: 120, rows: 32))
    let text = "chair: tablet's \"text\" replaced yours; the history has both"
    let status = Self.status { $0.conflicts = [lost] }
    session.send(.cloudChanged(CloudState(status)))
    #expect(session.screen.plainText.contains(text))
    session.press("j")
    #expect(!session.screen.plainText.contains(text))
    session.send(.cloudChanged(CloudState(status)))
    #expect(!session.screen.plainText.contains(text))
    session.send(.synced(.success(status)))
    #expect(session.screen.plainText.contains("synced: " + text))
  }

  @Test func `a space that was deleted elsewhere is named, and how it comes back`() {
    let space = RemovedSpace(id: SampleSpace.id, name: "Lab", heldOwnWork: true)
    let id = SampleSpace.id.uuidString.prefix(8)
    let command = "hyperbasis restore-space \(id) --store '/My lab'"
    let text =
      "Lab was deleted elsewhere, with changes that only you had; \(command) brings it "
      + "back"
    var session = session(size: TerminalSize(columns: 200, rows: 32))
    session.state.settings.storeOptions = " --store '/My lab'"
    let status = Self.status { $0.removed = [space] }
    session.send(.cloudChanged(CloudState(status)))
    #expect(session.screen.plainText.contains(text))
    session.send(.synced(.success(status)))
    #expect(session.screen.plainText.contains("synced: " + text))
  }

  private static let sizes = [
    TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 60, rows: 20),
  ]

  @Test(arguments: sizes) func `screens with a cloud`(size: TerminalSize) throws {
    let session = session(size: size) { ($0.lastError, $0.pending) = (Self.offline, 3) }
    try expectGolden(session.screen, "cloud-\(size)")
  }

  /// Nothing in it is synced, whatever the state of the other spaces.
  @Test func `of a space that sync leaves out it is not said that it is synced`() {
    var session = session { $0.unfollowed = [SampleSpace.id] }
    #expect(title(session).hasSuffix("not followed") && !title(session).contains("synced"))
    session.press("C")
    session.send(.synced(.success(Self.status { $0.unfollowed = [SampleSpace.id] })))
    let message = session.message
    #expect(message.contains("this one is not followed: hyperbasis follow "), "\(message)")
    session = self.session { $0.unfollowed = [UUID()] }
    #expect(title(session).hasSuffix("synced"))
  }

  @Test func `of a space that was deleted in the cloud it is not said that it is synced`() {
    var session = session { $0.forgotten = [SampleSpace.id] }
    #expect(title(session).hasSuffix("deleted in cloud") && !title(session).contains("synced"))
    session.press("C")
    session.send(.synced(.success(Self.status { $0.forgotten = [SampleSpace.id] })))
    #expect(session.message.contains("deleted from the cloud for good"), "\(session.message)")
    session = self.session { $0.forgotten = [UUID()] }
    #expect(title(session).hasSuffix("synced"))
  }

  @Test func `the list of spaces marks those that sync leaves out`() {
    var state = State(size: TerminalSize(columns: 80, rows: 12), now: SampleSpace.now)
    let spaces = ["Hall", "Shed"].map { name in
      SpaceSummary(
        id: UUID(), name: name, createdAt: nil, updatedAt: nil, anchors: 1, deletedAnchors: 0,
        events: 1, startDate: nil, endDate: nil, worldMapBytes: 0, bytes: 1, problems: 0)
    }
    _ = update(&state, .spacesLoaded(.success(spaces)), at: SampleSpace.now)
    state.sync.status = CloudState(Self.status { $0.unfollowed = [spaces[1].id] })
    let lines = render(state).plainLines
    #expect(lines.contains { $0.contains("Shed") && $0.contains("not followed") }, "\(lines)")
    #expect(lines.contains { $0.contains("Hall") && !$0.contains("not followed") }, "\(lines)")
  }

  /// If there is no room for all of it, one word of it is shown, or a symbol.
  @Test(arguments: [
    (100, "cloud unavailable, 1 pending"), (64, "cloud unavailable"), (44, "!"),
  ])
  func `the title says as much of syncing as there is room`(columns: Int, text: String) {
    let session = session(size: TerminalSize(columns: columns, rows: 20)) { status in
      status.lastError = HBStorageError.serverError(code: 503, message: nil)
      status.pending = 1
    }
    #expect(title(session).hasSuffix(text), "\(title(session))")
  }

  @Test func `why a sync failed is not said when another has succeeded`() {
    var session = session()
    session.press("C")
    session.send(.cloudChanged(CloudState(Self.status { $0.lastError = Self.offline })))
    session.send(.synced(.failure(Failure(text: "the cloud is away"))))
    session.send(.cloudChanged(CloudState(Self.status { $0.lastError = Self.offline })))
    #expect(session.message == "the cloud is away")
    session.send(.cloudChanged(CloudState(Self.status())))
    #expect(session.state.message == nil)
  }

  /// The number of spaces ends in column 20.
  @Test(arguments: [
    (60, "offline, 2 refused, 30 pending"), (53, "offline, 2 refused, 30 pending"),
    (52, "offline"), (30, "offline"),
  ])
  func `the list of spaces says as much of syncing as there is room`(
    columns: Int, text: String
  ) {
    var state = State(size: TerminalSize(columns: columns, rows: 12), now: SampleSpace.now)
    _ = update(&state, .spacesLoaded(.success([])), at: SampleSpace.now)
    state.sync.status = CloudState(
      Self.status { status in
        (status.lastError, status.pending) = (Self.offline, 30)
        status.quarantined = [UUID(), UUID()].map { id in
          HBQuarantinedRow(
            kind: .anchor, id: id, spaceId: id, reason: "it is so", since: SampleSpace.now.date)
        }
      })
    let title = render(state).plainLines.first ?? ""
    #expect(title.trimmingCharacters(in: .whitespaces).hasSuffix(text), "\(title)")
    // A larger number of spaces leaves less room.
    #expect(state.sync.status?.text(.ascii, columns: 6) == "!")
    #expect(state.sync.status?.text(.ascii, columns: 0) == nil)
  }

  @Test(arguments: [80, 40]) func `the list of spaces with a cloud`(columns: Int) throws {
    var state = State(size: TerminalSize(columns: columns, rows: 12), now: SampleSpace.now)
    state.sync.status = CloudState(Self.status { ($0.phase, $0.done) = (.pulling, 1200) })
    _ = update(&state, .spacesLoaded(.success([])), at: SampleSpace.now)
    try expectGolden(render(state), "cloud-spaces-\(columns)x12")
  }
}
