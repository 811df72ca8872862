import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// Prints a diff of a space.
struct DiffPrinter {
  let session: StoreSession
  let snapshot: LogSnapshot
  let from: Moment
  let to: Moment

  func json(_ report: DiffReport) -> JSONNode {
    .object([
      ("spaceId", JSONNode(snapshot.spaceId)), ("from", JSONNode(from.at)),
      ("to", JSONNode(to.at)), ("summary", .string(report.summary)),
      ("changeCount", .integer(report.changeCount)),
      ("added", .array(report.added.map { JSONNode($0) })),
      ("removed", .array(report.removed.map { JSONNode($0) })),
      ("moved", .array(report.moved.map { JSONNode($0) })),
      ("updated", .array(report.updated.map { JSONNode($0) })),
      ("unchanged", .array(report.unchanged.map { JSONNode($0.id) })),
      ("belowThreshold", .array(report.belowThreshold.map { JSONNode($0.id) })),
      ("shift", .optional(report.shift) { JSONNode($0) }),
    ])
  }

  func print(_ report: DiffReport, showsShift: Bool) throws {
    let output = session.output
    try output.writeLine(
      session.paint(SpaceTitle.text(snapshot), .bold)
        + session.paint(
          " · \(session.text(of: from, in: snapshot)) → \(session.text(of: to, in: snapshot))"))
    if showsShift { try output.writeLine(session.paint(shiftText(report.shift))) }
    let rows = rows(report)
    if !rows.isEmpty {
      var table = TextTable(columns: [
        .init(heading: ""), .init(heading: "ID"), .init(heading: "LABEL", isFlexible: true),
        .init(heading: "CHANGE", isFlexible: true),
      ])
      table.rows = rows
      for line in table.lines(session.paint, width: session.context.terminals.columns).dropFirst() {
        try output.writeLine(line)
      }
    }
    try output.writeLine(session.paint(TerminalText(footer(report)), .bold))
  }

  private func footer(_ report: DiffReport) -> String {
    var text = report.summary
    if !report.unchanged.isEmpty { text += " · \(report.unchanged.count) unchanged" }
    if !report.belowThreshold.isEmpty {
      text += " · \(report.belowThreshold.count) moved less than the threshold"
    }
    return text
  }

  private func shiftText(_ shift: HBRigidShift?) -> TerminalText {
    guard let shift else { return "no shift of the whole space" }
    let distance = NumberText.distance(shift.distance)
    let residual = NumberText.distance(shift.residual)
    let yaw = NumberText.angle(shift.yaw)
    return TerminalText(
      "space shifted \(distance), yaw \(yaw), residual \(residual), "
        + "\(shift.inliers) of \(shift.common) anchors; taken out")
  }

  private func rows(_ report: DiffReport) -> [[TextTable.Cell]] {
    let ids = ShortIds(snapshot.timeline.index)
    func row(_ sign: TerminalText, _ color: Color, _ anchor: HBAnchor, _ change: TerminalText)
      -> [TextTable.Cell]
    {
      [
        .init(sign, Style(color)), .init(ids.text(anchor.id), .init(.accent)),
        .init(AnchorDescription(anchor.metadata, id: anchor.id).label), .init(change),
      ]
    }
    return report.removed.map { row("×", .removed, $0, "removed") }
      + report.added.map { row("+", .added, $0, "added \(place($0))") }
      + report.moved.map { row("~", .moved, $0.anchor, change($0)) }
      + report.updated.map { updated in
        row(
          "≈", .updated, updated.anchor,
          EventChange.metadata(from: updated.previousMetadata, to: updated.anchor.metadata))
      }
  }

  private func place(_ anchor: HBAnchor) -> String {
    "at \(NumberText.position(anchor.position))"
  }

  private func change(_ move: DiffReport.Move) -> TerminalText {
    var parts: [String] = []
    if move.distance > 0 { parts.append("moved \(NumberText.distance(move.distance))") }
    if move.angle >= 0.05 { parts.append("turned \(NumberText.angle(move.angle))") }
    if parts.isEmpty { parts.append("transform changed") }
    return TerminalText(
      parts.joined(separator: ", ")
        + ", \(NumberText.position(HBTransform.position(move.previousTransform))) → "
        + NumberText.position(move.anchor.position))
  }
}
