import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisTimeMachine
import HyperbasisWording

/// Formats the lines of a table of events; several at the same time.
struct EventLines: Sendable {
  /// What is needed to show the events of a space.
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
  /// Returns the lines of some of the printed events.
  func text(_ events: [EventReference], _ range: Range<Int>) throws -> String {
    let former = namesAnchors || range.lowerBound == 0 ? nil : events[range.lowerBound - 1]
    var lastLabel = try former.map(label)
    var text = ""
    for event in events[range] { text += try line(event, after: &lastLabel) + "\n" }
    return text
  }

  /// - Parameter lastLabel: the label of the previous line's anchor, replaced by that of this one.
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
    var summary = try summary(reference, after: &lastLabel)
    let remarks = remarks(
      ActorText.name(index.actor(ordinal), limit: .max), EventOrigin(ofEvent: ordinal, in: index),
      room: room, beside: summary.text.width)
    let rest = remarks.reduce(room) { $0 - $1.width }
    summary.shortenName(to: rest)
    cells.append(.init(summary.text.truncatedBeforeMeasure(to: rest)))
    return layout.line(cells, paint) + remarks.map { paint($0, .dim) }.joined()
  }

  /// Returns who did it and, with priority, whether it is an undo or not in the log. Neither is
  /// elsewhere in the line, so what was done gives way to them, down to a few columns.
  ///
  /// - Parameter summary: the width of what was done.
  private func remarks(
    _ actor: TerminalText?, _ origin: EventOrigin?, room: Int, beside summary: Int
  ) -> [TerminalText] {
    var rest = room - min(summary, Self.leastSummary, room / 2)
    var result: [TerminalText] = []
    if let origin = origin.map({ " \($0.text)" as TerminalText }), origin.width <= rest {
      result.append(origin)
      rest -= origin.width
    }
    guard let actor else { return result }
    rest -= Self.by.width
    // A name that cannot be shown in full does not take the whole line either.
    let width = actor.width <= rest ? actor.width : min(rest, max(Self.leastActor, room / 2))
    guard width >= min(actor.width, Self.shortestActor) else { return result }
    return [Self.by + actor.truncated(to: width)] + result
  }

  private static let by: TerminalText = " by "
  private static let leastSummary = 12
  private static let leastActor = 8
  private static let shortestActor = 4

  /// Returns the room for what an event did, and who did it, in which no line loses how far an anchor
  /// went if the names have usual lengths.
  static func comfortableWidth(_ actors: some Sequence<String>) -> Int {
    let widest = actors.lazy.compactMap { ActorText.name($0, limit: usualActor)?.width }.max()
    return widest.map { leastWay + by.width + $0 } ?? 0
  }

  private static let usualActor = 16
  /// The width of `C…: moved 4.45 cm…`.
  private static let leastWay = 18

  /// Returns what the anchor is called after the event, and what the event did. If all lines are of one
  /// anchor, its name is given once, and again when it changes, to leave room for what was done.
  private func summary(
    _ reference: EventReference, after lastLabel: inout TerminalText?
  ) throws -> Summary {
    let label = try label(reference)
    let events = EventText(spaces[reference.space].index, unit: unit)
    let change = try events.details(reference.ordinal)
    let isKnown = !namesAnchors && label == lastLabel
    lastLabel = label
    if change.isEmpty { return Summary(name: label) }
    let hasWay = events.distance(reference.ordinal) > 0
    return Summary(name: isKnown ? nil : label, change: change, hasWay: hasWay)
  }

  /// Returns what the anchor is called after an event.
  private func label(_ reference: EventReference) throws -> TerminalText {
    let index = spaces[reference.space].index
    let id = index.anchorId(ofSlot: index.slot(reference.ordinal))
    return AnchorDescription(try index.metadata(reference.ordinal), id: id).label
  }
}

extension EventLines {
  /// What an event did to an anchor, in words.
  fileprivate struct Summary {
    /// What the anchor is called; nil if that is known already.
    var name: TerminalText?
    var change = TerminalText.empty
    /// Whether the anchor moved, so that the change begins with how far.
    var hasWay = false

    /// A letter and an ellipsis; the id is in a column of its own.
    fileprivate static let leastName = 2
  }
}

extension EventLines.Summary {
  var text: TerminalText { start + change }

  /// The width up to the end of how far the anchor went.
  private var way: Int { start.width + wayOfChange }

  private var start: TerminalText {
    guard let name else { return .empty }
    return change.isEmpty ? name : "\(name): "
  }

  /// The width of the first part of a change, with an ellipsis.
  private var wayOfChange: Int {
    let text = change.plain.utf8
    let end = text.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    return end.map { text.distance(from: text.startIndex, to: $0) + 1 } ?? change.width
  }

  /// Cuts a long name so that how far the anchor went fits; the id is in a column of its own.
  mutating func shortenName(to columns: Int) {
    guard hasWay, let name, way > columns else { return }
    let most = columns - (way - name.width)
    if most >= Self.leastName { self.name = name.truncated(to: most) }
  }
}
