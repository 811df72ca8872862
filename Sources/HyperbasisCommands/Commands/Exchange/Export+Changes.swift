import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisExchange
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

// What changed between two dates: the same comparison as `diff`.

extension Export {
  func writeChanges(_ format: ExportFormat, to sink: ByteSink) throws -> TerminalText {
    let report = try comparison().report
    // A table cannot show the shift that was taken out, without which its distances do not match its
    // places.
    if options.align, report.shift != nil {
      let shifts = ShiftText.takenOutOfMoves(
        report.shift, notAShift: nil, stillShifted: names(report.shift))
      try session.context.writeError("note: \(shifts.plain)")
    }
    let table = ChangeTable(report)
    if format == .csv {
      try table.writeCSV(to: sink, isForExcel: options.excel)
    } else {
      try table.writeLines(to: sink)
    }
    return CountText.text(report.changes.count, "change")
  }

  func writeMarkdown(to sink: ByteSink) throws -> TerminalText {
    let (report, shift, from, to) = try comparison()
    let text = DiffMarkdown(
      report, title: scope.snapshot.title, note: scope.note, isFiltered: scope.filtered != nil,
      from: TerminalText(session.text(of: from, in: scope.snapshot)),
      to: TerminalText(session.text(of: to, in: scope.snapshot)),
      shifts: sentences(on: report, shift), ids: ShortIds(index))
    try sink.append(text.text)
    return CountText.text(report.changes.count, "change")
  }

  private func sentences(on report: DiffReport, _ shift: ShiftBetween?) -> [TerminalText] {
    if options.align {
      return [
        ShiftText.takenOutOfMoves(
          report.shift, notAShift: report.notAShift, stillShifted: names(report.shift))
      ]
    }
    return shift.map { [ShiftText.included($0, stillShifted: names($0))] } ?? []
  }

  private func names(_ shift: ShiftBetween?) -> [TerminalText] {
    shift?.namesOfStillShifted(index) ?? []
  }

  private func comparison() throws -> (
    report: DiffReport, shift: ShiftBetween?, from: Moment, to: Moment
  ) {
    let (from, to) = try scope.period()
    let history = try DriftHistory(index)
    let inclusion = scope.filtered?.inclusion(from: from, to: to)
    var comparison = try StateComparison(
      index, from: index.rows(of: from.state), to: index.rows(of: to.state),
      rule: try options.moves.rule,
      shift: options.align ? .takenOut(history) : .found(history),
      where: { scope.includes(slot: Int($0.slot)) && inclusion?($0) ?? true })
    scope.filtered?.narrow(&comparison)
    let report = try DiffReport(index, comparison, fromDate: from.at, toDate: to.at)
    return (report, comparison.shift, from, to)
  }
}

// MARK: - The plan

extension Export {
  /// Writes the same picture as `plot --svg`.
  func writePicture(to sink: ByteSink) throws -> TerminalText {
    let period = content == .diff ? try scope.period() : nil
    let moment = try period?.to ?? scope.moment()
    var picture = PlotPicture(
      scope.filtered?.data ?? SpaceData(scope.snapshot), from: period?.from.state, to: moment.state)
    picture.filter = scope.filtered?.filter(at: moment)
    picture.takesShiftOut = options.align
    picture.rule = try options.moves.rule
    let dates = [period?.from, moment].compactMap { $0 }
      .map { session.text(of: $0, in: scope.snapshot) }.joined(separator: " → ")
    let notes =
      [TerminalText(dates), scope.note].compactMap { $0 } + picture.notes(showsShift: options.align)
    try sink.append(
      picture.svg(
        size: TerminalSize(columns: 960, rows: 640), title: scope.snapshot.title,
        date: notes.joined(separator: " · ")))
    return content == .diff ? "what changed" : "the plan"
  }
}
