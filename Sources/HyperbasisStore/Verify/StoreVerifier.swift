package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// Checks a store, and repairs it.
package struct StoreVerifier: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
  private var catalog: SpaceCatalog { SpaceCatalog(open: open) }
}

extension StoreVerifier {
  /// Checks every file of the store, or of one space. Writes nothing but how far its logs reach.
  package func verify(spaceId: UUID? = nil) throws -> HBVerifyReport {
    try reachingFiles {
      var report = HBVerifyReport()
      let files = try checkFiles(spaceId, &report)
      report.problems = files.map(\.problem)
      try checkLogs(of: spaces(spaceId), &report)
      let losses = try ReachChecker(context: context, only: spaceId).losses()
      let unexplained = losses.filter {
        !$0.isExplained(by: report.problems) && !$0.isHidden(by: report.problems)
      }
      report.problems += unexplained.map { $0.problem() }
      report.problems += try sharedIds(spaceId)
      report.problems += try TrashChecker(open: open, only: spaceId).problems()
      report.problems += try LeftBehindChecker(context: context, only: spaceId).problems()
      report.problems += try AccessChecker(context: context, only: spaceId).problems()
      return report
    }
  }

  /// Repairs what can be repaired without deleting a byte, and reports what was found and done.
  ///
  /// Damaged bytes and files go to `.hyperbasis/quarantine`, events that only anchor files imply
  /// are written to the log, and anchor files are rebuilt from it.
  package func repair(spaceId: UUID? = nil) throws -> HBVerifyReport {
    try reachingFiles {
      var report = HBVerifyReport()
      for finding in try checkFiles(spaceId, &report) {
        report.problems.append(try repairIfPossible(finding))
      }
      context.anchors.forgetAll()
      context.spaceMemory.forgetAll()
      let reach = ReachChecker(context: context, only: spaceId)
      // Before damaged bytes are moved away, which also shortens a log.
      let losses = try reach.losses().filter { !$0.isHidden(by: report.problems) }
      for loss in losses { reach.accept(loss) }
      for space in try spaces(spaceId) { try repairLog(of: space, &report) }
      for loss in losses where !loss.isExplained(by: report.problems) {
        report.problems.append(loss.problem(isAccepted: try !reach.isKnown(loss)))
      }
      report.problems += try sharedIds(spaceId)
      report.problems += try TrashChecker(open: open, only: spaceId).problems()
      try repairLeftovers(spaceId, &report)
      report.problems += try AccessChecker(context: context, only: spaceId).problems()
      try noting(&report.obstacle) { try open.anchorFiles.flush() }
      return report
    }
  }

  /// Looks at the anchor files once for all spaces: once for each would take time in proportion to spaces
  /// times files.
  private func checkLogs(of spaces: [UUID], _ report: inout HBVerifyReport) throws {
    let listing = try context.anchors.look().withoutContents
    try SurveyedLoading.$listing.withValue(listing) {
      for space in spaces { try checkLog(of: space, &report) }
    }
  }

  private func checkLog(of id: UUID, _ report: inout HBVerifyReport) throws {
    report.problems += try goingOn(id, report.problems) {
      try open[id].readAgain()
      return try open[id].withLog { log in try findings(in: log, &report).map(\.problem) }
    }
  }

  /// Calls `body`, which looks at a space's log.
  ///
  /// - Parameter known: what was found so far, so that nothing is reported twice.
  /// - Returns: what `body` returns, or that the log cannot be read: the other spaces are checked too.
  private func goingOn(
    _ space: UUID, _ known: [HBStoreProblem], _ body: () throws -> [HBStoreProblem]
  ) throws -> [HBStoreProblem] {
    do {
      return try body()
    } catch {
      let failure = FileError(in: error)
      // A file that cannot be written may be sound.
      guard SkippedFiles.concernsOneFile(error), failure?.isFailureToWrite != true else {
        throw error
      }
      let file = context.layout.relative(failure?.path ?? open[space].usualLog)
      // A folder that cannot be read has been reported for all that it holds.
      let isTold = known.contains { problem in
        problem.kind == .badFile && (file == problem.file || file.hasPrefix(problem.file + "/"))
      }
      if isTold { return [] }
      let reason = failure?.reason ?? HBStorageError.describe(error)
      return [
        HBStoreProblem(
          file: file, kind: .badFile, excerpt: reason,
          action: "kept; its contents cannot be used until this is fixed")
      ]
    }
  }

  private func spaces(_ only: UUID?) throws -> [UUID] {
    try only.map { [$0] } ?? catalog.sortedIds()
  }

  private func checkFiles(_ only: UUID?, _ report: inout HBVerifyReport) throws -> [Finding] {
    if let only, try !catalog.ids().contains(only) {
      throw HBStorageError.notFound(type: "space", id: only)
    }
    var checker = FileChecker(context: context, only: only)
    try checker.run()
    report.files = checker.files
    return checker.findings
  }

