import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Reports changes of spaces, which append no events.
struct SpaceChangeReport {
  let runner: ChangeRunner

  private var session: StoreSession { runner.session }

  /// Refuses names that could not be typed again.
  static func check(name: String) throws {
    if let refusal = HBSpace.refusal(ofName: name) { throw CommandFailure.usage(refusal) }
  }

  /// Returns the space from the list of spaces, alone or not at all.
  ///
  /// The result is a list, because a function that throws and returns nil for an optional as large as a
  /// summary loses the error register in release builds (Swift 6.3, x86-64).
  func summaries(of id: UUID?) throws -> [SpaceSummary] {
    guard let id else { return [] }
    return try session.store.catalog.summaries().filter { $0.id == id }
  }

  /// Returns the contents in words, such as `12 anchors, 3 deleted ones and 40 events`.
  func contents(_ summary: SpaceSummary) -> String {
    guard summary.isRead else { return "a log that cannot be read" }
    let anchors = CountText.text(summary.anchors, "anchor").plain
    let deleted =
      summary.deletedAnchors > 0 ? ", \(CountText.text(summary.deletedAnchors, "deleted one"))" : ""
    return "\(anchors)\(deleted) and \(CountText.text(summary.events, "event"))"
  }

  /// Warns if other spaces have the same name, because the name alone then does not identify the space.
  ///
  /// - Parameter id: the space that has or will have the name; nil if it does not exist yet.
  func warnOfNamesakes(_ name: String, of id: UUID?) throws {
    let others = TextualSelector.spaces(called: name, among: try session.spaceCandidates())
      .filter { $0.id != id }
    guard let known = others.first(where: { $0.name == name }) ?? others.first,
      let knownName = known.name
    else { return }
    // The change is reported first.
    try session.output.flush()
    let spelling = knownName == name ? "" : "its exact spelling, or by "
    let subject = others.count == 1 ? "another space is" : "\(others.count) other spaces are"
    try session.context.writeWarning(
      "\(subject) called \"\(knownName)\"; name each by \(spelling)the beginning of its "
        + "id, as hyperbasis spaces lists it")
  }

  /// Warns in the same way about a space that comes back with the name it had.
  func warnOfNamesakes(of summary: SpaceSummary) throws {
    if let name = summary.name { try warnOfNamesakes(name, of: summary.id) }
  }

  /// Prints what was done, or would be.
  ///
  /// - Parameter id: the space; nil if it does not exist yet.
  func print(_ title: String?, id: UUID?) throws {
    try print(title, summary: try summaries(of: id).first)
  }

  func print(_ title: String?, summary: SpaceSummary?, plans: [HBPlan] = []) throws {
    if runner.json { return try session.json.print(node(summary, plans)) }
    if let title { try session.output.writeLine(session.paint(TerminalText(title), .bold)) }
    try session.output.writeLine(
      runner.change.dryRun ? "Nothing was written (--dry-run)." : "Done.")
  }

  func printNothing(id: UUID) throws {
    if runner.json { return try session.json.print(node(try summaries(of: id).first)) }
    try session.output.writeLine("Nothing to change.")
  }

  private func node(_ summary: SpaceSummary?, _ plans: [HBPlan] = []) -> JSONNode {
    .change(
      plans, dryRun: runner.change.dryRun, extra: [("space", .optional(summary) { JSONNode($0) })])
  }
}
