package import Foundation
import Hyperbasis
package import HyperbasisStore
package import SystemPackage

/// What must be true of a store after a crash.
package struct StoreExpectation: Sendable {
  /// Every line that a writer meant to write, with the id of its event.
  package var lines: [[UInt8]: UUID]
  /// The events that must be there.
  package var acknowledged: Set<UUID>
  /// What files that are only ever replaced as a whole may hold; nil if they may be missing.
  package var files: [FilePath: Set<[UInt8]?>]

  package init(
    lines: [[UInt8]: UUID] = [:], acknowledged: Set<UUID> = [],
    files: [FilePath: Set<[UInt8]?>] = [:]
  ) {
    self.lines = lines
    self.acknowledged = acknowledged
    self.files = files
  }
}

/// Opens a damaged store, reads it, repairs it, and writes to it, and records which promises it breaks:
///
/// - I1: an event that was acknowledged is there.
/// - I2: no event is invented or altered.
/// - I3: every undamaged line is read.
/// - I4: every damaged byte is reported, and still exists after a repair.
/// - I4: every damaged byte is reported, and still exists after a repair.
/// - I5: nothing fails without need.
/// - I7: the store takes new events, and the anchor files follow.
package struct RecoveryCheck {
  package private(set) var violations: [String] = []
  /// How many damaged or torn lines the store reported.
  package private(set) var damagedLines = 0
  /// How many files it reported as damaged.
  package private(set) var damagedFiles = 0

  private let files: any HyperbasisStore.FileSystem
  private let base: FilePath
  private let expectation: StoreExpectation
  private let layout: StoreLayout
  /// Whether damage may turn a line into another valid one.
  private let mayAlter: Bool

  package init(
    _ files: any HyperbasisStore.FileSystem, base: FilePath, _ expectation: StoreExpectation,
    mayAlter: Bool = false
  ) {
    self.files = files
    self.base = base
    self.expectation = expectation
    self.mayAlter = mayAlter
    layout = StoreLayout(URL(fileURLWithPath: base.string))
  }
}

extension RecoveryCheck {
  package mutating func run() {
    do {
      try checkFiles()
      let logs = try readLogs()
      checkAcknowledged(logs)
      let report = try checkReading(logs)
      try checkRepair(logs, report)
      try checkAppending()
    } catch {
      violations.append("I5: \(Self.text(error))")
    }
  }

  private func open() -> HBLocalStore { TrialStore.open(base, files) }

  private static func text(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }
}

// MARK: - Before any repair

extension RecoveryCheck {
  private mutating func checkFiles() throws {
    for (path, allowed) in expectation.files {
      let bytes = try files.contents(of: path).map { [UInt8]($0) }
      if !allowed.contains(bytes) {
        violations.append(
          "I1: \(layout.relative(path)) is neither the old one nor the new one: "
            + (bytes.map { "\($0.count) bytes" } ?? "missing"))
      }
    }
  }

  private struct Log {
    let space: UUID
    let path: FilePath
    let text: LogText
  }

  private struct Logs {
    /// The logs that the store reads.
    var current: [Log] = []
    /// The logs in the trash, and those beside a log of the same space whose name differs in case.
    var others: [LogText] = []

    var bytes: [FilePath: [UInt8]] {
      Dictionary(uniqueKeysWithValues: current.map { ($0.path, $0.text.bytes) })
    }
  }

  private func readLogs() throws -> Logs {
    var logs = Logs()
    for log in try self.logs(below: base) {
      let folder = try layout.logs.find(log.space, files).path
      if log.path.removingLastComponent() == folder {
        logs.current.append(log)
      } else {
        logs.others.append(log.text)
      }
    }
    for entry in try files.entries(of: layout.trash) where entry.isDirectory {
      logs.others += try self.logs(below: layout.trash.appending(entry.name)).map(\.text)
    }
    return logs
  }

  private func logs(below directory: FilePath) throws -> [Log] {
    let events = directory.appending("events")
    return try files.entries(of: events).compactMap { entry in
      let path = events.appending(entry.name).appending("events.jsonl")
      guard let id = UUID(uuidString: entry.name), let data = try files.contents(of: path) else {
        return nil
      }
      return Log(space: id, path: path, text: LogText([UInt8](data)))
    }
  }

  private func sound(_ text: LogText) -> Set<UUID> {
    Set(text.lines.compactMap { expectation.lines[$0.bytes] })
  }

  private mutating func checkAcknowledged(_ logs: Logs) {
    var found: Set<UUID> = []
    for text in logs.current.map(\.text) + logs.others { found.formUnion(sound(text)) }
    let lost = expectation.acknowledged.subtracting(found)
    if !lost.isEmpty { violations.append("I1: \(lost.count) acknowledged events are gone") }
  }

