import Foundation
import HyperbasisCanvas
import HyperbasisHistory

// An anchor as a draft leaves it; what is not yet in the store has a mark.

extension InspectorLines {
  func draftLines(_ change: HBPlannedChange) -> [InspectorLine] {
    guard let after = change.after else { return [] }
    return [
      InspectorLine(key: "name", value: change.name, style: .bold),
      InspectorLine(key: "* draft", value: change.effectText, style: .warning),
      InspectorLine(key: "id", value: TerminalText(after.id.uuidString), isId: true),
    ] + transformLines(change, after) + metadataLines(change, after)
  }

  private func transformLines(
    _ change: HBPlannedChange, _ after: HBAnchor
  ) -> [InspectorLine] {
    let old = change.before.map { Self.transformLines($0.transform) } ?? []
    return Self.transformLines(after.transform).map { line in
      old.contains { $0.key == line.key && $0.value == line.value } ? line : marked(line)
    }
  }

  private func metadataLines(
    _ change: HBPlannedChange, _ after: HBAnchor
  ) -> [InspectorLine] {
    let old = change.before?.metadata ?? [:]
    let gone = old.keys.filter { after.metadata[$0] == nil }
    let kept = after.metadata.map { key, value in
      let line = metadataLine(key, value)
      return old[key] == value ? line : marked(line)
    }
    let removed = gone.map { key in
      InspectorLine(key: "* \(TerminalText(key, limit: 40))", value: "removed", style: .warning)
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
