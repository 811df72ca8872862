import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Describes how the anchor of a row of a comparison differs.
struct RowText {
  let data: SpaceData
  /// The shifts that the comparison takes out; nil for none.
  var shift: ShiftBetween?
  /// The unit of lengths in a column of rows; nil if each text stands by itself.
  var unit: LengthUnit?

  /// `moved 1.42 m, yaw +12°`.
  func text(_ row: Comparison.Row) -> TerminalText {
    change(row)?.text(in: unit) ?? row.difference.word
  }

  /// Returns the same without `moved`, which the glyph of the row shows already.
  func short(_ row: Comparison.Row) -> TerminalText {
    change(row)?.short(in: unit) ?? row.difference.word
  }

  /// `Lamp added, by anna`: everything that a row shows, to be read aloud.
  func sentence(_ row: Comparison.Row) -> TerminalText {
    let names = ActorText.names(data.index.contribution(to: row, without: shift))
    let by: TerminalText = names.isEmpty ? .empty : ", by \(names.joined(separator: ", "))"
    return "\(label(row)) \(text(row))\(by)"
  }

  /// Returns the label of the anchor of a row; for a removed one, as it was before.
  func label(_ row: Comparison.Row) -> TerminalText {
    let ordinal =
      row.difference == .removed ? row.before ?? row.after : row.after ?? row.before
    return ordinal.map { data.description(after: $0).label } ?? .empty
  }

  /// Nil if the anchor is in only one of the states.
  private func change(_ row: Comparison.Row) -> ChangeText? {
    guard let before = row.before, let after = row.after, row.difference >= .moved else {
      return nil
    }
    let isUpdated = row.difference == .updated || row.isUpdated
    return ChangeText(
      transforms: row.difference == .moved ? transforms(before, after, row.slot) : nil,
      metadata: isUpdated ? metadata(before, after) : nil)
  }

  private func metadata(
    _ before: Int, _ after: Int
  ) -> (old: [String: AnyCodableValue], new: [String: AnyCodableValue])? {
    guard let old = data.metadata(after: before), let new = data.metadata(after: after) else {
      return nil
    }
    return (old, new)
  }

  private func transforms(
    _ before: Int, _ after: Int, _ slot: Int
  ) -> (old: [Float], new: [Float])? {
    guard let old = data.transform(after: before), let new = data.transform(after: after) else {
      return nil
    }
    return (old, shift?.takenOut(of: new, since: old, slot: slot) ?? new)
  }
}

extension Comparison {
  /// The unit of lengths in the list of differences; nil if nothing moved.
  var lengthUnit: LengthUnit? {
    // The moved rows are contiguous, the farthest first; the distance is 0 if only the turn differs.
    let moved = rows[movedStart...].prefix(counts[.moved] ?? 0)
    guard let farthest = moved.first?.distance, farthest > 0 else { return nil }
    let end = moved.partitioningIndex { $0.distance == 0 }
    return LengthUnit(ofColumn: [farthest, moved[end - 1].distance])
  }
}

extension SpaceData {
  /// `moved 1.42 m, yaw +12°`: what an event changed.
  ///
  /// - Parameter unit: the unit of lengths in a column; nil if the text stands by itself.
  func text(event ordinal: Int, in unit: LengthUnit? = nil) -> TerminalText {
    read { try EventText(index, unit: unit).text(ordinal) } ?? Self.unreadable
  }

  /// Returns the same without the word for what the glyph shows.
  func short(event ordinal: Int, in unit: LengthUnit? = nil) -> TerminalText {
    read { try EventText(index, unit: unit).short(ordinal) } ?? Self.unreadable
  }
}
