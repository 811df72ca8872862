import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// A flush that fails once: the kernel then considers the bytes written, and the next flush reports
/// success.
package struct FailedFlushTrial: Trial {
  package let number = 9
  package let title = "failed flush"
  package let target =
    "each is an error, the next save opens the log again and writes again, and a power cut after it "
    + "takes nothing; 100 %"

  private static let cuts = 2_000

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    for round in 0..<UInt64(settings.count(Self.cuts)) where !settings.isOver(report) {
      try fail(settings.seed &+ round, isNew: round.isMultiple(of: 2), &report)
    }
  }

  private func fail(_ seed: UInt64, isNew: Bool, _ report: inout TrialReport) throws {
    let disk = isNew ? SimulatedDisk() : try SampleStore(bytes: 600, seed: seed).disk
    let simulated = SimulatedFileSystem(disk)
    let failures = Mutex(0)
    let opened = Mutex(0)
    let files = FaultyFileSystem(simulated) { operation, path in
      guard path.lastComponent?.string == "events.jsonl" else { return nil }
      if operation == .open { opened.withLock { $0 += 1 } }
      guard operation == .synchronize else { return nil }
      return failures.withLock { count in
        count += 1
        return count == 1 ? .fail(.ioError) : nil
      }
    }
    let store = TrialStore.open(SampleStore.base, files, durability: .disk, seed: seed)
    let request = HBPlanRequest.save([TrialStore.anchor(1, x: 77)])
    let first = Result { try store.perform(request, spaceId: TrialStore.space) }
    if case .success = first { report.violations.append("I5: a failed flush is not an error") }
    report.injected += failures.withLock { min($0, 1) }
    let before = opened.withLock { $0 }
    let plan = try store.perform(request, spaceId: TrialStore.space)
    report.expect(!plan.events.isEmpty, "I5: what failed is taken for saved")
    report.expect(opened.withLock { $0 } > before, "I5: the log was not opened again")
    var cut = PowerCut(seed: seed)
    let left = SimulatedFileSystem(cut.state(of: simulated.disk))
    report.tried += 1
    let read = try TrialStore.open(SampleStore.base, left).loadEvents(spaceId: TrialStore.space)
    report.expect(
      Set(plan.events.map(\.id)).isSubset(of: read.map(\.id)),
      "I1: seed \(seed): a power cut after a failed flush takes what was acknowledged later")
  }
}
