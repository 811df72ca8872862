import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// What an import understood and would do, as lines: for the terminal and for the screen.
struct ImportReport {
  let plan: HBImport
  /// As the person named them.
  let files: [String]
  let times: String?
}

extension ImportReport {
  var lines: [TerminalText] {
    var lines: [TerminalText] = []
    if let form = plan.form {
      let names = files.map { URL(filePath: $0).lastPathComponent }.joined(separator: ", ")
      lines.append(
        "\(TerminalText(names)): \(TerminalText(form)), \(CountText.text(plan.spaces.count, "space"))"
      )
    }
    for (number, space) in plan.spaces.enumerated() {
      guard let survey = space.survey else {
        lines.append(ImportText.outcome(space.events, space: space.name, isNew: space.isNew))
        continue
      }
      let text = ImportText(survey, space: space.name ?? "", isNew: space.isNew)
      // Of several spaces in one file the file is described once.
      if number == 0 { lines += text.inputs }
      lines += understood(text)
      lines.append(text.outcome)
      lines += text.notes.map { "  note: " + $0 }
      lines.append("  \(TerminalText(command(survey, space)))")
    }
    return lines + plan.notes.map { "  note: \(TerminalText($0))" }
  }

  private func understood(_ text: ImportText) -> [TerminalText] {
    let understood = text.understood
    let topics = max(8, understood.map(\.topic.width).max() ?? 0)
    let columns = min(20, understood.map(\.columns.width).max() ?? 0)
    return understood.map { line in
      let named =
        line.columns.isEmpty ? line.text : line.columns.padded(to: columns) + "  " + line.text
      return "  " + line.topic.padded(to: topics) + "  " + named
    }
  }

  private func command(_ survey: ImportSurvey, _ space: HBImportedSpace) -> String {
    ShellText.line(
      ["hyperbasis"] + survey.command(files: files, times: times, space: space.name ?? ""))
  }

  /// Why rows cannot be read, the first ones by their lines; empty where all can.
  var refusal: [TerminalText] {
    guard let text = refusedText else { return [] }
    return [text.refusal] + text.faults.map { "  " + $0 } + ["  \(text.faultCounts)"]
  }

  var refusedText: ImportText? {
    plan.spaces.first { $0.survey?.isRefused ?? false }.flatMap { space in
      space.survey.map { ImportText($0, space: space.name ?? "", isNew: space.isNew) }
    }
  }
}
