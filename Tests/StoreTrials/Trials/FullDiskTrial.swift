import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// A disk with so many bytes left, from none to a page.
package struct FullDiskTrial: Trial {
  package let number = 8
  package let title = "full disk"
  package let target =
    "4,097 cases, from 0 to 4,096 bytes left: a clear error, whole lines, reading works, and writing "
    + "once there is space"

  private static let most = 4096

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let sample = try SampleStore(bytes: 2_000, seed: settings.seed)
    let step = max(1, Int((1 / settings.scale).rounded()))
    for left in stride(from: 0, through: Self.most, by: step) where !settings.isOver {
      try fill(sample, left, &report)
    }
  }

  private func fill(_ sample: SampleStore, _ left: Int, _ report: inout TrialReport) throws {
    let simulated = SimulatedFileSystem(sample.disk)
    let room = Room(left)
    let files = FaultyFileSystem(simulated, wrote: room.take) { operation, _ in
      operation == .write ? room.decide() : nil
    }
    let store = TrialStore.open(SampleStore.base, files, seed: 7)
    var acknowledged = Set(sample.lines.values)
    var isFull = false
    // More than a page holds.
    for number in 0..<30 where !isFull {
      do {
        let plan = try store.perform(
          .save([TrialStore.anchor(1, x: Float(number + 100))]), spaceId: TrialStore.space)
        acknowledged.formUnion(plan.events.map(\.id))
      } catch HBStorageError.fileSystemError(let underlying) {
        isFull = true
        report.injected += 1
        let code = (underlying as? FileError)?.code
        report.expect(code == .noSpace, "I5: \(left) bytes left: \(underlying)")
      }
    }
    report.tried += 1
    let log = simulated.disk.bytes(at: SampleStore.log) ?? []
    report.expect(log.last == 0x0a, "I2: \(left) bytes left: the log ends in the middle of a line")
    let read = try TrialStore.open(SampleStore.base, files).loadEvents(spaceId: TrialStore.space)
    report.expect(
      Set(read.map(\.id)) == acknowledged, "I1: \(left) bytes left: not what was acknowledged")
    room.free()
    try store.perform(.save([TrialStore.anchor(2, x: 500)]), spaceId: TrialStore.space)
  }
}

/// What is left of a disk.
private final class Room: Sendable {
  private let left: Mutex<Int>

  init(_ left: Int) {
    self.left = Mutex(left)
  }

  func free() { left.withLock { $0 = .max / 2 } }

  func decide() -> FaultyFileSystem.Fault? {
    left.withLock { $0 > 0 ? .short($0) : .fail(.noSpace) }
  }

  @Sendable func take(_ bytes: Int) { left.withLock { $0 -= bytes } }
}
