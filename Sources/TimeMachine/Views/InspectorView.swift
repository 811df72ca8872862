import Canvas
import Foundation
import Hyperbasis

/// All about the selected anchor at the date on screen.
struct InspectorView {
  let state: State
  let view: SpaceView

  /// With a border of its own, below the tabs.
  func drawPane(into frame: inout Frame, region: Region) {
    guard !region.isEmpty, view.tab != .inspect else {
      if !region.isEmpty { drawLegendPane(into: &frame, region: region) }
      return
    }
    frame.drawBox(region, style: .dim, box: state.settings.charset.box, title: "inspect")
    draw(into: &frame, region: region.inset(by: 1))
  }

  /// While the tab shows the inspector, the pane below shows the space.
  private func drawLegendPane(into frame: inout Frame, region: Region) {
    frame.drawBox(region, style: .dim, box: state.settings.charset.box, title: "space")
    draw(spaceLines, into: &frame, region: region.inset(by: 1), first: 0)
  }

  func draw(into frame: inout Frame, region: Region) {
    let first = view.tab == .inspect ? view.scroll[.inspect] ?? 0 : 0
    let lines = lines
    draw(lines, into: &frame, region: region, first: min(first, max(0, lines.count - 1)))
  }

  private func draw(
    _ lines: [Line], into frame: inout Frame, region: Region, first: Int
  ) {
    for (row, line) in lines.dropFirst(first).prefix(region.rows).enumerated() {
      let area = region.line(row)
      let start = frame.put(
        line.key.padded(to: Self.keyWidth), at: area.origin, style: .dim, clippedTo: area)
      let value = line.value.truncated(
        to: area.endColumn - start, ellipsis: state.settings.charset.ellipsis)
      frame.put(value, column: start, row: area.row, style: line.style, clippedTo: area)
    }
  }

  private static let keyWidth = 10

  struct Line {
    let key: TerminalText
    let value: TerminalText
    var style = Style.plain
  }

  var lines: [Line] {
    guard let ordinal = view.selectedOrdinal else {
      return [Line(key: .empty, value: "no anchor is selected", style: .dim)]
    }
    return placeLines(ordinal) + metadataLines(ordinal) + dateLines(ordinal)
  }

  private func placeLines(_ ordinal: Int) -> [Line] {
    let face = view.data.face(after: ordinal)
    let transform = view.data.transform(after: ordinal)
    let angles = HBTransform.eulerAngles(transform)
    let turn = [("yaw", angles.yaw), ("pitch", angles.pitch), ("roll", angles.roll)]
      .map { name, angle in
        // Adding 0 turns the −0 that rounding leaves into 0.
        "\(name) " + String(format: "%.1f°", (angle * 10).rounded() / 10 + 0)
      }.joined(separator: ", ")
    let id = view.index.anchorId(ofSlot: view.index.slot(ordinal))
    var lines = [
      Line(key: "name", value: face.label, style: .bold),
      Line(key: "id", value: TerminalText(id.uuidString)),
      Line(key: "position", value: "\(PointText.text(view.index.position(ordinal))) m"),
      Line(key: "rotation", value: TerminalText(turn)),
    ]
    let scale = HBTransform.scale(transform)
    if abs(scale.x - 1) + abs(scale.y - 1) + abs(scale.z - 1) > 0.003 {
      let text = String(format: "%.3g, %.3g, %.3g", scale.x, scale.y, scale.z)
      lines.append(Line(key: "scale", value: TerminalText(text)))
    }
    return lines
  }

  private func metadataLines(_ ordinal: Int) -> [Line] {
    view.data.metadata(after: ordinal).sorted { $0.key < $1.key }.prefix(200).map { key, value in
      Line(
        key: TerminalText(key, limit: 40).truncated(to: Self.keyWidth - 1) + " ",
        value: ValueText.text(value), style: Style(.updated))
    }
  }

  private func dateLines(_ ordinal: Int) -> [Line] {
    let index = view.index
    var lines: [Line] = []
    if let start = index.foldStart(ofSlot: index.slot(ordinal)) {
      lines.append(
        Line(key: "created", value: state.text(index.instant(start)) + by(start)))
    }
    lines.append(
      Line(key: "changed", value: state.text(index.instant(ordinal)) + by(ordinal)))
    if let hiding = index.hidingOrdinal(ordinal) {
      lines.append(
        Line(
          key: "deleted", value: state.text(index.instant(hiding)) + by(hiding),
          style: Style(.removed)))
    }
    if let operation = index.operation(ordinal) {
      lines.append(Line(key: "operation", value: TerminalText(operation.uuidString)))
    }
    let newest = index.maximumVersion(ofSlot: index.slot(ordinal))
    lines.append(Line(key: "version", value: "\(index.version(ordinal)) of \(newest)"))
    return lines
  }

  private func by(_ ordinal: Int) -> TerminalText {
    view.index.actor(ordinal).map { " by \(TerminalText($0, limit: 40))" } ?? .empty
  }

  private var spaceLines: [Line] {
    let index = view.index
    var lines = [
      Line(key: "space", value: view.data.name, style: .bold),
      Line(key: "id", value: TerminalText(view.data.id.uuidString)),
      Line(key: "events", value: "\(index.count) of \(index.slotCount) anchors"),
    ]
    if let start = index.start { lines.append(Line(key: "first", value: state.text(start))) }
    if let end = index.end { lines.append(Line(key: "last", value: state.text(end))) }
    return lines
  }
}
