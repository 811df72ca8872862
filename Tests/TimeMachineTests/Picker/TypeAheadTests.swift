import Foundation
import HyperbasisCanvas
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisStore
@testable import HyperbasisTimeMachine

/// Input that is typed before the store has answered.
@Suite struct TypeAheadTests {
  private struct Start {
    var state: State
    private(set) var effects: [Effect]

    init(space: UUID?) {
      var settings = Settings()
      settings.usesLocalTime = false
      state = State(
        size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now, settings: settings)
      effects = state.start(space: space)
    }

    mutating func send(_ input: Input) { effects += update(&state, input, at: SampleSpace.now) }

    mutating func press(_ keys: Key...) { for key in keys { send(.terminal(.key(key))) } }

    mutating func type(_ text: String) {
      for scalar in text.unicodeScalars { press(.character(scalar)) }
    }

    mutating func open() {
      send(.snapshotLoaded(.success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events)))))
    }

    mutating func recall(draft: SavedDraft? = nil) {
      var recollection = Recollection(spaceId: SampleSpace.id)
      recollection.draft = draft
      send(.recalled(recollection))
    }

    var message: String { state.message?.text.plain ?? "" }

    var quits: Bool {
      effects.contains { if case .quit = $0 { true } else { false } }
    }
  }

  @Test func `keys before a space is there are done when it is, in their order`() throws {
    var start = Start(space: SampleSpace.id)
    start.type("t2024-03-03")
    #expect(start.message.hasPrefix("opening the space"))
    start.press(.enter, "a")
    start.open()
    start.recall()
    let date = try #require(start.state.view?.instant)
    #expect(date < SampleSpace.now)
    var typed = Session()
    typed.type("t2024-03-03")
    typed.press(.enter, "a")
    #expect(typed.view.instant == date)
    #expect(start.state.view?.compare.marks.a == typed.view.compare.marks.a)
    #expect(render(start.state).plainText == typed.screen.plainText)
  }

  @Test func `they wait until it is known how the space was looked at last`() {
    var start = Start(space: SampleSpace.id)
    start.press(.home)
    start.open()
    #expect(start.state.view?.isAtEnd == true)
    start.recall()
    #expect(start.state.view?.isAtEnd == false)
  }

  @Test func `keys before the list of spaces is there choose from it, then in the space`() {
    var start = Start(space: nil)
    start.press(.enter, .home)
    #expect(start.message.hasPrefix("reading the store"))
    start.send(
      .spacesLoaded(
        .success([
          SpaceSummary(
            id: SampleSpace.id, name: "Sample", createdAt: nil, updatedAt: nil, anchors: 1,
            deletedAnchors: 0, events: 1, startDate: nil, endDate: nil, worldMapBytes: 0,
            bytes: 0, problems: 0)
        ])))
    #expect(start.state.picker.opening == SampleSpace.id)
    #expect(start.state.picker.typedAhead == [.home])
    start.open()
    start.recall()
    #expect(start.state.view?.isAtEnd == false)
  }

  @Test func `the way out never waits`() {
    for key in [Key.character("q"), .character("Q"), .control("c")] {
      var start = Start(space: SampleSpace.id)
      start.press(key)
      #expect(start.quits)
    }
    var start = Start(space: SampleSpace.id)
    start.type("/quick")
    #expect(!start.quits)
    start.press(.control("c"))
    #expect(start.quits)
  }

  @Test func `escape lets go of what was typed, and so does a space that cannot be opened`() {
    var start = Start(space: SampleSpace.id)
    start.press("g", .escape)
    #expect(start.message == "the keys typed meanwhile are discarded")
    #expect(start.state.picker.typedAhead.isEmpty)
    start.press(.home)
    start.send(.snapshotLoaded(.failure(Failure(text: "there is no such space"))))
    #expect(start.state.picker.typedAhead.isEmpty)
    #expect(start.message == "there is no such space")
  }

  @Test func `a saved draft is not answered by what was typed before it was offered`() {
    var start = Start(space: SampleSpace.id)
    start.press("X")
    start.open()
    start.recall(
      draft: SavedDraft(
        spaceId: SampleSpace.id, savedAt: SampleSpace.now,
        head: SampleSpace.snapshot(events: SampleSpace.events).head, edits: []))
    guard case .savedDraft = start.state.layers.last else {
      Issue.record("the draft is not offered")
      return
    }
    #expect(start.state.picker.typedAhead.isEmpty)
    #expect(
      !start.effects.contains { if case .forgetDraft = $0 { true } else { false } })
  }

  @Test func `nothing is changed that was not seen`() {
    for keys: [Key] in [["u", .home], ["/", "c", "h", "a", "i", "r", .enter, .home, "R", .end]] {
      var start = Start(space: SampleSpace.id)
      for key in keys { start.press(key) }
      start.open()
      start.recall()
      #expect(start.state.view?.editing.write == nil)
      #expect(
        !start.effects.contains {
          switch $0 {
          case .plan, .execute: true
          default: false
          }
        })
      #expect(start.message.contains("changed nothing; press it again"))
      #expect(start.state.picker.typedAhead.isEmpty)
      // Once the user has seen it, it may be done.
      start.press("u")
      #expect(start.state.view?.editing.write != nil)
    }
  }

  @Test func `a command that is typed ahead changes nothing either`() {
    var start = Start(space: SampleSpace.id)
    start.type(":undo")
    start.press(.enter)
    start.open()
    start.recall()
    #expect(start.state.view?.editing.write == nil && start.state.layers.isEmpty)
    #expect(start.message.contains("changed nothing"))
  }

  @Test func `while it waits the footer shows only what works`() {
    let start = Start(space: SampleSpace.id)
    let text = render(start.state).plainText
    #expect(text.contains("opening") && text.contains("q quit"))
    #expect(!text.contains("help") && !text.contains("choose"))
  }
}