  private func findings(
    in log: borrowing LoadedLog, _ report: inout HBVerifyReport
  ) throws -> [Finding] {
    let index = log.index
    report.events += (0..<index.count).reduce(0) { $0 + (index.isSynthetic($1) ? 0 : 1) }
    let path = try context.log(of: index.spaceId).path
    var checker = LogChecker(name: context.layout.relative(path), now: context.clock())
    checker.accounted = try FilesToCome(open: open, known: report.problems).anchors(in: log)
    try checker.run(log)
    return checker.findings
  }

  /// Reports anchors that are in the logs of several spaces.
  private func sharedIds(_ only: UUID?) throws -> [HBStoreProblem] {
    var spaces: [UUID: [UUID]] = [:]
    for space in try context.spacesWithLog() {
      // A log that cannot be read has been reported.
      try catalog.readingLog(of: space) { log in
        for slot in 0..<log.index.slotCount
        where log.index.ordinals(ofSlot: slot).first.map({ !log.index.isSynthetic($0) }) ?? false {
          spaces[log.index.anchorId(ofSlot: slot), default: []].append(space)
        }
      }
    }
    let shared = spaces.filter { $0.value.count > 1 && (only.map($0.value.contains) ?? true) }
    return shared.sorted { $0.key < $1.key }.map { anchor, spaces in
      let list = spaces.map(\.uuidString).joined(separator: ", ")
      return HBStoreProblem(
        file: "events/\(spaces[0].uuidString)/\(StoreLayout.logName)", kind: .sharedId,
        excerpt: anchor.uuidString,
        action: "the anchor is in the logs of the spaces \(list); each space uses its own log")
    }
  }
}

// MARK: - Repairing

extension StoreVerifier {
  /// Repairs what was found; a failure does not keep anything else from being repaired.
  private func repairIfPossible(_ finding: Finding) throws -> HBStoreProblem {
    do {
      return try repair(finding)
    } catch {
      guard SkippedFiles.concernsOneFile(error) else { throw error }
      return finding.done("kept; not repaired: \(HBStorageError.describe(error))")
    }
  }

  private func repair(_ finding: Finding) throws -> HBStoreProblem {
    switch finding.remedy {
    case .moveToQuarantine(let path):
      let stored = try Quarantine(context: context).take(path, finding.problem)
      // The name, and a map inside the file, are now only there.
      let isSpace = path.removingLastComponent() == context.layout.spaces.directory
      return finding.done(
        "moved to \(stored)"
          + (isSpace
            ? "; if it belonged to a space, that space has no name now: give it one with rename"
            : ""))
    case .emptyMap(let id):
      try open[id].lock.withLock { try context.spaces.forgetMap(of: id) }
      return finding.done("the space has no world map now, and the SDK can open it")
    case .rename(let path, let target):
      // Somebody may have taken the name since.
      guard try context.files.status(at: target) == nil else { return finding.problem }
      try context.files.rename(path, to: target)
      return finding.done("renamed to \(context.layout.relative(target))")
    case .mergeLog(let path, let space):
      return try merge(path, into: space, finding)
    case .copy(let path, let space):
      try open[space].lock.withLock {
        let source = try LogBytes(path, context.files)
        try context.files.replace(path, .durable) { file in
          try source.forEachPiece { try context.files.writeAll(file, $0) }
        }
        open[space].forget()
      }
      return finding.done("replaced with a copy; the other names keep the old file")
    case .exchange(let path, let other):
      return try exchange(path, other, finding)
    case .none, .replaceLink, .replaceDamaged, .removeBytes, .writeImplied, .writeFiles:
      return finding.problem
    }
  }

  /// Gives two space files each other's names. Meanwhile one of them lies in quarantine, where it stays,
  /// with a record of where it belonged, if this is interrupted.
  private func exchange(
    _ path: FilePath, _ other: FilePath, _ finding: Finding
  ) throws -> HBStoreProblem {
    let kind = context.layout.spaces
    guard try FileChecker.arePlacedCrosswise(path, other, kind, context) else {
      // The other one's problem has been repaired together with this one's, or somebody has been here.
      return try FileChecker.hasRightName(path, kind, context)
        ? finding.done("exchanged with \(context.layout.relative(other))") : finding.problem
    }
    let stored = try context.layout.base.appending(
      Quarantine(context: context).take(path, finding.problem))
    do {
      try context.files.rename(other, to: path)
    } catch {
      try context.files.rename(stored, to: path)
      throw error
    }
    try context.files.rename(stored, to: other)
    try context.files.synchronizeMoves(from: context.layout.quarantine, to: kind.directory)
    return finding.done("exchanged with \(context.layout.relative(other))")
  }

