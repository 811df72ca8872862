import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

/// Stepping through the whole history of real stores, one instant after the other.
struct SteppingTests {
  private func state(of log: URL) throws -> State {
    let folder = log.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let space = try #require(UUID(uuidString: log.deletingLastPathComponent().lastPathComponent))
    let store = HBLocalStore(baseDirectory: folder)
    let data = SpaceData(try store.snapshot(of: space))
    data.prepare()
    var settings = Settings(charset: .braille)
    settings.usesLocalTime = false
    var state = State(
      size: TerminalSize(columns: 100, rows: 30), now: HBInstant(microseconds: 0),
      settings: settings)
    _ = state.start(space: space)
    press(&state, .snapshotLoaded(.success(data)))
    return state
  }

  private func press(_ state: inout State, _ input: Input) {
    _ = update(&state, input, at: HBInstant(microseconds: 0))
  }

  /// Returns the instants at which something happened, each once.
  private func instants(_ view: SpaceView) -> [HBInstant] {
    var result: [HBInstant] = []
    for ordinal in 0..<view.data.index.count {
      let instant = view.data.index.instant(ordinal)
      if instant != result.last { result.append(instant) }
    }
    return result
  }

  private static let stores: Comment = "HYPERBASIS_TEST_STORES names no folder with stores"

  @Test(.enabled(if: !FoldTests.realLogs.isEmpty, stores), arguments: FoldTests.realLogs)
  func eachInstantIsReachedFromBothEnds(_ log: URL) throws {
    var state = try state(of: log)
    let all = instants(try #require(state.view))
    press(&state, .terminal(.key(.home)))
    var forward: [HBInstant] = []
    for _ in all {
      if let instant = state.view?.instant { forward.append(instant) }
      press(&state, .terminal(.key(.character("]"))))
    }
    #expect(forward == all)
    press(&state, .terminal(.key(.end)))
    var back: [HBInstant] = []
    for _ in all {
      if let instant = state.view?.instant { back.append(instant) }
      press(&state, .terminal(.key(.character("["))))
    }
    #expect(back.reversed() == all)
  }

  @Test(.enabled(if: !FoldTests.realLogs.isEmpty, stores), arguments: FoldTests.realLogs)
  func noEventIsInvisibleOnTheBar(_ log: URL) throws {
    let state = try state(of: log)
    let view = try #require(state.view)
    let all = instants(view)
    for mode in TimeBarMode.allCases {
      let bar = TimeBar(view.times, mode: mode, width: 96)
      let density = EventDensity(bar, times: view.times)
      #expect(density.counts.reduce(0, +) == view.data.index.count)
      for instant in all {
        let position = try #require(bar.positions.firstIndex { $0 >= instant })
        #expect(density.levels[bar.columns[position]] > 0, "\(mode): \(instant)")
      }
    }
  }

  /// Zooming in on an event ends at a bar on which it has a column of its own instant.
  @Test(.enabled(if: !FoldTests.realLogs.isEmpty, stores), arguments: FoldTests.realLogs)
  func eachLoneEventIsAScrubberPositionOfSomeZoom(_ log: URL) throws {
    let state = try state(of: log)
    let view = try #require(state.view)
    let all = instants(view)
    for instant in stride(from: 0, to: all.count, by: max(1, all.count / 50)).map({ all[$0] }) {
      var window: ClosedRange<HBInstant>?
      var isReached = false
      for _ in 0..<64 {
        let bar = TimeBar(view.times, mode: .cut, width: 96, window: window)
        isReached = bar.positions.contains(instant)
        guard !isReached, let closer = bar.zoomedIn(about: instant), closer != window else { break }
        window = closer
      }
      #expect(isReached, "\(instant)")
    }
  }
}
