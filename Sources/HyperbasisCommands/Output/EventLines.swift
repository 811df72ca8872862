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
    var summary = try summary(reference, after: &lastLabel)
    let remarks = remarks(
      ActorText.name(index.actor(ordinal), limit: .max), EventOrigin(ofEvent: ordinal, in: index),
      room: room, beside: summary.text.width)
    let rest = remarks.reduce(room) { $0 - $1.width }
    summary.shortenName(to: rest)
    cells.append(.init(summary.text.truncatedBeforeMeasure(to: rest)))
    return layout.line(cells, paint) + remarks.map { paint($0, .dim) }.joined()
  }

  /// Who did it, and before all whether it is an undo or not in the log. Both stand nowhere else in the
  /// line, so that what was done gives way to them down to a few columns.
  ///
  /// - Parameter summary: how wide what was done is.
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
    // Who cannot be named in full does not take all of the line either.
    let width = actor.width <= rest ? actor.width : min(rest, max(Self.leastActor, room / 2))
    guard width >= min(actor.width, Self.shortestActor) else { return result }
    return [Self.by + actor.truncated(to: width)] + result
  }

  private static let by: TerminalText = " by "
  private static let leastSummary = 12
  private static let leastActor = 8
  private static let shortestActor = 4

  /// The room for what an event did and who did it that lets no line lose how far an anchor went, where
  /// the names are of usual lengths.
  static func comfortableWidth(_ actors: some Sequence<String>) -> Int {
    let widest = actors.lazy.compactMap { ActorText.name($0, limit: usualActor)?.width }.max()
    return widest.map { leastWay + by.width + $0 } ?? 0
  }

  private static let usualActor = 16
  /// As wide as `C…: moved 4.45 cm…`.
  private static let leastWay = 18

  /// What the anchor is called after the event, and what the event did. Where all lines are of one
  /// anchor, its name is said once, and again when it changes: the room is for what was done.
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

  /// What the anchor is called after an event.
  private func label(_ reference: EventReference) throws -> TerminalText {
    let index = spaces[reference.space].index
    let id = index.anchorId(ofSlot: index.slot(reference.ordinal))
    return AnchorDescription(try index.metadata(reference.ordinal), id: id).label
  }
}

extension EventLines {
  /// What an event did to an anchor, in words.
  fileprivate struct Summary {
    /// What the anchor is called; nil where that is known.
    var name: TerminalText?
    var change = TerminalText.empty
    /// Whether the anchor moved, so that the change begins with how far.
    var hasWay = false

    /// A letter and the sign that more follows; the id stands in a column of its own.
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

  /// Up to the end of the first part of a change, with the sign that more follows.
  private var wayOfChange: Int {
    let text = change.plain.utf8
    let end = text.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    return end.map { text.distance(from: text.startIndex, to: $0) + 1 } ?? change.width
  }

  /// Cuts a long name so that how far the anchor went finds room: its id stands in a column of its own.
  mutating func shortenName(to columns: Int) {
    guard hasWay, let name, way > columns else { return }
    let most = columns - (way - name.width)
    if most >= Self.leastName { self.name = name.truncated(to: most) }
  }
}
