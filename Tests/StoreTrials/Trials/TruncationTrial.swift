import Foundation
import Hyperbasis
import HyperbasisStore
import SeededRandom
import StoreSimulation
import SystemPackage

/// A log, and every small file, cut at every byte.
package struct TruncationTrial: Trial {
  package let number = 1
  package let title = "truncation at every byte"
  package let target = "65,537 cuts of a log, every cut of every small file, 0 violations"

  private static let size = 65_536
  /// One cut in this many is also repaired, and written to.
  private static let wholeCheckEvery = 64

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let sample = try SampleStore(bytes: settings.count(Self.size), seed: settings.seed)
    try cutLog(sample, settings, &report)
    try cutFiles(sample, settings, &report)
  }

  private func cutLog(
    _ sample: SampleStore, _ settings: TrialSettings, _ report: inout TrialReport
  ) throws {
    let log = sample.text.bytes
    report.observe("lines", sample.text.lines.count)
    for count in 0...log.count where !settings.isOver(report) {
      report.tried += 1
      report.injected += 1
      let files = try sample.files(log: Array(log[..<count]))
      let whole = sample.text.lines.prefix { $0.range.upperBound <= count }
      let store = TrialStore.open(SampleStore.base, files)
      let read = Set(try store.loadEvents(spaceId: TrialStore.space).map(\.id))
      if read != Set(whole.compactMap { sample.lines[$0.bytes] }) {
        report.violations.append("I3: cut at \(count): \(read.count) of \(whole.count) events")
      }
      guard count % Self.wholeCheckEvery == 0 else { continue }
      var check = RecoveryCheck(
        files, base: SampleStore.base, StoreExpectation(lines: sample.lines, acknowledged: read))
      check.run()
      report.observe("torn lines", check.damagedLines)
      report.violations += check.violations.map { "cut at \(count): \($0)" }
    }
  }

  /// Cuts spaces, anchors and lists: as short as a crash in the original SDK may leave them.
  private func cutFiles(
    _ sample: SampleStore, _ settings: TrialSettings, _ report: inout TrialReport
  ) throws {
    let disk = try sample.withOtherFiles()
    for (path, bytes) in disk.contents() where path.extension == "json" {
      for count in 0..<bytes.count where !settings.isOver(report) {
        report.tried += 1
        report.injected += 1
        let files = SimulatedFileSystem(disk)
        try files.replace(path, with: Data(bytes[..<count]), .view)
        var check = RecoveryCheck(
          files, base: SampleStore.base,
          StoreExpectation(lines: sample.lines, acknowledged: Set(sample.lines.values)))
        check.run()
        report.observe("damaged files", check.damagedFiles)
        report.violations += check.violations.map { "\(path) cut at \(count): \($0)" }
      }
    }
  }
}

extension SampleStore {
  /// The store with one anchor file, a space, a bookmark and a pending operation.
  fileprivate func withOtherFiles() throws -> SimulatedDisk {
    let files = SimulatedFileSystem(disk)
    let anchors = Self.base.appending("anchors")
    for entry in try files.entries(of: anchors).dropFirst() {
      try files.removeFile(anchors.appending(entry.name))
    }
    let store = TrialStore.open(Self.base, files, seed: 9)
    try store.saveSpace(
      HBStorageSpace(
        id: TrialStore.space, name: "hall", worldMapData: Data([1, 2, 3]), createdAt: Date(),
        updatedAt: Date(), isCompressed: false))
    _ = try store.bookmarks.add(
      store.bookmarks.make("here", at: HBInstant(microseconds: 0), spaceId: TrialStore.space))
    try store.savePendingOperations([HBPendingOperation(type: .saveSpace(TrialStore.space))])
    files.switchOff()
    return files.disk.surviving()
  }
}
