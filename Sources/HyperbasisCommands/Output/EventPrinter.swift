import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints events one by one in the columns of a table. The columns are measured without reading the
/// events' contents, so that printing starts at once for a log of any length.
struct EventPrinter {
  private let session: StoreSession
  private let table: TextTable
  private let lines: EventLines

  /// - Parameters:
  ///   - events: the events to print.
  ///   - namesAnchors: whether to print the anchors' ids; false if all events are of one named anchor.
  init(
    _ session: StoreSession, _ snapshots: [LogSnapshot], _ events: [EventReference],
    namesAnchors: Bool = true
  ) {
    self.session = session
    let spaces = snapshots.map { snapshot in
      let index = snapshot.timeline.index
      return EventLines.Space(
        index: index, title: snapshot.title.truncated(to: 20), ids: ShortIds(index))
    }
    let all = InstantColumn(
      events.lazy.map { spaces[$0.space].index.instant($0.ordinal) }, session.time)
    let width = session.context.lineWidth
    let precise = Self.table(spaces, all, namesAnchors: namesAnchors)
    // A copied time without its fraction does not find the event, so fractions outrank versions.
    let isRoomy = TableLayout(precise, limit: nil)
      .fitsComfortably(width, leavingOut: Self.worthOfVersions)
    let instants = isRoomy ? all : all.withoutFractions
    table = isRoomy ? precise : Self.table(spaces, instants, namesAnchors: namesAnchors)
    let spared = Self.leavesActorsRoom(spaces, table, width) ? Int.min : Self.worthOfVersions
    lines = EventLines(
      spaces: spaces, unit: Self.unit(of: events, snapshots), instants: instants,
      layout: TableLayout(table, limit: width, leavingOut: spared), paint: session.paint,
      namesAnchors: namesAnchors)
  }

  /// Returns whether the columns leave room for who did it beside what was done. Versions give way to
  /// that, other columns do not.
  private static func leavesActorsRoom(
    _ spaces: [EventLines.Space], _ table: TextTable, _ width: Int
  ) -> Bool {
    var table = table
    let last = table.columns.count - 1
    let wanted = EventLines.comfortableWidth(spaces.lazy.flatMap(\.index.actorNames))
    table.columns[last].comfortable = max(table.columns[last].comfortable, wanted)
    return TableLayout(table, limit: nil).fitsComfortably(width)
  }

  /// Returns metres for a log so long that examining all of it would take too long.
  private static func unit(
    of events: [EventReference], _ snapshots: [LogSnapshot]
  ) -> LengthUnit? {
    guard events.count <= 100_000 else { return .metres }
    return LengthUnit(
      ofColumn: events.lazy.map { event in
        EventText(snapshots[event.space].timeline.index).distance(event.ordinal)
      })
  }

  /// Less than the worth of any other column.
  private static let worthOfVersions = 1

  /// Returns the columns, with one row that is as wide as any may be.
  private static func table(
    _ spaces: [EventLines.Space], _ instants: InstantColumn, namesAnchors: Bool
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
  /// Prints the headings, then the events; nothing if there are none.
  func print(_ events: [EventReference]) throws {
    guard !events.isEmpty else { return }
    let headings = table.columns.map { TextTable.Cell($0.heading, .bold) }
    try session.output.writeLine(lines.layout.line(headings, session.paint))
    let lines = lines
    let parts = OrderedBatches(count: events.count) { try lines.text(events, $0) }
    try parts.handOut { try session.output.write($0) }
  }
}
