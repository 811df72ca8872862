import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// A disk with a given number of bytes left, from none to a page.
package struct FullDiskTrial: Trial {
  package let number = 8
  package let title = "full disk"
  package let target =
    "4,097 cases, from 0 to 4,096 bytes left: a clear error, whole lines, reading works, and writing "
    + "once there is space; the same on a small disk of its own, where one can be mounted"

  private static let most = 4096

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let sample = try SampleStore(bytes: 2_000, seed: settings.seed)
    let step = max(1, Int((1 / settings.scale).rounded()))
    for left in stride(from: 0, through: Self.most, by: step) where !settings.isOver(report) {
      try fill(sample, left, &report)
    }
    if let worker = settings.worker { try fillMounted(worker, settings, &report) }
  }

  private static let mountedCases = 200

  /// Fills a file system of 64 pages in memory, in a namespace of its own, which takes no privileges if
  /// users may have namespaces.
  private func fillMounted(
    _ worker: URL, _ settings: TrialSettings, _ report: inout TrialReport
  ) throws {
    let folder = try TrialFolder()
    let mount = "mount -t tmpfs -o size=256k,mode=700 tmpfs \"$0\" && exec \"$@\""
    let process = try WorkerProcess(
      worker, .fill(folder: folder.url.path, count: settings.count(Self.mountedCases)),
      launcher: [
        "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, folder.url.path,
      ])
    let lines = process.rest()
    let full = lines.last.flatMap { Int($0.dropFirst("full ".count)) }
    guard !lines.isEmpty || process.status == 0 else {
      return report.observe("full disks mounted (mounting is not possible here)", 0)
    }
    report.violations += lines.filter { $0.hasPrefix("I") }
    report.expect(process.status == 0 && full != nil, "I5: the writer ended with \(process.status)")
    report.observe("full disks that were mounted", full ?? 0)
    report.tried += full ?? 0
    report.injected += full ?? 0
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
    // More than fits into a page.
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

/// The space left on a disk.
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
