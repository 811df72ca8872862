import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import SystemPackage

/// A series of operations on a store, recorded call by call, with what was promised when.
package struct RecordedRun: Sendable {
  struct Acknowledgement: Sendable {
    /// How many changes of the disk there had been by then.
    let moment: Int
    var events: [UUID] = []
    var path: FilePath?
    let durability: HBDurability
  }

  let name: String
  let base: FilePath
  let moments: [SimulatedFileSystem.Moment]
  let acknowledgements: [Acknowledgement]
  /// Every line that was written, with the id of its event.
  let lines: [[UInt8]: UUID]
  /// The events that were there, and certain, before the run began.
  let initial: Set<UUID>
  /// The contents that each file went through that is replaced as a whole, by the number of changes.
  private let contents: [FilePath: [(moment: Int, bytes: [UInt8]?)]]

  init(
    name: String, base: FilePath, moments: [SimulatedFileSystem.Moment],
    acknowledgements: [Acknowledgement], knownLines: [[UInt8]: UUID] = [:]
  ) {
    self.name = name
    self.base = base
    self.moments = moments
    self.acknowledgements = acknowledgements
    let first = Self.lines(in: moments.first?.disk ?? SimulatedDisk())
    initial = Set(first.values)
    lines = moments.reduce(into: knownLines.merging(first) { $1 }) { lines, moment in
      if moment.write != nil { Self.addLines(of: moment.disk, to: &lines) }
    }
    contents = Set(acknowledgements.compactMap(\.path)).reduce(into: [:]) { result, path in
      result[path] = moments.indices.map { ($0, moments[$0].disk.bytes(at: path)) }
    }
  }

  private static func lines(in disk: SimulatedDisk) -> [[UInt8]: UUID] {
    var result: [[UInt8]: UUID] = [:]
    addLines(of: disk, to: &result)
    return result
  }

  private static func addLines(of disk: SimulatedDisk, to lines: inout [[UInt8]: UUID]) {
    for (path, bytes) in disk.contents() where path.string.hasSuffix("/events.jsonl") {
      for line in LogText(bytes).lines where line.isEnded && lines[line.bytes] == nil {
        lines[line.bytes] = LogText.event(in: line.bytes)
      }
    }
  }
}

extension RecordedRun {
  /// Returns what must be true if the disk is as it was at a moment.
  ///
  /// - Parameter isPowerCut: whether to require only what was promised for power cuts.
  func expectation(at moment: Int, isPowerCut: Bool) -> StoreExpectation {
    var expectation = StoreExpectation(lines: lines, acknowledged: initial)
    let given = acknowledgements.filter { $0.moment <= moment }
    for acknowledgement in given where !isPowerCut || acknowledgement.durability == .disk {
      expectation.acknowledged.formUnion(acknowledgement.events)
    }
    for (path, states) in contents {
      // Files that are replaced as a whole are always replaced durably.
      let start = given.last { $0.path == path }?.moment ?? 0
      expectation.files[path] = Set(states[start...moment].map(\.bytes))
    }
    return expectation
  }
}

/// A store to work on, whose calls are recorded.
final class Workplace {
  static let base: FilePath = "/store"

  let files: SimulatedFileSystem
  let store: HBLocalStore
  /// The file system that the store's calls go through; a place for faults.
  let reached: any HyperbasisStore.FileSystem
  private let durability: HBDurability
  private let seed: UInt64
  private var acknowledgements: [RecordedRun.Acknowledgement] = []

  init(
    _ disk: SimulatedDisk, durability: HBDurability, seed: UInt64, second: Int64,
    through: (SimulatedFileSystem) -> any HyperbasisStore.FileSystem = { $0 }
  ) {
    files = SimulatedFileSystem(disk, isRecording: true)
    reached = through(files)
    self.durability = durability
    self.seed = seed
    store = TrialStore.open(
      Self.base, reached, durability: durability, seed: seed, startingAt: second)
  }

  /// Opens the same store as another process would.
  func openAnother(durability: HBDurability? = nil, patience: TimeInterval = 5) -> HBLocalStore {
    TrialStore.open(
      Self.base, reached, durability: durability ?? self.durability, seed: seed &+ 1000,
      startingAt: 200_000, lockPatience: patience)
  }

  /// Performs a request, and notes that it was acknowledged.
  @discardableResult
  func perform(
    _ request: HBPlanRequest, by another: HBLocalStore? = nil, durability: HBDurability? = nil,
    space: UUID = TrialStore.space
  ) throws -> HBPlan {
    let plan = try (another ?? store).perform(request, spaceId: space)
    note(plan.events.map(\.id), durability)
    return plan
  }

  func note(_ events: [UUID], _ durability: HBDurability? = nil) {
    acknowledgements.append(
      RecordedRun.Acknowledgement(
        moment: files.momentCount, events: events, durability: durability ?? self.durability))
  }

  /// Notes that a file that is only ever replaced as a whole now has its intended contents.
  func noteFile(_ path: String) {
    acknowledgements.append(
      RecordedRun.Acknowledgement(
        moment: files.momentCount, path: Self.base.appending(path), durability: .disk))
  }

  func finished(_ name: String, knownLines: [[UInt8]: UUID] = [:]) -> RecordedRun {
    files.switchOff()
    return RecordedRun(
      name: name, base: Self.base, moments: files.moments, acknowledgements: acknowledgements,
      knownLines: knownLines)
  }
}
