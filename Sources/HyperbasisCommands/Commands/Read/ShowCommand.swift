import ArgumentParser
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints the anchors of a space as they were.
struct ShowCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the anchors of a space as they were.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(
    help: ArgumentHelp(
      "As of then: -2h, end-1d, start+2h, 50%, 12:03, 2024-06-17 (else the latest).",
      valueName: "date"))
  var at: String?

  @Flag(help: "Show deleted anchors too.")
  var deleted = false

  @OptionGroup var filter: FilterOptions
  @OptionGroup var sort: SortOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try remote.refuse([(filter.text != nil, "--where"), (sort.name != nil, "--sort")])
    guard remote.isRemote else {
      return try options.read(in: context) { try print($0.snapshot(space), $0) }
    }
    try options.ask(in: context) { session in
      let remote = try RemoteSpace(space, session)
      try print(remote.snapshot(at: [at.map(remote.instant)]), session)
    }
  }

  private func print(_ snapshot: LogSnapshot, _ session: StoreSession) throws {
    let index = snapshot.timeline.index
    let moment = try session.moment(at, in: index)
    let anchors = try anchors(of: snapshot, at: moment, session)
    if format.json {
      return try session.json.print(
        .object([
          ("spaceId", JSONNode(snapshot.spaceId)), ("at", JSONNode(moment.at)),
          ("anchors", .array(anchors.map { JSONNode($0, in: moment.state, of: index) })),
        ]))
    }
    try session.printHeading(
      snapshot.title, heading(snapshot, moment, anchors, session))
    if !anchors.isEmpty { try session.print(table(of: anchors, at: moment, index)) }
  }

  /// Returns the anchors that pass the filter, in the chosen order.
  private func anchors(
    of snapshot: LogSnapshot, at moment: Moment, _ session: StoreSession
  ) throws -> [HBAnchor] {
    let anchors = try snapshot.timeline.index.anchors(in: moment.state, includeDeleted: deleted)
    let filtered = try filter.filtered(snapshot, session)
    let order = try sort.order()
    guard filtered != nil || order != .usual else { return anchors }
    let data = filtered?.data ?? SpaceData(snapshot)
    let key = AnchorList.Key(
      offset: moment.state.eventCount, includesDeleted: deleted,
      filter: filtered?.filter(at: moment), order: order,
      date: moment.isLatest ? nil : moment.at)
    let byId = Dictionary(anchors.map { ($0.id, $0) }) { first, _ in first }
    return data.anchors(key).slots.compactMap { byId[data.index.anchorId(ofSlot: Int($0))] }
  }

  private func heading(
    _ snapshot: LogSnapshot, _ moment: Moment, _ anchors: [HBAnchor], _ session: StoreSession
  ) -> TerminalText {
    let hidden = anchors.filter(\.isDeleted).count
    let alive = CountText.text(anchors.count - hidden, "anchor")
    let counts = deleted ? "\(alive), \(hidden) deleted" : alive
    let date = session.text(of: moment, in: snapshot)
    return "\(date) · \(counts)" + (filter.note.map { " · \($0)" } ?? "")
  }

  private func table(
    of anchors: [HBAnchor], at moment: Moment, _ index: EventIndex
  ) -> TextTable {
    let ids = ShortIds(index)
    var table = TextTable(columns: [
      "ID", .optional("TYPE", worth: 3), .flexible("LABEL"), .number("X"), .number("Y"),
      .number("Z"), .number("YAW", worth: 2), .optional("UPDATED", worth: 1),
    ])
    if deleted { table.columns.append(.optional("DELETED", worth: 4)) }
    let digits = PointText.digits(forSize: anchors.map { PointText.size($0.position) }.max() ?? 0)
    table.rows = anchors.map { anchor in
      let description = AnchorDescription(anchor.metadata, id: anchor.id)
      let position = anchor.position
      let style: Style = anchor.isDeleted ? .dim : .plain
      let ordinal = index.slot(of: anchor.id).flatMap { moment.state.ordinal(ofSlot: $0) }
      let instants = ordinal.map(index.instants(ofAnchorAfter:))
      var row: [TextTable.Cell] = [
        .init(ids.text(anchor.id), .init(.accent)), .init(description.type ?? "", style),
        .init(description.label, style),
        .init(PointText.coordinate(position.x, digits: digits), style),
        .init(PointText.coordinate(position.y, digits: digits), style),
        .init(PointText.coordinate(position.z, digits: digits), style),
        .init(HBTransform.yaw(anchor.transform).map { AngleText.short($0) } ?? "", style),
        .init(instants?.updatedAt, style),
      ]
      if deleted {
        row.append(.init(instants?.deletedAt, style))
      }
      return row
    }
    return table
  }
}
