package import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisModels

/// Says what an event changed, compared with the state of its anchor before it.
package struct EventText {
  private let index: EventIndex

  package init(_ index: EventIndex) {
    self.index = index
  }
}

extension EventText {
  /// `moved 1.42 m, yaw +12°`, `updated text: milk → bread`, `moved, no change`.
  package func text(_ ordinal: Int) throws -> TerminalText {
    let type = index.type(ordinal)
    let word = TerminalText(type.rawValue)
    let change = try change(ordinal)
    guard !change.isEmpty else { return repeats(ordinal) ? "\(word), no change" : word }
    if type == .moved { return change.isOfKeysAlone ? "\(word), \(change.text)" : change.text }
    return change.isOfKeysAlone ? "\(word) \(change.text)" : "\(word), \(change.text)"
  }

  /// The same where a glyph tells what kind of change it is: `1.42 m, yaw +12°`, `no change`,
  /// `restored 62 cm`.
  package func short(_ ordinal: Int) throws -> TerminalText {
    let change = try change(ordinal)
    let isRestored = index.type(ordinal) == .restored
    if change.isEmpty { return try repeats(ordinal) && !isRestored ? "no change" : text(ordinal) }
    return isRestored ? "restored \(change.short)" : change.short
  }

  /// The same where a column tells the type: `moved 1.42 m`, and where a new anchor stands.
  package func details(_ ordinal: Int) throws -> TerminalText {
    let change = try change(ordinal)
    if !change.isEmpty { return change.text }
    if repeats(ordinal) { return "no change" }
    let isFirst = index.type(ordinal) == .created || previous(ordinal) == nil
    guard isFirst, index.type(ordinal) != .deleted, index.hasStarted(ordinal) else {
      return .empty
    }
    return "at \(PointText.text(index.position(ordinal)))"
  }

  /// Whether an event without details says again what was so before: apps save unchanged anchors,
  /// and what is brought back may be there already.
  private func repeats(_ ordinal: Int) -> Bool {
    let pair = index.pair(ofEvent: ordinal)
    return previous(ordinal) != nil && pair.wasVisible == pair.isVisible
  }

  private func change(_ ordinal: Int) throws -> ChangeText {
    guard index.type(ordinal) != .deleted, let before = previous(ordinal),
      index.type(ordinal) != .created || index.isVisible(before)
    else { return ChangeText(transforms: nil, metadata: nil) }
    let isMoved = index.transformSource(before) != index.transformSource(ordinal)
    let isUpdated = index.metadataSource(before) != index.metadataSource(ordinal)
    return ChangeText(
      transforms: isMoved ? (try index.transform(before), try index.transform(ordinal)) : nil,
      metadata: isUpdated ? (try index.metadata(before), try index.metadata(ordinal)) : nil)
  }

  /// The event of the same anchor before one; nil where the anchor was not there yet.
  private func previous(_ ordinal: Int) -> Int? {
    index.latestOrdinal(ofSlot: index.slot(ordinal), through: ordinal)
      .flatMap { index.hasStarted($0) ? $0 : nil }
  }
}
