import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisStore

@Suite struct PickerTests {
  private func state(_ count: Int, size: TerminalSize = TerminalSize(columns: 80, rows: 24))
    -> State
  {
    var settings = Settings()
    settings.usesLocalTime = false
    var state = State(size: size, now: SampleSpace.now, settings: settings)
    let effects = state.start(space: nil)
    #expect(effects.count == 1)
    let spaces = (0..<count).map { number in
      SpaceSummary(
        id: SampleSpace.anchorId(number), name: number == 1 ? nil : "Space \(number)",
        createdAt: nil, updatedAt: nil, anchors: number * 3, deletedAnchors: 0,
        events: number * 100, startDate: nil,
        endDate: number == 0 ? nil : SampleSpace.instant(day: number, 12), worldMapBytes: 0,
        bytes: 0, problems: 0)
    }
    _ = update(&state, .spacesLoaded(.success(spaces)), at: SampleSpace.now)
    return state
  }

  private func press(_ state: inout State, _ keys: Key...) -> [Effect] {
    keys.flatMap { update(&state, .terminal(.key($0)), at: SampleSpace.now) }
  }

  @Test func `the spaces are listed with what is in them`() throws {
    var state = state(5)
    _ = press(&state, .down)
    try expectGolden(render(state), "spaces-80x24")
  }

  @Test func `a store without spaces says how to make one`() {
    let text = render(state(0)).plainText
    #expect(text.contains("hyperbasis new"))
  }

  @Test func `enter opens the chosen space`() throws {
    var state = state(5)
    let effects = press(&state, .down, "j", .enter)
    guard case .openSpace(let id) = try #require(effects.first) else {
      Issue.record("nothing is opened")
      return
    }
    #expect(id == SampleSpace.anchorId(2))
  }

  @Test func `the list scrolls with the choice`() {
    var state = state(9, size: TerminalSize(columns: 40, rows: 10))
    _ = press(&state, "G")
    #expect(render(state).plainText.contains("Space 8"))
    _ = press(&state, "g")
    #expect(render(state).plainText.contains("Space 0"))
  }

  @Test func `the choice stays the same space when the list is read anew`() {
    var state = state(5)
    _ = press(&state, .down, .down)
    let rest = Array((state.picker.spaces ?? []).dropFirst())
    _ = update(&state, .spacesLoaded(.success(rest)), at: SampleSpace.now)
    #expect(state.picker.selected?.id == SampleSpace.anchorId(2))
  }

  @Test func `the list is sorted, the choice staying the same space`() {
    var state = state(5)
    _ = press(&state, .down, .down, ";", ";")
    #expect(state.message?.text.plain == "spaces the latest change first")
    #expect(state.picker.listed.map(\.events) == [400, 300, 200, 100, 0])
    #expect(state.picker.selected?.id == SampleSpace.anchorId(2))
    #expect(render(state).plainText.contains("5 spaces, by changed"))
    _ = press(&state, ";", ";", ";")
    #expect(state.picker.listed.map(\.events) == [0, 100, 200, 300, 400])
  }

  @Test func `the list is filtered by words of the name, and escape lists all`() {
    var state = state(5)
    _ = press(&state, "f", "s", "P", " ", "3", .enter)
    #expect(state.picker.listed.map(\.name) == ["Space 3"])
    #expect(render(state).plainText.contains("1 of 5 spaces, filter sP 3"))
    let effects = press(&state, .enter)
    guard case .openSpace(SampleSpace.anchorId(3)) = effects.first else {
      Issue.record("another space is opened")
      return
    }
    var other = self.state(5)
    _ = press(&other, "/", "x", .enter)
    #expect(other.message?.text.plain == "no space is called x")
    _ = press(&other, .escape)
    #expect(other.picker.listed.count == 5)
  }

  @Test func `keys of an open space say that one has to be opened`() {
    var state = state(5)
    _ = press(&state, "d")
    #expect(state.message?.text.plain.contains("works in an open space") == true)
  }

  @Test func `a store that cannot be read is said, not hidden`() {
    var state = State(size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now)
    _ = update(
      &state, .spacesLoaded(.failure(Failure(text: "no permission"))), at: SampleSpace.now)
    #expect(render(state).plainText.contains("no permission"))
  }
}
