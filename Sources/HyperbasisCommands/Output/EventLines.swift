import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisTimeMachine
import HyperbasisWording

/// Writes the lines of a table of events; several at the same time.
struct EventLines: Sendable {
  /// What is shown of each event of a space.
  struct Space: Sendable {
    let index: EventIndex
    let title: TerminalText
    let ids: ShortIds
  }

  let spaces: [Space]
  /// The unit of all lengths.
  let unit: LengthUnit?
  let instants: InstantColumn
  let layout: TableLayout
  let paint: Paint
  let namesAnchors: Bool
}

extension EventLines {
  /// The lines of some of the events that are printed.
  func text(_ events: [EventReference], _ range: Range<Int>) throws -> String {
    let former = namesAnchors || range.lowerBound == 0 ? nil : events[range.lowerBound - 1]
    var lastLabel = try former.map(label)
    var text = ""
    for event in events[range] { text += try line(event, after: &lastLabel) + "\n" }
    return text
  }

  /// - Parameter lastLabel: what the anchor of the line before is called, and then that of this one.
  private func line(
    _ reference: EventReference, after lastLabel: inout TerminalText?
  ) throws -> String {
    let space = spaces[reference.space]
    let index = space.index
    let ordinal = reference.ordinal
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    var cells: [TextTable.Cell] = [
      .init(instants.text(index.instant(ordinal))),
      .init(index.type(ordinal).rawValue, index.difference(ofEvent: ordinal).style),
      .init("v\(index.version(ordinal))"),
    ]
    if namesAnchors { cells.append(.init(space.ids.text(id), .init(.accent))) }
    if spaces.count > 1 { cells.append(.init(space.title)) }
    let room = layout.width(of: cells.count) ?? 0
    let remarks = remarks(index, ordinal, room: room)
    let rest = remarks.reduce(room) { $0 - $1.width }
    let summary = try summary(reference, after: &lastLabel)
    cells.append(.init(summary.truncated(to: rest)))
    return layout.line(cells, paint) + remarks.map { paint($0, .dim) }.joined()
  }

  /// Who did it, and before all whether it is not in the log, as long as that leaves room for what was
  /// done.
  private func remarks(_ index: EventIndex, _ ordinal: Int, room: Int) -> [TerminalText] {
    var rest = room - Self.leastSummary
    var result: [TerminalText] = []
    if index.isSynthetic(ordinal) { result.append(" (not in the log)") }
    if let actor = ActorText.name(index.actor(ordinal), limit: .max) {
      result.append(" by \(actor.truncated(to: max(Self.leastActor, rest / 2)))")
    }
    let fitting = result.filter { text in
      guard text.width <= rest else { return false }
      rest -= text.width
      return true
    }
    return fitting.reversed()
  }

  private static let leastSummary = 16
  private static let leastActor = 8

  /// What the anchor is called after the event, and what the event did. Where all lines are of one
  /// anchor, its name is said once, and again when it changes: the room is for what was done.
  private func summary(
    _ reference: EventReference, after lastLabel: inout TerminalText?
  ) throws -> TerminalText {
    let label = try label(reference)
    let change = try EventText(spaces[reference.space].index, unit: unit)
      .details(reference.ordinal)
    let isKnown = !namesAnchors && label == lastLabel
    lastLabel = label
    if change.isEmpty { return label }
    return isKnown ? change : "\(label): \(change)"
  }

  /// What the anchor is called after an event.
  private func label(_ reference: EventReference) throws -> TerminalText {
    let index = spaces[reference.space].index
    let id = index.anchorId(ofSlot: index.slot(reference.ordinal))
    return AnchorDescription(try index.metadata(reference.ordinal), id: id).label
  }
}
