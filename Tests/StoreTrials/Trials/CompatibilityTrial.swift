import Foundation
import Hyperbasis
import HyperbasisStore
import SeededRandom
import StoreSimulation
import SystemPackage
import TestSupport

/// Everything that the store writes, read as the original SDK does; and lines of other writers, which
/// every repair must leave as they are.
package struct CompatibilityTrial: Trial {
  package let number = 13
  package let title = "compatibility"
  package let target =
    "all that 18 scenarios write decodes in the original's reader; 10,000 logs of odd lines, none "
    + "changed by a repair"

  private static let logs = 10_000

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    for round in 0..<UInt64(settings.count(Self.logs)) {
      if settings.isOver(report) { break }
      try repairOddLines(settings.seed &+ round, &report)
    }
    for scenario in Scenario.all where !settings.isOver(report) {
      try readAsTheOriginal(scenario, settings.seed, &report)
    }
  }

  private func readAsTheOriginal(
    _ scenario: Scenario, _ seed: UInt64, _ report: inout TrialReport
  ) throws {
    let run = try scenario.record(seed: seed)
    guard let last = run.moments.last?.disk.surviving() else { return }
    let files = SimulatedFileSystem(last)
    // Damage that the scenario itself made is not the store's own output.
    _ = try TrialStore.open(run.base, files).verifier.repair()
    let folder = try TrialFolder()
    try files.disk.export(run.base, to: folder.url)
    report.tried += 1
    let reader = StrictSDKReader(folder: folder.url)
    do {
      report.observe("anchors decoded", try reader.anchors().count)
      for space in try files.entries(of: run.base.appending("events")) {
        guard let id = UUID(uuidString: space.name) else { continue }
        report.observe("events decoded", try reader.events(of: id).count)
      }
    } catch {
      report.violations.append("\(scenario.name): the original cannot read it: \(error)")
    }
  }

  private func repairOddLines(_ seed: UInt64, _ report: inout TrialReport) throws {
    var history = RandomHistory(seed: seed, anchors: 4)
    let lines = HostileLog.lines(&history, events: 12)
    let files = SimulatedFileSystem()
    let base = Workplace.base
    let path = StoreLogs.path(of: history.space, base: base)
    try files.createDirectories(path.removingLastComponent())
    try files.replace(path, with: Data(lines.joined(separator: [0x0a]) + [0x0a]), .view)
    let known = lines.compactMap { line in LogText.event(in: line).map { (line, $0) } }
    report.tried += 1
    report.injected += lines.count - known.count
    report.observe("odd lines", known.count)
    let before = LogText(files.disk.bytes(at: path) ?? [])
    _ = try TrialStore.open(base, files).verifier.repair()
    let after = Set(LogText(files.disk.bytes(at: path) ?? []).lines.map(\.bytes))
    let kept = Set(known.map(\.0))
    report.expect(kept.isSubset(of: after), "seed \(seed): a repair changes sound lines")
    report.expect(
      after.isSubset(of: Set(before.lines.map(\.bytes))), "seed \(seed): a repair invents lines")
  }
}

extension SimulatedDisk {
  /// Writes everything below a folder to the real disk.
  fileprivate func export(_ base: FilePath, to folder: URL) throws {
    for (path, bytes) in contents() {
      var relative = path
      guard relative.removePrefix(base) else { continue }
      let file = folder.appending(path: relative.string)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }
}
