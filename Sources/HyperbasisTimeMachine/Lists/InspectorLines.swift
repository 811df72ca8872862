import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// A line of the inspector: a key and its value.
struct InspectorLine {
  let key: TerminalText
  let value: TerminalText
  /// What goes on a row of its own if it does not fit beside the value.
  var rest = TerminalText.empty
  /// The value for a narrow pane, from the longest to the shortest text.
  var shorter: [TerminalText] = []
  var style = Style.plain
  /// Whether the value is an id.
  var isId = false
}

/// The lines of the inspector on an anchor or a space.
struct InspectorLines {
  let view: SpaceView
  let settings: Settings
  let keymap: Keymap
  /// Whether each part shows who changed it last, and when.
  var showsBlame = false

  var ofAnchor: [InspectorLine] {
    if let change = view.selectedDraft { return draftLines(change) + measureLines }
    guard let ordinal = view.selectedOrdinal else {
      let way: TerminalText = view.listedAnchors.count == 0 ? .empty : "; \(wayToSelect)"
      return [InspectorLine(key: .empty, value: "no anchor selected\(way)", style: .dim)]
    }
    let blame = showsBlame ? view.data.blame(after: ordinal) : nil
    return placeLines(ordinal, blame) + measureLines + pathLines(ordinal)
      + metadataLines(ordinal, blame)
      + dateLines(ordinal)
  }

  /// How to select an anchor: in a list of something else, the rows are not anchors.
  private var wayToSelect: TerminalText {
    switch view.lists.tab {
    case .anchors, .diff, .inspect:
      "\(keymap.label(of: .list(.moveSelection(.forward)), charset: settings.charset)) selects one"
    case .history, .operations, .drift: "\(keymap.label(of: .list(.showTab(.anchors)))) lists them"
    }
  }

  var ofSpace: [InspectorLine] {
    let index = view.index
    var lines = [
      InspectorLine(key: "space", value: view.data.name, style: .bold),
      InspectorLine(key: "id", value: TerminalText(view.data.id.uuidString), isId: true),
      InspectorLine(
        key: "events",
        value: "\(index.count), of \(CountText.text(index.slotCount, "anchor"))"),
    ]
    if let start = index.start {
      lines.append(InspectorLine(key: "first", value: settings.text(start)))
    }
    if let end = index.end { lines.append(InspectorLine(key: "last", value: settings.text(end))) }
    return lines
  }
}

extension InspectorLines {
  private func placeLines(_ ordinal: Int, _ blame: Blame?) -> [InspectorLine] {
    let description = view.data.description(after: ordinal)
    let id = view.index.anchorId(ofSlot: view.index.slot(ordinal))
    return [InspectorLine(key: "name", value: description.label, style: .bold)] + absence(ordinal)
      + deletion(ordinal)
      + [InspectorLine(key: "id", value: TerminalText(id.uuidString), isId: true)]
      + (view.data.transform(after: ordinal).map(Self.transformLines) ?? [
        Self.unreadable("position")
      ]) + blameLine(blame?.place)
  }

  /// Returns when a part was changed last, and by whom.
  private func blameLine(_ origin: Int?) -> [InspectorLine] {
    guard let origin else { return [] }
    let instant = view.index.instant(origin)
    let texts = shorterTexts(instant)
    return [
      InspectorLine(
        key: .empty, value: "since \(texts[0])", rest: ActorText.by(view.index.actor(origin)),
        shorter: texts, style: .dim)
    ]
  }

  /// Returns a date without its fraction, then without its seconds, then only its day: a time always
  /// has its zone.
  private func shorterTexts(_ instant: HBInstant) -> [TerminalText] {
    let time = settings.timeText
    let (day, clock) = (time.day(instant), time.time(instant))
    let zone = time.zoneText(at: instant)
    return ["\(day) \(clock) \(zone)", "\(day) \(clock.prefix(5)) \(zone)", day]
      .map { TerminalText($0) }
  }

