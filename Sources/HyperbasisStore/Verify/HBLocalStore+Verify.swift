package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

extension HBLocalStore {
  /// Checks every file of the store, or of one space. Writes nothing.
  package func verify(spaceId: UUID? = nil) throws -> VerifyReport {
    try reaching {
      var report = VerifyReport()
      let files = try checkFiles(spaceId, &report)
      report.problems = files.map(\.problem)
      for space in try spaces(spaceId) {
        report.problems += try record(of: space).withLog { log in
          try findings(in: log, &report).map(\.problem)
        }
      }
      report.problems += try sharedIds(spaceId)
      return report
    }
  }

  /// Repairs what can be repaired, deletes no byte, and says what was found and done.
  ///
  /// Damaged bytes and files go to `.hyperbasis/quarantine`, events that only anchor files imply
  /// are written to the log, and anchor files are rebuilt from it.
  package func repair(spaceId: UUID? = nil) throws -> VerifyReport {
    try reaching {
      var report = VerifyReport()
      for finding in try checkFiles(spaceId, &report) {
        report.problems.append(try repair(finding))
      }
      context.anchors.forgetAll()
      for space in try spaces(spaceId) {
        let record = record(of: space)
        report.problems += try record.lock.withLock { try repairLog(of: record, &report) }
        let stale = try record.withLog { $0.takeStale() }
        view.mark(stale, of: record)
      }
      report.problems += try sharedIds(spaceId)
      try flush()
      return report
    }
  }

  private func spaces(_ only: UUID?) throws -> [UUID] {
    if let only { return [only] }
    return try spaceIds().sorted { $0.uuidString < $1.uuidString }
  }

  private func checkFiles(_ only: UUID?, _ report: inout VerifyReport) throws -> [Finding] {
    if let only, try !spaceIds().contains(only) {
      throw HBStorageError.notFound(type: "space", id: only)
    }
    var checker = FileChecker(context: context, only: only)
    try checker.run()
    report.files = checker.files
    return checker.findings
  }

  private func findings(
    in log: borrowing LoadedLog, _ report: inout VerifyReport
  ) throws -> [Finding] {
    let index = log.index
    report.events += (0..<index.count).reduce(0) { $0 + (index.isSynthetic($1) ? 0 : 1) }
    let path = try context.log(of: index.spaceId).path
    var checker = LogChecker(name: context.layout.relative(path), now: context.clock())
    try checker.run(log)
    return checker.findings
  }

  /// Anchors that are in the logs of several spaces.
  private func sharedIds(_ only: UUID?) throws -> [HBStoreProblem] {
    var spaces: [UUID: [UUID]] = [:]
    for space in try context.spacesWithLog() {
      try record(of: space).withLog { log in
        for slot in 0..<log.index.slotCount
        where log.index.ordinals(ofSlot: slot).first.map({ !log.index.isSynthetic($0) }) ?? false {
          spaces[log.index.anchorId(ofSlot: slot), default: []].append(space)
        }
      }
    }
    let shared = spaces.filter { $0.value.count > 1 && (only.map($0.value.contains) ?? true) }
    return shared.sorted { $0.key.uuidString < $1.key.uuidString }.map { anchor, spaces in
      let list = spaces.map(\.uuidString).joined(separator: ", ")
      return HBStoreProblem(
        file: "events/\(spaces[0].uuidString)/\(StoreLayout.logName)", kind: .sharedId,
        excerpt: anchor.uuidString,
        action: "the anchor is in the logs of the spaces \(list); each goes by its own")
    }
  }
}

// MARK: - Repairing

extension HBLocalStore {
  private func repair(_ finding: Finding) throws -> HBStoreProblem {
    switch finding.remedy {
    case .moveToQuarantine(let path):
      let stored = try Quarantine(context: context).take(path, finding.problem)
      return finding.done("moved to \(stored)")
    case .rename(let path, let target):
      // Somebody may have taken the name since.
      guard try context.files.status(at: target) == nil else { return finding.problem }
      try context.files.rename(path, to: target)
      return finding.done("renamed to \(context.layout.relative(target))")
    case .mergeLog(let path, let space):
      return try merge(path, into: space, finding)
    case .none, .removeBytes, .writeImplied:
      return finding.problem
    }
  }

  /// Adds the lines of a second log that the first does not have, then moves the second away.
  private func merge(
    _ directory: FilePath, into space: UUID, _ finding: Finding
  ) throws -> HBStoreProblem {
    let record = record(of: space)
    let path = directory.appending(StoreLayout.logName)
    return try record.lock.withLock {
      guard try context.files.status(at: path) != nil else { return finding.problem }
      var lines: [UInt8] = []
      let source = LogBytes(file: try context.files.open(path, .read), files: context.files)
      try record.withLogForAppending { log in
        let index = log.index
        var splitter = LineSplitter()
        let keep: (RawLine) -> Void = { line in
          // A line that is not an event is kept where it is.
          let event = try? LogLine.decode(line.bytes, spaceId: space).event
          if let event, index.ordinal(ofEvent: event.id) == nil { lines += line.bytes + [0x0a] }
        }
        try source.forEachPiece(from: 0) { try splitter.add($0, keep) }
        try splitter.finish(keep)
        if !lines.isEmpty { try record.append(lines, to: &log) }
      }
      let stored = try Quarantine(context: context).take(path, finding.problem)
      try context.files.removeDirectory(directory)
      return finding.done("its events were added to the other log; it was moved to \(stored)")
    }
  }

  /// Under the space's lock.
  private func repairLog(
    of record: OpenSpace, _ report: inout VerifyReport
  ) throws -> [HBStoreProblem] {
    let found = try record.withLog { try findings(in: $0, &report) }
    let path = try context.log(of: record.spaceId).path
    let removed = try LogRepair(context: context, path: path).remove(
      found.compactMap { finding in
        guard case .removeBytes(let bytes) = finding.remedy else { return nil }
        return (bytes, finding)
      })
    if !removed.isEmpty { record.forget() }
    let implied = found.compactMap { finding -> UUID? in
      guard case .writeImplied(let anchor) = finding.remedy else { return nil }
      return anchor
    }
    try record.withLogForAppending { try record.writeImplied(of: implied, to: &$0) }
    view.mark(implied, of: record)
    var actions = removed.makeIterator()
    return found.map { finding in
      switch finding.remedy {
      case .removeBytes: actions.next() ?? finding.problem
      case .writeImplied: finding.done("its events were written to the log")
      default: finding.problem
      }
    }
  }
}
