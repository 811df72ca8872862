import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Carries a change from its plan to the end: shows the plan, asks if it must, and writes that plan.
struct ChangeRunner {
  let session: StoreSession
  let change: ChangeOptions
  let json: Bool
  /// Whether a change of many anchors is confirmed by typing their number instead of a letter.
  var asksForCount = false
  /// Why there is nothing to change, if that is so: `it is already deleted`.
  var reasonForNothing: () -> String? = { nil }

  /// How often a change is planned again if others write between its planning and its execution.
  private static let attempts = 200

  /// - Parameters:
  ///   - title: what the plan does, for people.
  ///   - details: what else to print above the single events.
  ///   - request: what to plan; called again if another writer has intervened.
  /// - Throws: ``HBStorageError/conflict`` if the plan that was shown no longer applies.
  func run(
    in spaceId: UUID, title: (HBPlan) -> String, details: (HBPlan) -> [TerminalText] = { _ in [] },
    request: (LogSnapshot) throws -> HBPlanRequest
  ) throws {
    for _ in 0..<Self.attempts {
      let snapshot = try session.store.snapshot(of: spaceId)
      let plan = try session.store.plans.plan(request(snapshot), spaceId: spaceId)
      guard plan.head == snapshot.head else { continue }
      if try finish(plan, snapshot, title: title(plan), details(plan)) { return }
    }
    throw HBStorageError.conflict
  }

  func run(in spaceId: UUID, title: String, request: (LogSnapshot) throws -> HBPlanRequest) throws {
    try run(in: spaceId, title: { _ in title }, request: request)
  }

  private func finish(
    _ plan: HBPlan, _ snapshot: LogSnapshot, title: String, _ details: [TerminalText]
  ) throws -> Bool {
    guard !plan.isEmpty else {
      if !plan.conflicts.isEmpty { try failForConflicts(plan) }
      try printNothing()
      return true
    }
    let index = snapshot.timeline.index
    let details = details + [impliedText(plan, index)].compactMap(\.self)
    var lines = PlanPrinter(session, index).lines(plan, title: title)
    lines.insert(contentsOf: details.map { "  " + session.paint($0) }, at: 1)
    return try finish([plan], lines)
  }

  /// Returns what is written before a plan's own events: those that so far only the files of its anchors
  /// show.
  private func impliedText(_ plan: HBPlan, _ index: EventIndex) -> TerminalText? {
    let slots = plan.changes.compactMap { index.slot(of: $0.anchorId) }
    let count = slots.reduce(0) { $0 + index.ordinals(ofSlot: $1).count(where: index.isSynthetic) }
    guard count > 0 else { return nil }
    let (events, verb) = (CountText.text(count, "event"), count == 1 ? "goes" : "go")
    return
      "with \(events) of earlier changes, which so far only \(slots.count == 1 ? "its file" : "their files") "
      + "\(slots.count == 1 ? "shows" : "show") and which \(verb) into the log first"
  }

  /// Shows plans, asks if it must, and writes them.
  ///
  /// - Parameter note: returns what else to print about the plans that were written.
  /// - Returns: false if another writer was faster and nothing has been shown yet.
  func finish(
    _ plans: [HBPlan], _ lines: [String], note: ([HBPlan]) -> String? = { _ in nil }
  ) throws -> Bool {
    try session.requireLogs(of: plans.map(\.spaceId))
    if change.dryRun {
      try printDryRun(plans, lines, note: note(plans))
      try warn(plans)
      return true
    }
    let anchors = Set(plans.flatMap(\.changes).map(\.anchorId)).count
    if willAsk(anchors: anchors) { try warn(plans) }
    let wasShown = try ask(.change(anchors: anchors), showing: lines)
    do {
      let written = try session.execute(plans)
      try printWritten(written, wasShown ? [] : lines, note: note(written))
      if !wasShown { try warn(plans, isWritten: true) }
      return true
    } catch HBStorageError.conflict where !wasShown {
      return false
    }
  }

  func printNothing() throws {
    if json { return try session.json.print(.change([], dryRun: change.dryRun)) }
    let reason = reasonForNothing().map { ": \($0)" } ?? ""
    try session.output.writeLine("Nothing to change\(reason).")
  }

  private func printDryRun(_ plans: [HBPlan], _ lines: [String], note: String?) throws {
    if json { return try session.json.print(.change(plans, dryRun: true)) }
    for line in lines { try session.output.writeLine(line) }
    if let note { try session.output.writeLine(session.paint(TerminalText(note))) }
    try session.output.writeLine("Nothing was written (--dry-run).")
  }