  private mutating func checkReading(_ logs: Logs) throws -> HBVerifyReport {
    let store = open()
    for log in logs.current {
      let read = Set(try store.loadEvents(spaceId: log.space).map(\.id))
      let sound = sound(log.text)
      if !sound.isSubset(of: read) { violations.append("I3: sound lines are not read") }
      if !mayAlter, !read.isSubset(of: sound) {
        violations.append("I2: events are read that nobody wrote")
      }
    }
    let report = try store.verifier.verify()
    for log in logs.current { checkReported(log, report) }
    damagedFiles += report.problems.count { $0.kind == .badFile }
    return report
  }

  private mutating func checkReported(_ log: Log, _ report: HBVerifyReport) {
    let name = layout.relative(log.path)
    let problems = report.problems.filter { $0.file == name && $0.offset != nil }
    let damaged = problems.filter { $0.kind.severity != .note }.compactMap(\.range)
    damagedLines += damaged.count
    // If lines may be altered, one may still be an event, of an unknown type.
    let reported = mayAlter ? problems.compactMap(\.range) : damaged
    for line in log.text.lines where expectation.lines[line.bytes] == nil && !line.isBlank {
      if mayAlter, LogText.event(in: line.bytes) != nil { continue }
      if !reported.contains(where: { $0.overlaps(line.range) }) {
        violations.append("I4: \(line.bytes.count) damaged bytes are not reported")
      }
    }
    for line in log.text.lines where expectation.lines[line.bytes] != nil {
      if damaged.contains(where: { $0.overlaps(line.range) }) {
        violations.append("I3: a sound line is reported as damaged")
      }
    }
  }
}

// MARK: - Repairing

extension RecoveryCheck {
  private mutating func checkRepair(_ logs: Logs, _ report: HBVerifyReport) throws {
    let damaged = try damagedPieces(logs, report)
    _ = try open().verifier.repair()
    let after = try readLogs()
    for log in logs.current {
      let kept = after.current.first { $0.path == log.path }?.text ?? LogText([])
      if !sound(log.text).isSubset(of: sound(kept)) {
        violations.append("I4: a repair took sound lines away")
      }
    }
    let quarantine = try quarantined()
    for piece in damaged where !quarantine.contains(where: { $0.contains(piece) }) {
      violations.append("I4: \(piece.count) damaged bytes are nowhere after the repair")
    }
    try checkRepeatedRepair(after, quarantine.count)
  }

  private mutating func checkRepeatedRepair(_ logs: Logs, _ quarantined: Int) throws {
    let store = open()
    let left = try store.verifier.verify().problems.filter {
      $0.isToBeSettled && !$0.action.contains("its map cannot be used")
    }
    if !left.isEmpty {
      let kinds = left.map(\.kind.rawValue).joined(separator: ", ")
      violations.append("I6: a repair leaves \(kinds)")
    }
    _ = try store.verifier.repair()
    let again = try readLogs()
    if again.bytes != logs.bytes {
      violations.append("I6: a second repair changes a log")
    }
    if try self.quarantined().count != quarantined {
      violations.append("I6: a second repair puts something aside")
    }
  }

  /// Returns the bytes that the store reports as damaged.
  private func damagedPieces(_ logs: Logs, _ report: HBVerifyReport) throws -> [[UInt8]] {
    try report.problems.filter(\.isToBeMoved).compactMap { problem in
      var path = base.appending(problem.file)
      if try files.status(at: path)?.isDirectory ?? false { path.append("events.jsonl") }
      guard let data = try files.contents(of: path) else { return nil }
      let bytes = [UInt8](data)
      guard let offset = problem.offset, let length = problem.length else { return bytes }
      return Array(bytes[min(offset, bytes.count)..<min(offset + length, bytes.count)])
    }
  }

  /// Returns the quarantined bytes, without the records that describe them.
  private func quarantined() throws -> [[UInt8]] {
    let names = try files.entries(of: layout.quarantine).map(\.name)
    return try names.filter { $0.hasSuffix(".bytes") }.compactMap { name in
      try files.contents(of: layout.quarantine.appending(name)).map { [UInt8]($0) }
    }
  }
}

// MARK: - Continuing

extension RecoveryCheck {
  private mutating func checkAppending() throws {
    let store = open()
    let space = try readLogs().current.first?.space ?? TrialStore.space
    let before = try store.loadEvents(spaceId: space).map(\.id)
    let plan = try store.perform(.save([TrialStore.anchor(99, in: space)]), spaceId: space)
    let after = Set(try open().loadEvents(spaceId: space).map(\.id))
    if !after.isSuperset(of: before) || !after.isSuperset(of: plan.events.map(\.id)) {
      violations.append("I7: an append loses events")
    }
    try store.flush()
    violations += try AnchorFileCheck.violations(in: open(), of: space)
  }
}

extension HBStoreProblem {
  /// Whether a repair must settle it. A line that was altered into another event stays as it is.
  fileprivate var isToBeSettled: Bool { kind.severity != .note && kind != .alteredLine }

  /// Whether a repair must move the bytes in question to quarantine; if a log lacks some, there is
  /// nothing to move.
  fileprivate var isToBeMoved: Bool { isToBeSettled && kind != .logShrunk }

  fileprivate var range: Range<Int>? { offset.map { $0..<$0 + (length ?? 0) } }
}
