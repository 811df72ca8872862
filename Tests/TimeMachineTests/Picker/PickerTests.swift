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

  @Test func `lines say where the space that was left is in the list`() {
    let listed = state(3)
    // In the list, the same space was selected before it was opened.
    var open = Session().state
    open.picker = listed.picker
    let lines = Announcer.lines(from: open, to: listed).map(\.plain)
    #expect(lines.count == 1 && lines[0].hasPrefix("space 1 of 3: "), "\(lines)")
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

  @Test func `a store without spaces is announced as such`() {
    let lines = Announcer.lines(from: nil, to: state(0)).map(\.plain)
    #expect(lines.first == "There are no spaces in this store yet.", "\(lines)")
    #expect(lines.contains { $0.contains("hyperbasis new") })
    #expect(Announcer.lines(from: state(0), to: state(0)) == [])
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

  @Test func `the choice stays the same space when the list is read again`() {
    var state = state(5)
    _ = press(&state, .down, .down)
    let rest = Array((state.picker.spaces ?? []).dropFirst())
    _ = update(&state, .spacesLoaded(.success(rest)), at: SampleSpace.now)
    #expect(state.picker.selected?.id == SampleSpace.anchorId(2))
  }

  @Test func `the list is sorted, the choice staying the same space`() {
    var state = state(5)
    _ = press(&state, .down, .down, ";", ";")
    #expect(state.message?.text.plain == "spaces by latest change, newest first")
    #expect(state.picker.listed.map(\.events) == [400, 300, 200, 100, 0])
    #expect(state.picker.selected?.id == SampleSpace.anchorId(2))
    #expect(render(state).plainText.contains("5 spaces, by changed"))
    _ = press(&state, ";", ";", ";")
    #expect(state.picker.listed.map(\.events) == [0, 100, 200, 300, 400])
  }

  @Test func `numbers in names are sorted as numbers`() {
    var state = state(12)
    _ = press(&state, ";")
    #expect(
      state.picker.listed.compactMap(\.name).suffix(4)
        == ["Space 8", "Space 9", "Space 10", "Space 11"])
  }

  @Test func `spaces of one name have their ids beside them, and a long list its range`() {
    var state = state(40)
    #expect(!render(state).plainText.contains("A0000000"))
    #expect(render(state).plainLines[0].contains("1-20 of 40 spaces"))
    var spaces = state.picker.spaces ?? []
    spaces[2] = SpaceSummary(
      id: UUID(), name: "Space 3", createdAt: nil, updatedAt: nil, anchors: 1,
      deletedAnchors: 0, events: 1, startDate: nil, endDate: nil, worldMapBytes: 0, bytes: 0,
      problems: 0)
    _ = update(&state, .spacesLoaded(.success(spaces)), at: SampleSpace.now)
    for columns in [30, 60, 80, 120] {
      _ = update(
        &state, .terminal(.resize(TerminalSize(columns: columns, rows: 24))), at: SampleSpace.now)
      let lines = render(state).plainLines.filter { $0.contains("Space 3 ") }
      #expect(lines.filter { $0.contains("A0000000") }.count == 1, "\(columns): \(lines)")
      #expect(
        lines.count == 2 && Set(lines.map { $0.suffix(8) }).count == 2, "\(columns): \(lines)")
    }
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
    // A few letters do not count as the beginning of an id.
    _ = press(&other, "/", "a", "0", .enter)
    #expect(other.message?.text.plain == "no space is called a0")
    _ = press(&other, .escape)
    _ = press(&other, "/", "a", "0", "0", "0", .enter)
    #expect(other.picker.listed.count == 5)
  }

  /// Returns a list of local spaces and two that only the cloud has.
  private func stateWithCloud(
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), total: Int = 3
  ) -> (state: State, effects: [Effect]) {
    var state = state(0, size: size)
    state.sync.isAvailable = true
    let local = self.state(3).picker.spaces ?? []
    let effects = update(&state, .spacesLoaded(.success(local)), at: SampleSpace.now)
    let ids = [SampleSpace.anchorId(1), SampleSpace.anchorId(8), SampleSpace.anchorId(9)]
    let spaces = zip(ids, ["Space 1", "Workshop", "Yard"]).map { id, name in
      CloudSpace(
        id: id, name: name, changedAt: SampleSpace.instant(day: 3, 12), actor: "ann",
        anchors: name == "Yard" ? nil : 12, events: name == "Yard" ? nil : 345)
    }
    _ = update(
      &state, .cloudSpacesLoaded(.success(ListedCloudSpaces(spaces: spaces, total: total))),
      at: SampleSpace.now)
    return (state, effects)
  }

  @Test(arguments: [TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 30, rows: 10)])
  func `what the cloud alone has is listed behind`(size: TerminalSize) throws {
    var (state, effects) = stateWithCloud(size: size)
    guard case .loadCloudSpaces? = effects.first else {
      Issue.record("the cloud is not asked")
      return
    }
    #expect(state.picker.listed.map(\.isHere) == [true, true, true, false, false])
    _ = press(&state, "G", "k")
    try expectGolden(render(state), "picker-cloud-\(size.columns)x\(size.rows)")
    // The cloud is asked once, until the user comes back or syncs.
    let again = update(&state, .spacesLoaded(.success([])), at: SampleSpace.now)
    #expect(again.isEmpty)
  }

  @Test func `of very many spaces in the cloud it is said that some are listed`() {
    let text = render(stateWithCloud(total: 3000).state).plainText
    #expect(text.contains("5 spaces, 2 in the cloud (3000 there in all)"), "\(text)")
  }

  @Test func `a space of the cloud is fetched and then opened`() throws {
    var (state, _) = stateWithCloud()
    let id = SampleSpace.anchorId(8)
    let effects = press(&state, "G", "k", .enter)
    guard case .pullSpace(id)? = effects.first, effects.count == 1 else {
      Issue.record("it is not fetched: \(effects)")
      return
    }
    #expect(press(&state, "j").isEmpty)
    #expect(state.message?.text.plain.hasPrefix("opening the space") == true)
    let next = update(
      &state, .spacePulled(id, .success(HBSyncStatus())), at: SampleSpace.now)
    guard case .openSpace(id)? = next.first else {
      Issue.record("it is not opened")
      return
    }
  }

  @Test func `a space that cannot be fetched is said, and the list goes on`() {
    var (state, _) = stateWithCloud()
    _ = press(&state, "G", .enter)
    let failure = Failure(text: "the cloud is away")
    _ = update(
      &state, .spacePulled(SampleSpace.anchorId(9), .failure(failure)), at: SampleSpace.now)
    #expect(state.message?.text.plain == "the cloud is away" && state.picker.opening == nil)
    // What was listed before stays.
    _ = update(&state, .cloudSpacesLoaded(.failure(failure)), at: SampleSpace.now)
    #expect(state.picker.listed.count == 5)
    #expect(render(state).plainText.contains("5 spaces, 2 in the cloud"))
  }

  private static let sizes = [
    TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 100, rows: 30),
    TerminalSize(columns: 40, rows: 12),
  ]

  /// Returns a store that has no spaces but a cloud.
  private func emptyStateWithCloud(_ size: TerminalSize) -> State {
    var state = State(size: size, now: SampleSpace.now)
    state.sync.isAvailable = true
    _ = update(&state, .spacesLoaded(.success([])), at: SampleSpace.now)
    return state
  }

  @Test(arguments: sizes)
  func `where the cloud alone has spaces the footer has the keys for them`(size: TerminalSize) {
    var state = emptyStateWithCloud(size)
    #expect(render(state).plainLines.last?.contains("C sync") == true)
    let space = CloudSpace(
      id: SampleSpace.anchorId(8), name: "Workshop", changedAt: SampleSpace.now)
    _ = update(
      &state, .cloudSpacesLoaded(.success(ListedCloudSpaces(spaces: [space], total: 1))),
      at: SampleSpace.now)
    let footer = render(state).plainLines.last ?? ""
    #expect(footer.contains("Enter open"), "\(footer)")
    if size.columns > 40 { #expect(footer.contains("f filter") && footer.contains("C sync")) }
  }

  @Test(arguments: sizes)
  func `a cloud that cannot be listed is said where nothing else is`(size: TerminalSize) {
    var state = emptyStateWithCloud(size)
    let failure = Failure(text: "the cloud is away")
    _ = update(&state, .cloudSpacesLoaded(.failure(failure)), at: SampleSpace.now)
    #expect(state.message == .error("the cloud is away"))
    #expect(render(state).plainLines[0].contains("0 spaces, cloud not listed"))
    _ = press(&state, .escape)
    #expect(render(state).plainLines[0].contains("0 spaces, cloud not listed"))
  }

  /// The state of the sync is shown to the right of the list.
  @Test func `a cloud that is known to be away is not told again`() {
    var state = state(3)
    state.sync.isAvailable = true
    var status = HBSyncStatus()
    status.lastError = HBStorageError.networkError(Failure(text: "no route to host"))
    _ = update(&state, .cloudChanged(CloudState(status)), at: SampleSpace.now)
    let failure = Failure(text: "the cloud is away")
    _ = update(&state, .cloudSpacesLoaded(.failure(failure)), at: SampleSpace.now)
    #expect(state.message == nil)
    #expect(render(state).plainLines[0].contains("3 spaces, cloud not listed"))
  }

  @Test func `a session that only reads fetches nothing`() {
    var (state, _) = stateWithCloud()
    state.settings.isReadOnly = true
    #expect(press(&state, "G", .enter).isEmpty)
    #expect(state.picker.opening == nil)
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

  @Test func `from a space that was opened by name, the choice is that space`() {
    var session = Session()
    session.press(.backspace)
    let spaces = [SampleSpace.anchorId(1), SampleSpace.id, SampleSpace.anchorId(2)].map { id in
      SpaceSummary(
        id: id, name: nil, createdAt: nil, updatedAt: nil, anchors: 1, deletedAnchors: 0, events: 1,
        startDate: nil, endDate: nil, worldMapBytes: 0, bytes: 0, problems: 0)
    }
    session.send(.spacesLoaded(.success(spaces)))
    #expect(session.state.picker.selected?.id == SampleSpace.id)
    session.press(.down)
    session.send(.spacesLoaded(.success(spaces)))
    #expect(session.state.picker.selected?.id == SampleSpace.anchorId(2))
  }
}
