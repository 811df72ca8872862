import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas

/// Says how an anchor differs between two of its events.
struct ChangeText {
  let data: SpaceData
  /// The shift of the whole space that a comparison takes out; nil for none.
  var shift: HBRigidShift?

  /// `moved 1.42 m, yaw +12°`: what a comparison says in a row.
  func text(_ row: Comparison.Row) -> TerminalText {
    row.difference == .moved ? "\(row.difference.word) \(short(row))" : short(row)
  }

  /// The same without `moved`, which the glyph of the row says as well.
  func short(_ row: Comparison.Row) -> TerminalText {
    guard let before = row.before, let after = row.after else { return row.difference.word }
    switch row.difference {
    case .added, .removed: return row.difference.word
    case .updated: return keys(from: before, to: after)
    case .moved:
      let old = data.transform(after: before)
      let new = data.transform(after: after)
      let move = Self.move(from: old, to: shift?.takenOut(of: new) ?? new)
      return row.isUpdated ? "\(move); \(keys(from: before, to: after))" : move
    }
  }

  /// What an event changed, given the event before it of the same anchor.
  func text(event ordinal: Int) -> TerminalText {
    let word = TerminalText(data.index.type(ordinal).rawValue)
    let details = details(event: ordinal)
    if details.isEmpty { return changesNothing(ordinal) ? "\(word), no change" : word }
    return "\(word) \(details)"
  }

  /// The same without the type where the glyph of the row and what changed say it.
  func short(event ordinal: Int) -> TerminalText {
    let details = details(event: ordinal)
    guard data.index.type(ordinal) != .restored, !details.isEmpty else {
      return changesNothing(ordinal) ? "no change" : text(event: ordinal)
    }
    return details
  }

  /// Whether an event without details says again what was so before: apps save unchanged anchors.
  private func changesNothing(_ ordinal: Int) -> Bool {
    switch data.index.type(ordinal) {
    case .moved, .updated: previous(ordinal) != nil
    case .created, .deleted, .restored: false
    }
  }

  private func details(event ordinal: Int) -> TerminalText {
    let type = data.index.type(ordinal)
    guard type != .deleted, type != .created, let before = previous(ordinal) else {
      return .empty
    }
    var parts: [TerminalText] = []
    if data.index.transformSource(before) != data.index.transformSource(ordinal) {
      let move = move(from: before, to: ordinal)
      if !move.isEmpty { parts.append(move) }
    }
    if data.index.metadataSource(before) != data.index.metadataSource(ordinal) {
      let keys = keys(from: before, to: ordinal)
      if !keys.isEmpty { parts.append(keys) }
    }
    return parts.joined(separator: ", ")
  }

  /// The event of the same anchor before one.
  func previous(_ ordinal: Int) -> Int? {
    data.index.ordinals(ofSlot: data.index.slot(ordinal)).last(below: ordinal)
  }

  /// `1.42 m, yaw +12°`; empty for transforms that do not differ.
  func move(from before: Int, to after: Int) -> TerminalText {
    Self.move(from: data.transform(after: before), to: data.transform(after: after))
  }

  /// The height is named where it is a good part of the way, for the plan does not show it.
  static func move(from old: [Float], to new: [Float]) -> TerminalText {
    var parts: [String] = []
    let distance = HBTransform.distance(old, new)
    if distance > 0 { parts.append(LengthText.measured(distance)) }
    let rise = Double(HBTransform.position(new).y - HBTransform.position(old).y)
    if abs(rise) >= 0.01, abs(rise) > distance / 3 {
      parts.append("\(rise > 0 ? "up" : "down") \(LengthText.measured(abs(rise)))")
    }
    let yaw = HBTransform.yawChange(old, new)
    let angle = HBTransform.angle(old, new)
    if abs(yaw) >= 0.5 {
      parts.append("yaw \(AngleText.change(yaw))")
    } else if angle >= 0.5 {
      parts.append("turned \(AngleText.text(angle))")
    }
    if parts.isEmpty, old != new {
      parts.append(HBTransform.scale(old) != HBTransform.scale(new) ? "scaled" : "turned")
    }
    return TerminalText(parts.joined(separator: ", "))
  }

  /// `text: milk → bread, +color, -size`.
  func keys(from before: Int, to after: Int) -> TerminalText {
    Self.keys(from: data.metadata(after: before), to: data.metadata(after: after))
  }

  static func keys(
    from old: [String: AnyCodableValue], to new: [String: AnyCodableValue]
  ) -> TerminalText {
    let all = Set(old.keys).union(new.keys).sorted()
    return all.compactMap { key -> TerminalText? in
      let name = TerminalText(key, limit: 40)
      switch (old[key], new[key]) {
      case (let was?, let current?):
        guard was != current else { return nil }
        let (old, new) = ValueText.pair(was, current)
        return "\(name): \(old) → \(new)"
      case (nil, let value?): return "+\(name): \(ValueText.short(value))"
      case (_?, nil): return "-\(name)"
      case (nil, nil): return nil
      }
    }.joined(separator: ", ")
  }
}
