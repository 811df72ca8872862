import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// What an import understood and would do, as lines: for the command line and for the screen.
struct ImportReport {
  let plan: HBImport
  /// The files as the person named them.
  let files: [String]
  let times: String?
  /// The shell options for the same store, with a leading blank; empty if it needs none.
  var storeOption = ""
}

extension ImportReport {
  var lines: [TerminalText] { lines(saysOutcome: true) }

  /// - Parameter saysOutcome: whether to include what an import would write.
  func lines(saysOutcome: Bool) -> [TerminalText] {
    var lines: [TerminalText] = []
    if let form = plan.form {
      let names = files.map { URL(filePath: $0).lastPathComponent }.joined(separator: ", ")
      lines.append(
        "\(TerminalText(names)): \(TerminalText(form)), \(CountText.text(plan.spaces.count, "space"))"
      )
    }
    for (number, space) in plan.spaces.enumerated() {
      guard let survey = space.survey else {
        if saysOutcome { lines.append(outcome(space)) }
        if let note = takenBack(space) { lines.append("note: " + note) }
        continue
      }
      // A file with several spaces is described once.
      var screen = survey.screen(space: space.name ?? "", isNew: space.isNew)
      if !saysOutcome { screen.removeLast() }
      lines += (number == 0 ? screen[...] : screen.dropFirst(survey.inputs.count))
        .map { TerminalText($0) }
      if let note = ImportText.pastNote(survey) { lines.append("note: " + note) }
      if let note = takenBack(space) { lines.append("note: " + note) }
      // One command fills all spaces of a column.
      let isLast = survey.options.spaceColumn == nil || number == plan.spaces.count - 1
      if isLast { lines.append("  \(TerminalText(command(survey, space)))") }
    }
    return lines + plan.notes.map { "note: \(TerminalText($0))" }
  }

  private func takenBack(_ space: HBImportedSpace) -> TerminalText? {
    let found = space.survey?.takenBack ?? space.lines?.takenBack
    return found.flatMap {
      ImportText.takenBackNote(
        $0, space: ShellText.line([Self.argument(for: space)]),
        last: space.survey?.instants?.upperBound, storeOption: storeOption)
    }
  }

  static func argument(for space: HBImportedSpace) -> String {
    SpaceArgument.word(space.id, name: space.name)
  }

  private func outcome(_ space: HBImportedSpace) -> TerminalText {
    guard space.events.total > 0 else {
      let name: TerminalText = space.name.map { "the space \"\(TerminalText($0))\": " } ?? ""
      if !space.isEmpty {
        return space.isNew
          ? "would create \(name)no events" : "would change \(name)only its file, no events"
      }
      return name
        + (space.lines?.linesAlreadyThere ?? 0 > 0
          ? "0 events: all of them are already there" : "no events")
    }
    return TerminalText(space.events.outcome(space: space.name, isNew: space.isNew))
  }

  private func command(_ survey: ImportSurvey, _ space: HBImportedSpace) -> String {
    let spaces = survey.options.spaceColumn == nil ? [space] : plan.spaces
    let anchors = spaces.reduce(0) { $0 + $1.anchorCount + $1.absentAnchorCount }
    // A script cannot answer the question.
    return ShellText.line(
      ["hyperbasis"] + survey.command(files: files, times: times, space: space.name ?? "")
        + (anchors > 1 ? ["--yes"] : [])) + storeOption
  }

  /// Why rows cannot be read, and what to do, with the first such lines; empty if all can be read.
  var refusal: [TerminalText] {
    guard let survey = refused else { return [] }
    return [TerminalText("\(survey.refusal); \(survey.refusalAdvice)")]
      + survey.faultLines.map { "  \(TerminalText($0))" }
  }

  /// What was understood of the first input with unreadable rows.
  var refused: HBImportSurvey? {
    plan.spaces.lazy.compactMap(\.survey).first(where: \.isRefused)
  }
}