  /// Adds to a log the events that only a second one has, then moves the second away.
  private func merge(
    _ directory: FilePath, into space: UUID, _ finding: Finding
  ) throws -> HBStoreProblem {
    let path = directory.appending(StoreLayout.logName)
    let space = open[space]
    return try space.lock.withLock {
      guard try context.files.status(at: path) != nil else {
        return try removeMerged(directory)
          ? finding.done("it was empty and has been removed") : finding.problem
      }
      var lines: [UInt8] = []
      let source = try LogBytes(path, context.files)
      try space.withLogForAppending { log in
        let index = log.index
        try source.forEachLine { line in
          // A line that is not an event is kept where it is.
          let event = try? LogLine.decode(line.bytes, spaceId: space.spaceId).event
          if let event, index.ordinal(ofEvent: event.id) == nil { lines += line.bytes + [0x0a] }
        }
        if !lines.isEmpty { try space.append(lines, to: &log) }
      }
      let stored = try Quarantine(context: context).take(path, finding.problem)
      try context.files.removeDirectory(directory)
      return finding.done("its events were added to the other log; it was moved to \(stored)")
    }
  }

  /// Removes the folder of a log that an earlier repair merged and moved away.
  ///
  /// - Returns: false if it holds something else.
  private func removeMerged(_ directory: FilePath) throws(FileError) -> Bool {
    guard try context.files.entries(of: directory).isEmpty else { return false }
    try context.files.removeDirectory(directory)
    return true
  }

  /// Accepts how far the log reaches now. Under the space's lock.
  private func acceptReach(of space: OpenSpace) throws {
    let memory = LogReachFile(spaceId: space.spaceId, context: context)
    guard try space.logPlace().status != nil else { return memory.forget() }
    try space.withLog { log in
      // What is remembered of the space's own log, which lies elsewhere, stays.
      if log.home == nil { try memory.accept(size: log.size, end: log.index.end) }
    }
  }

  /// Repairs a space's log. If nothing can be written, the log is checked all the same, so that what is
  /// wrong with it is reported.
  private func repairLog(of id: UUID, _ report: inout HBVerifyReport) throws {
    let space = open[id]
    space.forget()
    var repaired = report
    // Once an anchor has a history here, nothing shows any more that it left another space.
    let isEnded = try noting(&report.obstacle) {
      _ = try goingOn(id, repaired.problems) {
        try PlanExecutor(open: open).endInOtherSpaces(of: space)
        return []
      }
    }
    guard isEnded else { return try checkLog(of: id, &report) }
    let isDone = try noting(&report.obstacle) {
      let known = repaired.problems
      let problems = try goingOn(id, known) { try repairUnderLock(space, &repaired) }
      repaired.problems += problems
    }
    if isDone { report = repaired } else { try checkLog(of: id, &report) }
  }

  private func repairUnderLock(
    _ space: OpenSpace, _ report: inout HBVerifyReport
  ) throws -> [HBStoreProblem] {
    let problems = try space.lock.withLock {
      let problems = try repairLog(of: space, &report)
      try acceptReach(of: space)
      return problems
    }
    open.anchorFiles.mark(try space.withLog { $0.takeStale() }, of: space)
    return problems
  }

  /// Moves away what dead writers left; if nothing can be written, it is reported all the same.
  private func repairLeftovers(_ only: UUID?, _ report: inout HBVerifyReport) throws {
    let checker = LeftBehindChecker(context: context, only: only)
    var problems: [HBStoreProblem] = []
    if try !noting(&report.obstacle, { problems = try checker.repair() }) {
      problems = try checker.problems()
    }
    report.problems += problems
  }

  /// Calls `body`, which writes, and notes the reason if it cannot.
  ///
  /// - Returns: whether it could.
  @discardableResult
  private func noting(_ obstacle: inout String?, _ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch {
      guard let failure = FileError(in: error), failure.concernsOneFile else { throw error }
      if obstacle == nil { obstacle = HBStorageError.describe(failure) }
      return false
    }
  }

  /// Moves damaged bytes of a log away, and returns what was done about each.
  private func removeDamage(_ found: [Finding], from space: OpenSpace) throws -> [HBStoreProblem] {
    let damage = found.compactMap { finding -> (Range<Int>, Finding)? in
      guard case .removeBytes(let bytes) = finding.remedy else { return nil }
      return (bytes, finding)
    }
    guard !damage.isEmpty else { return [] }
    try LogReachFile(spaceId: space.spaceId, context: context).forgetUnlessLost()
    let path = try context.log(of: space.spaceId).path
    let removed = try LogRepair(context: context, path: path).remove(damage)
    space.forget()
    return removed
  }

  /// Repairs what can be repaired in a log. Under the space's lock.
  private func repairLog(
    of space: OpenSpace, _ report: inout HBVerifyReport
  ) throws -> [HBStoreProblem] {
    try space.readAgain()
    let found = try space.withLog { try findings(in: $0, &report) }
    let removed = try removeDamage(found, from: space)
    let implied = found.compactMap { finding -> UUID? in
      guard case .writeImplied(let anchor) = finding.remedy else { return nil }
      return anchor
    }
    try space.withLogForAppending { try space.writeImplied(of: implied, to: &$0) }
    open.anchorFiles.mark(implied, of: space)
    var actions = removed.makeIterator()
    return found.map { finding in
      switch finding.remedy {
      case .removeBytes: actions.next() ?? finding.problem
      case .writeImplied: finding.done("its events were written to the log")
      case .writeFiles: finding.done("written from the log")
      default: finding.problem
      }
    }
  }
}
