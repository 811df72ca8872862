import HyperbasisCanvas
import HyperbasisSyncStatus
import HyperbasisTimeMachine
import TestSupport
import Testing

/// The open space is deleted by another process, or because others had deleted it.
@Suite struct DeletedSpaceTests {
  private var session = Session()
  private var store = FakeStore()

  private var title: String { session.screen.plainLines[0] }

  @Test mutating func `what was read stays on screen and says that it is gone`() {
    session.send(.spaceLost(SampleSpace.id, .deleted))
    #expect(session.message.contains("was deleted"))
    #expect(session.message.contains("trash"))
    #expect(title.contains("DELETED"))
    #expect(session.view.anchorList.count == 5)
    session.press(.home)
    #expect(title.contains("DELETED") && title.contains("PAST"))
  }

  @Test mutating func `who had work in a space that went is told how it comes back`() {
    var status = HBSyncStatus()
    status.removed = [RemovedSpace(id: SampleSpace.id, name: "Kitchen", heldOwnWork: true)]
    session.send(.cloudChanged(CloudState(status)))
    session.send(.synced(.success(status)))
    #expect(session.message.contains("changes that only you had"))
    session.send(.spaceLost(SampleSpace.id, .deleted))
    #expect(session.message.contains("changes that only you had"))
    #expect(session.message.contains("hyperbasis restore-space"))
    #expect(title.contains("DELETED"))
  }

  @Test mutating func `a store whose folder is gone takes no changes until it is back`() {
    session.press("B", .enter)
    session.send(.spaceLost(SampleSpace.id, .storeGone))
    #expect(session.message.contains("the folder of the store is gone"))
    #expect(title.contains("STORE GONE"))
    for key in ["u", "R", "S", "D", "B"] as [Key] {
      session.press(key)
      #expect(session.message.contains("the folder of the store is gone"), "\(key)")
    }
    #expect(session.state.layers.isEmpty && session.view.anchorList.count == 5)
    session.send(.snapshotLoaded(.success(SpaceData(SampleSpace.snapshot()))))
    #expect(!title.contains("GONE"))
  }

  /// A change would begin a new log, which undoes what the anchor files are taken to imply.
  @Test mutating func `a space whose log is gone takes no changes until it is back`() {
    session.send(.spaceLost(SampleSpace.id, .logGone))
    #expect(session.message.contains("is gone, but the space was not deleted; hyperbasis verify"))
    #expect(title.contains("LOG GONE"))
    for key in ["u", "R", "S", "D"] as [Key] {
      session.press(key)
      #expect(session.message.contains("the log of this space is gone"), "\(key)")
      #expect(title.contains("LOG GONE"))
    }
    session.send(.snapshotLoaded(.success(SpaceData(SampleSpace.snapshot()))))
    #expect(!title.contains("GONE"))
  }

  @Test mutating func `a store that is protected is read-only from the start`() {
    session.state.settings.isReadOnly = true
    session.state.settings.staysReadOnly = true
    session.state.settings.isStoreProtected = true
    #expect(session.screen.plainLines[0].contains("read-only"))
    for key in ["u", "D", "B"] as [Key] {
      session.press(key)
      #expect(session.message.contains("you may not write to this store"), "\(key)")
    }
    session.run("set readonly off")
    #expect(session.screen.plainText.contains("you may not write to this store"))
  }

  @Test mutating func `that it is gone shows however narrow the screen is`() {
    session.send(.spaceLost(SampleSpace.id, .deleted))
    for columns in [30, 40, 60, 100] {
      session.send(.terminal(.resize(TerminalSize(columns: columns, rows: 12))))
      #expect(title.contains("DELETED"), "\(columns)")
    }
  }

  @Test mutating func `a draft shows however narrow the screen is as well`() {
    session.press(.down, "D")
    for columns in [30, 40, 60, 100] {
      session.send(.terminal(.resize(TerminalSize(columns: columns, rows: 12))))
      #expect(title.contains("DRAFT"), "\(columns)")
    }
  }

  @Test mutating func `nothing can be changed in it`() {
    session.press(.down, "D")
    session.send(.spaceLost(SampleSpace.id, .deleted))
    for key in ["u", "R", "S", "D", "W"] as [Key] {
      session.press(key)
      #expect(session.message.contains("was deleted") || session.message.contains("draft"))
    }
    store.answer(&session)
    #expect(store.executed.isEmpty && session.state.layers.isEmpty)
  }

  @Test mutating func `a question that is open is not answered with yes`() {
    session.press(.home, "S")
    store.answer(&session)
    session.send(.spaceLost(SampleSpace.id, .deleted))
    session.press("y")
    #expect(session.message.contains("was deleted"))
    #expect(store.executed.isEmpty)
  }

  @Test mutating func `another space that goes is none of its business`() {
    session.send(.spaceLost(SampleSpace.chair, .deleted))
    #expect(!title.contains("DELETED"))
  }

  @Test mutating func `it is there again`() {
    session.send(.spaceLost(SampleSpace.id, .deleted))
    session.send(
      .snapshotLoaded(.success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events)))))
    #expect(session.message.contains("is back"))
    #expect(!title.contains("DELETED"))
    session.press("u")
    store.answer(&session)
    #expect(store.executed.count == 1)
  }

  /// The draft can no longer be written, so nothing says that it can.
  @Test mutating func `leaving with a draft names the key that drops it`() {
    session.press(.down, "D", "q")
    #expect(session.message.contains("W writes it"))
    session.press(.escape)
    session.send(.spaceLost(SampleSpace.id, .deleted))
    session.press("q")
    #expect(
      session.message == "the draft is not written: X drops it, q again leaves without writing")
  }
}