  /// Returns the position, the rotation, and the scale unless it is 1.
  static func transformLines(_ transform: [Float]) -> [InspectorLine] {
    var lines = [
      InspectorLine(
        key: "position", value: "\(PointText.exact(HBTransform.position(transform))) m"),
      InspectorLine(key: "yaw", value: RotationText.text(transform)),
    ]
    let scale = HBTransform.scale(transform)
    if abs(scale.x - 1) + abs(scale.y - 1) + abs(scale.z - 1) > 0.003 {
      let text = String(format: "%.3g, %.3g, %.3g", scale.x, scale.y, scale.z)
      lines.append(InspectorLine(key: "scale", value: TerminalText(text)))
    }
    return lines
  }

  /// Returns a line that says so if the anchor is not there at the date on screen.
  private func absence(_ ordinal: Int) -> [InspectorLine] {
    guard ordinal >= view.offset else { return [] }
    // In a comparison that ends later, the anchor is shown as it is then.
    let text: TerminalText =
      ordinal < view.mapOffset
      ? "not there at this date; shown as it is later" : "not there yet; added later"
    return [InspectorLine(key: .empty, value: text, style: .warning)]
  }

  /// Returns when an anchor that is shown as deleted was deleted, and by whom.
  private func deletion(_ ordinal: Int) -> [InspectorLine] {
    guard let hiding = view.index.hidingOrdinal(ordinal) else { return [] }
    var line = date("deleted", hiding)
    line.style = Style(.removed)
    return [line]
  }

  private func metadataLines(_ ordinal: Int, _ blame: Blame?) -> [InspectorLine] {
    view.data.metadata(after: ordinal)?.sorted { $0.key < $1.key }.prefix(200)
      .flatMap { [metadataLine($0, $1)] + blameLine(blame?.keys[$0]) }
      ?? [Self.unreadable("metadata")]
  }

  private static func unreadable(_ key: TerminalText) -> InspectorLine {
    InspectorLine(key: key, value: SpaceData.unreadable, style: .error)
  }

  func metadataLine(_ key: String, _ value: AnyCodableValue) -> InspectorLine {
    InspectorLine(
      key: KeyText.text(key), value: ValueText.text(value),
      rest: key == AnchorDescription.endpointKey ? endpointText(value) : .empty,
      style: Style(.updated))
  }

  /// Says which anchor is at the other end of a measurement, or why there is no line to it.
  private func endpointText(_ value: AnyCodableValue) -> TerminalText {
    guard let id = value.stringValue.flatMap({ UUID(uuidString: $0) }) else {
      return "(not an anchor's id)"
    }
    guard let slot = view.index.slot(of: id) else { return "(no such anchor here)" }
    guard let ordinal = view.index.latestOrdinal(ofSlot: slot, through: view.mapOffset) else {
      return "(not there yet)"
    }
    if slot == view.selectedSlot { return "(this anchor itself)" }
    let label = view.data.description(after: ordinal).label
    return view.index.isHidden(ordinal) ? "(deleted: \(label))" : "(\(label))"
  }

  private func dateLines(_ ordinal: Int) -> [InspectorLine] {
    let index = view.index
    var lines: [InspectorLine] = []
    let slot = index.slot(ordinal)
    if let start = index.foldStart(ofSlot: slot) {
      lines.append(date("created", start, at: index.creationInstant(ofSlot: slot)))
    }
    lines.append(date("changed", ordinal))
    if let operation = index.operation(ordinal) {
      lines.append(
        InspectorLine(key: "operation", value: TerminalText(operation.uuidString), isId: true))
    }
    let newest = index.maximumVersion(ofSlot: slot)
    lines.append(InspectorLine(key: "version", value: "\(index.version(ordinal)) of \(newest)"))
    return lines
  }

  /// - Parameter own: The date that the event itself gives; nil for its instant.
  private func date(
    _ key: TerminalText, _ ordinal: Int, at own: HBInstant? = nil
  ) -> InspectorLine {
    let instant = own ?? view.index.instant(ordinal)
    return InspectorLine(
      key: key, value: settings.text(instant), rest: ActorText.by(view.index.actor(ordinal)),
      shorter: shorterTexts(instant))
  }
}

// An anchor as a draft leaves it; what is not in the store yet is marked.

extension InspectorLines {
  func draftLines(_ change: HBPlannedChange) -> [InspectorLine] {
    guard let after = change.after else { return [] }
    return [
      InspectorLine(key: "name", value: change.name, style: .bold),
      InspectorLine(key: "* draft", value: change.effectText, style: .warning),
      InspectorLine(key: "id", value: TerminalText(after.id.uuidString), isId: true),
    ] + transformLines(change, after) + metadataLines(change, after)
  }

