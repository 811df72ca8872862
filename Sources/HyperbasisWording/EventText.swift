package import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisModels

/// Says what an event changed, compared with the state of its anchor before it.
package struct EventText {
  private let index: EventIndex
  private let unit: LengthUnit?

  /// - Parameter unit: the unit of lengths in a column; nil if each text stands alone.
  package init(_ index: EventIndex, unit: LengthUnit? = nil) {
    self.index = index
    self.unit = unit
  }
}

extension LengthUnit {
  /// Creates the unit that suits how far events moved their anchors; nil if none did.
  ///
  /// - Complexity: O(1) an event; nothing is read.
  package init?(ofEvents ordinals: some Sequence<Int>, in index: EventIndex) {
    let events = EventText(index)
    self.init(ofColumn: ordinals.lazy.map { events.distance($0) })
  }
}

extension EventText {
  /// `moved 1.42 m, yaw +12°`, `updated text: milk → bread`, `moved, no change`.
  package func text(_ ordinal: Int) throws -> TerminalText {
    let type = index.type(ordinal)
    let word = TerminalText(type.rawValue)
    let change = try change(ordinal)
    guard index.hasStarted(ordinal) else { return "\(word), \(try withoutPlace(ordinal))" }
    guard !change.isEmpty else { return repeats(ordinal) ? "\(word), no change" : word }
    let text = change.text(in: unit)
    if type == .moved { return change.isOfKeysAlone ? "\(word), \(text)" : text }
    return change.isOfKeysAlone ? "\(word) \(text)" : "\(word), \(text)"
  }

  /// The same for rows in which a glyph shows the kind of change: `1.42 m, yaw +12°`, `no change`,
  /// `restored 62 cm`.
  package func short(_ ordinal: Int) throws -> TerminalText {
    let change = try change(ordinal)
    let type = index.type(ordinal)
    let isRestored = type == .restored
    // The glyph for no change does not show what the change would have been.
    if change.isEmpty {
      let isNamed = isRestored || type == .deleted
      return try repeats(ordinal) && !isNamed ? "no change" : text(ordinal)
    }
    return isRestored ? "restored \(change.short(in: unit))" : change.short(in: unit)
  }

  /// The same for a table with a column for the type: `moved 1.42 m`, and for a new anchor its place.
  package func details(_ ordinal: Int) throws -> TerminalText {
    guard index.hasStarted(ordinal) else { return try withoutPlace(ordinal) }
    let change = try change(ordinal)
    if !change.isEmpty { return change.text(in: unit) }
    if repeats(ordinal) { return "no change" }
    let isFirst = index.type(ordinal) == .created || previous(ordinal) == nil
    guard isFirst, index.type(ordinal) != .deleted, index.hasStarted(ordinal) else {
      return .empty
    }
    return "at \(PointText.text(index.position(ordinal)))"
  }

  /// Describes an event before the first one with a transform: `no place yet`, and the metadata that it
  /// writes, which are not in force.
  private func withoutPlace(_ ordinal: Int) throws -> TerminalText {
    let metadata = try index.event(ordinal).metadata ?? [:]
    let keys = ChangeText(transforms: nil, metadata: (old: [:], new: metadata))
    return keys.isEmpty ? "no place yet" : "no place yet, \(keys.text(in: unit))"
  }

  /// Returns whether an event without details repeats what was so before: apps save unchanged anchors,
  /// and what is brought back may be there already.
  private func repeats(_ ordinal: Int) -> Bool {
    let pair = index.pair(ofEvent: ordinal)
    return previous(ordinal) != nil && pair.wasVisible == pair.isVisible
  }

  private func change(_ ordinal: Int) throws -> ChangeText {
    guard let before = compared(ordinal) else {
      return ChangeText(transforms: nil, metadata: nil)
    }
    let isMoved = index.transformSource(before) != index.transformSource(ordinal)
    let isUpdated = index.metadataSource(before) != index.metadataSource(ordinal)
    return ChangeText(
      transforms: isMoved ? (try index.transform(before), try index.transform(ordinal)) : nil,
      metadata: isUpdated ? (try index.metadata(before), try index.metadata(ordinal)) : nil)
  }

  /// Returns how far an event moved its anchor, in metres; 0 if it did not.
  package func distance(_ ordinal: Int) -> Double {
    guard let before = compared(ordinal) else { return 0 }
    let way =
      SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(before))
    return (way * way).sum().squareRoot()
  }

  /// Returns the event to compare one with; nil for a deletion, and for a creation unless the anchor is
  /// there already.
  private func compared(_ ordinal: Int) -> Int? {
    guard index.type(ordinal) != .deleted, let before = previous(ordinal) else { return nil }
    return index.type(ordinal) != .created || index.isVisible(before) ? before : nil
  }

  /// Returns the event of the same anchor before one; nil if the anchor was not there yet.
  private func previous(_ ordinal: Int) -> Int? {
    index.latestOrdinal(ofSlot: index.slot(ordinal), through: ordinal)
      .flatMap { index.hasStarted($0) ? $0 : nil }
  }
}
