import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints events one by one in the columns of a table, which are measured without looking at what
/// the events hold, so that a log of any length starts at once.
struct EventPrinter {
  /// What is shown of each event of a space.
  private struct Space {
    let index: EventIndex
    let title: TerminalText
    let ids: ShortIds
  }

  private let session: StoreSession
  private let spaces: [Space]
  /// The unit of all lengths.
  private let unit: LengthUnit?
  private let instants: InstantColumn
  private let table: TextTable
  private let layout: TableLayout
  private let namesAnchors: Bool

  /// - Parameters:
  ///   - events: what will be printed.
  ///   - namesAnchors: whether to print the anchors' ids; not where all are of one that is named.
  init(
    _ session: StoreSession, _ snapshots: [LogSnapshot], _ events: [EventReference],
    namesAnchors: Bool = true
  ) {
    self.session = session
    self.namesAnchors = namesAnchors
    let spaces = snapshots.map { snapshot in
      let index = snapshot.timeline.index
      return Space(index: index, title: snapshot.title.truncated(to: 20), ids: ShortIds(index))
    }
    self.spaces = spaces
    unit = Self.unit(of: events, snapshots)
    let all = InstantColumn(
      events.lazy.map { spaces[$0.space].index.instant($0.ordinal) }, session.time)
    let width = session.context.lineWidth
    let precise = Self.table(spaces, all, namesAnchors: namesAnchors)
    // A time without its fraction, copied, does not find the event; versions tell little beside it.
    let isRoomy = TableLayout(precise, limit: nil)
      .fitsComfortably(width, leavingOut: Self.worthOfVersions)
    instants = isRoomy ? all : all.withoutFractions
    table = isRoomy ? precise : Self.table(spaces, instants, namesAnchors: namesAnchors)
    layout = TableLayout(table, limit: width)
  }

  /// Metres for a log so long that looking at all of it would keep one waiting.
  private static func unit(
    of events: [EventReference], _ snapshots: [LogSnapshot]
  ) -> LengthUnit? {
    guard events.count <= 100_000 else { return .metres }
    return LengthUnit(
      ofColumn: events.lazy.map { event in
        EventText(snapshots[event.space].timeline.index).distance(event.ordinal)
      })
  }

  /// Less than that of any other column.
  private static let worthOfVersions = 1

  /// The columns, with one row that is as wide as any may be.
  private static func table(
    _ spaces: [Space], _ instants: InstantColumn, namesAnchors: Bool
  ) -> TextTable {
    let hasSeveral = spaces.count > 1
    let version = spaces.map { space in
      (0..<space.index.slotCount).lazy.map(space.index.maximumVersion(ofSlot:)).max() ?? 0
    }.max()
    var what = TextTable.Column.flexible("WHAT")
    what.comfortable = hasSeveral ? 20 : 28
    var columns: [TextTable.Column] = [
      .init(heading: instants.heading), .optional("EVENT", worth: 4),
      .optional("VER", worth: worthOfVersions),
    ]
    if namesAnchors { columns.append(.optional("ID", worth: 3)) }
    if hasSeveral { columns.append(.flexible("SPACE", worth: 2)) }
    columns.append(what)
    let id = spaces.lazy.compactMap { space in
      space.index.slotCount > 0 ? space.ids.text(space.index.anchorId(ofSlot: 0)) : nil
    }.max { $0.count < $1.count }
    let title = spaces.map(\.title).max { $0.width < $1.width }
    var row: [TextTable.Cell] = [
      .init(TerminalText(repeating: " ", count: instants.width)), .init("restored"),
      .init("v\(version ?? 0)"),
    ]
    if namesAnchors { row.append(.init(id ?? "")) }
    if hasSeveral { row.append(.init(title ?? .empty)) }
    row.append(.init(TerminalText(repeating: " ", count: 1000)))
    return TextTable(columns: columns, rows: [row])
  }
}

extension EventPrinter {
  /// The headings, then the events; nothing where there are none.
  func print(_ events: some Sequence<EventReference>) throws {
    var isFirst = true
    var lastLabel: TerminalText?
    for event in events {
      if isFirst {
        let headings = table.columns.map { TextTable.Cell($0.heading, .bold) }
        try session.output.writeLine(layout.line(headings, session.paint))
        isFirst = false
      }
      try print(event, after: &lastLabel)
    }
  }

  /// - Parameter lastLabel: what the anchor of the line before is called, and then that of this one.
  private func print(_ reference: EventReference, after lastLabel: inout TerminalText?) throws {
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
    let room = layout.width(of: table.columns.count - 1) ?? 0
    let remarks = remarks(index, ordinal, room: room)
    let rest = remarks.reduce(room) { $0 - $1.width }
    let summary = try summary(index, ordinal, after: &lastLabel)
    cells.append(.init(summary.truncated(to: rest)))
    let line = layout.line(cells, session.paint)
    try session.output.writeLine(line + remarks.map { session.paint($0, .dim) }.joined())
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
    _ index: EventIndex, _ ordinal: Int, after lastLabel: inout TerminalText?
  ) throws -> TerminalText {
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    let label = AnchorDescription(try index.metadata(ordinal), id: id).label
    let change = try EventText(index, unit: unit).details(ordinal)
    let isKnown = !namesAnchors && label == lastLabel
    lastLabel = label
    if change.isEmpty { return label }
    return isKnown ? change : "\(label): \(change)"
  }
}
