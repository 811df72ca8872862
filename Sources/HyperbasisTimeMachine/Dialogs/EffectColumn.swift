import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The effects of a plan on anchors, beside their names: in short words if the long ones would be cut.
struct EffectColumn {
  let changes: [HBPlannedChange]
  private let texts: [TerminalText]
  private let names: NameColumn
  private let columns: Int
  private let ellipsis: TerminalText

  /// - Parameters:
  ///   - unit: the unit of all lengths; nil if each has its own.
  ///   - columns: the width that names and texts share.
  ///   - rows: the available lines, at least one for each change.
  init(
    _ changes: [HBPlannedChange], in unit: LengthUnit?, columns: Int, rows: Int,
    ellipsis: TerminalText
  ) {
    let full = EffectColumn(changes, unit, isShort: false, columns: columns, ellipsis: ellipsis)
    let fits = full.lineCount <= max(rows, changes.count)
    self = fits ? full : Self(changes, unit, isShort: true, columns: columns, ellipsis: ellipsis)
  }

  private init(
    _ changes: [HBPlannedChange], _ unit: LengthUnit?, isShort: Bool, columns: Int,
    ellipsis: TerminalText
  ) {
    self.changes = changes
    self.columns = max(1, columns)
    self.ellipsis = ellipsis
    texts = changes.map { $0.effectText(in: unit, isShort: isShort) }
    names = NameColumn(names: changes.map(\.name), texts: texts, room: columns)
  }
}

extension EffectColumn {
  /// How many lines it takes if nothing is cut.
  private var lineCount: Int {
    changes.indices.reduce(0) { $0 + lines(ofChange: $1).count }
  }

  private func text(ofChange number: Int) -> TerminalText { name(ofChange: number) + texts[number] }

  private func name(ofChange number: Int) -> TerminalText {
    names.text(changes[number].name, ellipsis: ellipsis) + " "
  }

  /// Returns a change in as many lines as it needs.
  private func lines(ofChange number: Int) -> [TerminalText] {
    text(ofChange: number).wrapped(to: columns)
  }

  /// Returns the same in at most `limit` lines; the last of them keeps the end of the text, which says
  /// how the anchor ends up.
  func lines(ofChange number: Int, atMost limit: Int) -> [TerminalText] {
    guard limit > 1 else { return [line(ofChange: number)] }
    let lines = lines(ofChange: number)
    guard lines.count > limit else { return lines }
    let rest = lines.dropFirst(limit - 1).joined(separator: " ")
    return lines.prefix(limit - 1) + [rest.shortenedInside(to: columns, ellipsis: ellipsis)]
  }

  /// Returns a change in one line. If the position changes, the beginning is kept, since it says how far.
  /// A word for an anchor that comes back or goes always stays in front.
  func line(ofChange number: Int) -> TerminalText {
    let name = name(ofChange: number)
    let room = columns - name.width
    let text = texts[number]
    let kept = changes[number].presenceWord.map { $0.width + 2 } ?? 0
    if isMoved(changes[number]) || (kept > 0 && room - kept < Self.leastInside) {
      return name + text.truncatedBeforeMeasure(to: room, ellipsis: ellipsis)
    }
    let rest = text.suffix(columns: max(0, text.width - kept))
    return name + text.prefix(columns: kept)
      + rest.shortenedInside(to: room - kept, ellipsis: ellipsis)
  }

  /// Fewer letters than this around an ellipsis would be meaningless.
  private static let leastInside = 7

  private func isMoved(_ change: HBPlannedChange) -> Bool {
    guard let before = change.before, let after = change.after else { return false }
    return before.transform != after.transform
  }
}
