import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

// A page for looking through the history with a browser.

extension Export {
  /// Mail and issues accept no more, and browsers become slow.
  private static let mostBytes = 20_000_000

  func writePage(to sink: ByteSink) throws -> TerminalText {
    var history = try pageHistory()
    try history.leaveOutMoves(below: options.moves.rule)
    // A name is text that a person wrote.
    let title =
      options.redact ? SpaceTitle.text(nil, scope.snapshot.spaceId) : scope.snapshot.title
    let page = HistoryPage(history, title: title, note: pageNote, isRedacted: options.redact)
    let document = try page.document()
    guard document.count <= Self.mostBytes else {
      throw CommandFailure.data(
        "the page would be \(document.count / 1_000_000) MB, more than browsers and mail handle "
          + "well; export a part of the history with --from and --to, or leave small moves out "
          + "with --min-move")
    }
    try sink.append(document)
    try warn(ofPlaceless: history.placelessCount)
    try noteWholeHistories()
    return CountText.text(history.ordinals.count - history.base, "event")
  }

  private func pageHistory() throws -> PageHistory {
    let first = try scope.from.map { try session.instant($0, in: index) }
    let last = try scope.to.map { try session.instant($0, in: index) }
    if let first, let last, last < first {
      throw CommandFailure.usage("--to is before --from; swap the two")
    }
    let start = first.map(index.eventCount(through:)) ?? 0
    let end = last.map(index.eventCount(through:)) ?? index.count
    let passing = scope.slotsThatEverPass()
    return PageHistory(index, period: start..<max(start, end), from: first, to: last) { slot in
      scope.includes(slot: slot) && passing?.contains(slot) ?? true
    }
  }

  /// What the page says of what it leaves out. What was typed may name what is to be left out.
  private var pageNote: TerminalText? {
    guard let note = scope.note else { return nil }
    let shown: TerminalText = options.redact ? "only some anchors" : note
    return scope.filtered == nil ? shown : shown + Self.wholeHistories
  }

  private static let wholeHistories: TerminalText =
    ", at some time; each anchor with its whole history"

  /// Prints a note on what a filter does to formats that play a history: an anchor that passes at any
  /// time is there with its whole history, so that no state is shown that did not exist.
  func noteWholeHistories() throws {
    guard scope.filtered != nil else { return }
    try session.context.writeError(
      "note: each anchor that matches the filter at some time is written with its whole history; "
        + "csv and jsonl hold no more than what matches")
  }
}