  private func transformLines(_ change: HBPlannedChange, _ after: HBAnchor) -> [InspectorLine] {
    let old = change.before.map { Self.transformLines($0.transform) } ?? []
    return Self.transformLines(after.transform).map { line in
      old.contains { $0.key == line.key && $0.value == line.value } ? line : marked(line)
    }
  }

  private func metadataLines(_ change: HBPlannedChange, _ after: HBAnchor) -> [InspectorLine] {
    let old = change.before?.metadata ?? [:]
    let gone = old.keys.filter { after.metadata[$0] == nil }
    let kept = after.metadata.map { key, value in
      let line = metadataLine(key, value)
      return old[key] == value ? line : marked(line)
    }
    let removed = gone.map { key in
      InspectorLine(key: "* \(KeyText.text(key))", value: "removed", style: .warning)
    }
    return (kept + removed).sorted { $0.key.sortKey < $1.key.sortKey }
  }

  private func marked(_ line: InspectorLine) -> InspectorLine {
    InspectorLine(key: "* \(line.key)", value: line.value, style: .warning)
  }
}

extension TerminalText {
  /// The key of a line without its mark.
  fileprivate var sortKey: String {
    plain.hasPrefix("* ") ? String(plain.dropFirst(2)) : plain
  }
}

/// The contents of the inspector, wrapped to the width of a pane.
struct InspectorContent {
  private let lines: InspectorLines
  private let ellipsis: TerminalText

  init(_ view: SpaceView, _ settings: Settings, _ keymap: Keymap) {
    lines = InspectorLines(view: view, settings: settings, keymap: keymap)
    ellipsis = settings.charset.ellipsis
  }

  /// Returns the rows of everything on the anchor.
  func tabRows(columns: Int) -> [Row] {
    var lines = lines
    lines.showsBlame = true
    return rows(lines.ofAnchor, columns: columns, wraps: true)
  }

  /// Returns the rows on the anchor or the space; long lines are truncated rather than wrapped.
  func paneRows(ofSpace isSpace: Bool, columns: Int) -> [Row] {
    rows(isSpace ? lines.ofSpace : lines.ofAnchor, columns: columns, wraps: false)
  }
}

// MARK: - Rows

extension InspectorContent {
  /// One row of a line that is wrapped to the width of the pane.
  struct Row {
    let key: TerminalText
    let value: TerminalText
    let style: Style
  }

  private static let longestKey = 14

  private func rows(_ lines: [InspectorLine], columns: Int, wraps: Bool) -> [Row] {
    let limit = min(Self.longestKey, max(4, columns / 3 - 1))
    let keyWidth = min(limit, lines.map(\.key.width).max() ?? 0) + 1
    return lines.flatMap { line in
      rows(line, keyWidth: keyWidth, columns: columns, wraps: wraps)
    }
  }

  private func rows(_ line: InspectorLine, keyWidth: Int, columns: Int, wraps: Bool) -> [Row] {
    let key = line.key.fitted(to: keyWidth - 1, ellipsis: ellipsis) + " "
    let room = max(1, columns - keyWidth)
    let whole = [line.value, line.rest].present.joined(separator: " ")
    func row(_ value: TerminalText) -> Row { Row(key: key, value: value, style: line.style) }
    func more(_ value: TerminalText) -> Row {
      Row(key: TerminalText(repeating: .blank, count: keyWidth), value: value, style: line.style)
    }
    if whole.width <= room { return [row(whole)] }
    if line.value.width > room, let short = line.shorter.first(where: { $0.width <= room }) {
      return [row(short)] + (line.rest.isEmpty ? [] : [more(line.rest)])
    }
    if line.value.width <= room, !line.rest.isEmpty { return [row(line.value), more(line.rest)] }
    // An id is recognisable without its key.
    if line.isId, line.value.width <= columns {
      return [Row(key: .empty, value: line.value, style: line.style)]
    }
    guard wraps else { return [row(whole.truncated(to: room, ellipsis: ellipsis))] }
    let wrapped = whole.wrapped(to: room)
    return wrapped.prefix(1).map(row) + wrapped.dropFirst().map(more)
  }
}