  private func printWritten(_ plans: [HBPlan], _ lines: [String], note: String?) throws {
    if json { return try session.json.print(.change(plans, dryRun: false)) }
    for line in lines { try session.output.writeLine(line) }
    let events = CountText.text(plans.reduce(0) { $0 + $1.events.count }, "event")
    let wayBack = WayBack(session: session).text(plans).map { "; \($0)" } ?? ""
    try session.output.writeLine("Wrote \(events)\(wayBack).")
    if let note { try session.output.writeLine(session.paint(TerminalText(note))) }
  }
}

extension ChangeRunner {
  /// Asks before a change of several anchors.
  ///
  /// - Returns: whether the plan was shown.
  /// - Throws: ``CommandFailure`` if it is declined, or there is nobody to ask.
  func ask(_ confirmation: Confirmation, showing lines: [String]) throws -> Bool {
    let anchors = confirmation.anchors
    guard willAsk(anchors: anchors) else { return false }
    let context = session.context
    guard context.terminals.input, context.terminals.error || context.terminals.output else {
      throw CommandFailure.usage(
        "\(confirmation.statement); add --yes to do it, or --dry-run to see the plan")
    }
    // JSON output must contain nothing else, and a question in a file is of no use.
    let stream = json || !context.terminals.output ? context.errorOutput : context.output
    for line in lines { try stream.writeLine(line) }
    let typesCount = asksForCount && anchors > PlanDialog.letterLimit
    try stream.write(
      typesCount
        ? "\(confirmation.question) Type their number to do it: "
        : "\(confirmation.question) [y/N] ")
    try stream.flush()
    let reply = context.readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard typesCount ? reply == "\(anchors)" : reply == "y" || reply == "yes" else {
      throw CommandFailure.usage("declined, nothing was written")
    }
    return true
  }
}

// MARK: - Warnings

extension ChangeRunner {
  private func willAsk(anchors: Int) -> Bool { anchors > 1 && !change.yes }

  /// Prints one warning for each anchor of which something is left as it is, one for each change by
  /// others that is lost with an undone operation, and one for each plan with places outside today's
  /// frame.
  private func warn(_ plans: [HBPlan], isWritten: Bool = false) throws {
    let warnings =
      plans.flatMap(\.conflicts).map(Self.text)
      + plans.enumerated().flatMap { number, plan in
        // What was undone last is redone first.
        let redos = isWritten ? plans.count - number : 0
        return plan.overridden.map { text($0, plan, redos: redos) }
      }
      + plans.compactMap { crossingWarning($0, isWritten: isWritten) }
    guard !warnings.isEmpty else { return }
    // What was written is reported first.
    try session.output.flush()
    for warning in warnings { try session.context.writeWarning(warning) }
  }

  private static func text(_ conflict: HBUndoConflict) -> String {
    let text = conflict.text.plain
    return conflict.isOnlyShifted ? "\(text); --frame now undoes its move all the same" : text
  }

  /// - Parameter redos: how many operations must be redone first; none while nothing is written.
  private func text(_ change: HBOverriddenChange, _ plan: HBPlan, redos: Int) -> String {
    let text = change.text { TerminalText(session.time.text($0)) }
    guard let target = plan.target else { return text.plain }
    let wayBack = WayBack(session: session)
    let way = wayBack.undo(of: target.id, plan.spaceId)
    let count = redos > 1 ? " --count \(redos)" : ""
    let redo = redos > 0 ? "after \(wayBack.command(.redo, plan.spaceId, count)), " : ""
    return "\(text.plain); \(redo)\(way) keeps that change"
  }

  private func crossingWarning(_ plan: HBPlan, isWritten: Bool) -> String? {
    guard let crossed = plan.crossed, crossed.frame == .then, !crossed.anchorIds.isEmpty else {
      return nil
    }
    let text = session.text(crossed)
    // Once the places have come back, they must be undone before they can come back differently.
    let way = isWritten ? "undoing this and repeating it with --frame now" : "--frame now"
    return "\(text.text); \(way) \(text.alternative)"
  }

  /// Fails because nothing is left to undo: everything has been changed since.
  private func failForConflicts(_ plan: HBPlan) throws -> Never {
    if json { try session.json.print(.change([plan], dryRun: change.dryRun)) }
    try warn([plan])
    throw CommandFailure.failed(
      "nothing was undone: everything that the operation changed has been changed again since; "
        + "hyperbasis history ANCHOR shows an anchor's versions, and hyperbasis rollback ANCHOR "
        + "--to-version N goes back to one of them")
  }
}
