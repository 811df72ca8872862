import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas

/// What an event changed, compared with the anchor's state before it.
enum EventChange {
  /// `moved 1.42 m, yaw +12°`, `text "a" → "b", -color`; empty for a deletion.
  static func text(of ordinal: Int, in index: EventIndex) throws -> TerminalText {
    let type = index.type(ordinal)
    guard type != .deleted else { return .empty }
    guard let before = try state(before: ordinal, in: index), type != .created else {
      guard index.hasStarted(ordinal) else { return .empty }
      return "at \(NumberText.position(index.position(ordinal)))"
    }
    let transform = try index.transform(ordinal)
    let parts = [
      move(from: before.transform, to: transform),
      metadata(from: before.metadata, to: try index.metadata(ordinal)),
    ]
    let text = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    // Apps save unchanged anchors.
    return text.isEmpty && type != .restored ? "no change" : text
  }

  /// How far an anchor moved and turned; empty where it did not.
  static func move(from old: [Float], to new: [Float]) -> TerminalText {
    guard old != new else { return .empty }
    var parts: [String] = []
    let distance = HBTransform.distance(old, new)
    if distance > 0 { parts.append("moved \(NumberText.distance(distance))") }
    let yaw = HBTransform.yawChange(old, new)
    let angle = HBTransform.angle(old, new)
    if abs(yaw) >= 0.05 {
      parts.append("yaw \(NumberText.angle(yaw, signed: true))")
    } else if angle >= 0.05 {
      parts.append("turned \(NumberText.angle(angle))")
    }
    if parts.isEmpty { parts.append("transform changed") }
    return TerminalText(parts.joined(separator: ", "))
  }

  /// Keys with their values, old and new; empty where nothing changed.
  static func metadata(
    from old: [String: AnyCodableValue], to new: [String: AnyCodableValue]
  ) -> TerminalText {
    let keys = Set(old.keys).union(new.keys).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let parts: [TerminalText] = keys.compactMap { key in
      switch (old[key], new[key]) {
      case (let before?, let after?):
        before == after ? nil : "\(name(key)) \(value(before)) → \(value(after))"
      case (let before?, nil): "−\(name(key)) \(value(before))"
      case (nil, let after?): "+\(name(key)) \(value(after))"
      case (nil, nil): nil
      }
    }
    return parts.joined(separator: ", ")
  }

  private static let valueLimit = 60

  private static func name(_ key: String) -> TerminalText { TerminalText(key, limit: valueLimit) }

  private static func value(_ value: AnyCodableValue) -> TerminalText {
    TerminalText(JSONNode(value).text, limit: valueLimit)
  }

  private static func state(
    before ordinal: Int, in index: EventIndex
  ) throws -> (transform: [Float], metadata: [String: AnyCodableValue])? {
    let slot = index.slot(ordinal)
    guard let previous = index.latestOrdinal(ofSlot: slot, through: ordinal),
      index.hasStarted(previous)
    else { return nil }
    return (try index.transform(previous), try index.metadata(previous))
  }
}
