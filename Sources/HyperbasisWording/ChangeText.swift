package import HyperbasisCanvas
package import HyperbasisModels

/// Says how an anchor differs between two states.
package struct ChangeText: Hashable, Sendable {
  /// How far the anchor moved, in metres; 0 if it did not.
  package let distance: Double
  /// How much higher it is, in metres, if that is worth mentioning; otherwise nil.
  private let rise: Double?
  /// What differs in the place apart from the distance: `yaw +12°`, `scaled ×2`.
  private let otherPlacement: [String]
  private let keys: TerminalText

  /// - Parameters:
  ///   - transforms: before and after; nil if they are the same.
  ///   - metadata: before and after; nil if they are the same.
  package init(
    transforms: (old: [Float], new: [Float])?,
    metadata: (old: [String: AnyCodableValue], new: [String: AnyCodableValue])?
  ) {
    distance = transforms.map { HBTransform.distance($0.old, $0.new) } ?? 0
    rise = transforms.flatMap { Self.rise(from: $0.old, to: $0.new) }
    otherPlacement = transforms.map { Self.otherPlacement(from: $0.old, to: $0.new) } ?? []
    keys = metadata.map { Self.keys(from: $0.old, to: $0.new) } ?? .empty
  }

  package init(from old: HBAnchor, to new: HBAnchor) {
    self.init(transforms: (old.transform, new.transform), metadata: (old.metadata, new.metadata))
  }
}

extension ChangeText {
  package var isEmpty: Bool { isOfKeysAlone && keys.isEmpty }

  /// Whether only the metadata differ.
  var isOfKeysAlone: Bool { !hasMoved && otherPlacement.isEmpty }

  // A distance that is not a number is not a move that could be described.
  private var hasMoved: Bool { distance > 0 }

  /// `moved 1.42 m, yaw +12°; text: milk → bread`; empty if nothing differs.
  package var text: TerminalText { text(in: nil) }

  /// - Parameter unit: the unit of lengths in a column; nil if the text stands alone.
  package func text(in unit: LengthUnit?) -> TerminalText {
    let placement = placement(in: unit)
    return joined(hasMoved ? "moved \(placement)" : placement)
  }

  /// The same without `moved`, for rows that show it by a glyph.
  package var short: TerminalText { short(in: nil) }

  /// - Parameter unit: the unit of lengths in a column; nil if the text stands alone.
  package func short(in unit: LengthUnit?) -> TerminalText { joined(placement(in: unit)) }

  private func joined(_ placement: TerminalText) -> TerminalText {
    [placement, keys].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

// MARK: - Place

extension ChangeText {
  /// `1.42 m, up 30 cm, yaw +12°`.
  private func placement(in unit: LengthUnit?) -> TerminalText {
    TerminalText((displacement(in: unit) + otherPlacement).joined(separator: ", "))
  }

  private func displacement(in unit: LengthUnit?) -> [String] {
    guard hasMoved else { return [] }
    let length = LengthText.measured(distance, in: unit)
    guard let rise else { return [length] }
    return [length, "\(rise > 0 ? "up" : "down") \(LengthText.measured(abs(rise), in: unit))"]
  }

  /// Returns the change in height if it is a good part of the distance, as the plan does not show it.
  private static func rise(from old: [Float], to new: [Float]) -> Double? {
    let rise = Double(HBTransform.position(new).y) - Double(HBTransform.position(old).y)
    return abs(rise) >= 0.01 && abs(rise) > HBTransform.distance(old, new) / 3 ? rise : nil
  }

  private static func otherPlacement(from old: [Float], to new: [Float]) -> [String] {
    guard old != new else { return [] }
    let mirrored =
      HBTransform.isMirrored(old) == HBTransform.isMirrored(new) ? nil : "mirrored"
    let parts =
      turn(from: old, to: new) + [mirrored, scaling(from: old, to: new)].compactMap(\.self)
    guard parts.isEmpty, HBTransform.distance(old, new) == 0 else { return parts }
    return [HBTransform.angle(old, new) >= angleNoise ? "turned <0.1°" : "transform changed"]
  }

  /// `yaw +12°` for a turn about the vertical, `turned 80°` for a tilt, `turned 98°, yaw +90°` for
  /// both; nothing below a twentieth of a degree, which would be shown as 0.
  private static func turn(from old: [Float], to new: [Float]) -> [String] {
    let yaw = HBTransform.yawChange(old, new)
    let tilt = HBTransform.tiltChange(old, new)
    let isTilted = tilt >= leastAngle && tilt > abs(yaw) * leastPart
    let hasYaw = abs(yaw) >= leastAngle && (!isTilted || abs(yaw) > tilt * leastPart)
    let angle = HBTransform.angle(old, new)
    return (isTilted ? ["turned \(AngleText.short(angle))"] : [])
      + (hasYaw ? ["yaw \(AngleText.change(yaw))"] : [])
  }

  private static let leastAngle = 0.05
  /// What rounding can make of an angle of 0.
  private static let angleNoise = 1e-3
  /// Of yaw and tilt, one that is less than this share of the other is not mentioned.
  private static let leastPart = 0.1

  private static func scaling(from old: [Float], to new: [Float]) -> String? {
    guard HBTransform.changesLengths(old, new) else { return nil }
    let (was, now) = (HBTransform.scale(old), HBTransform.scale(new))
    // An axis that is flat before and after has no factor.
    let factors = (0..<3).compactMap { was[$0] + now[$0] > 0 ? now[$0] / was[$0] : nil }
    guard let least = factors.min(), let most = factors.max(), most.isFinite,
      most - least <= HBTransform.leastScaling * most
    else { return "scaled" }
    return "scaled ×\(FactorText.text(factors[0]))"
  }
}

// MARK: - Metadata

extension ChangeText {
  /// `text: milk → bread, +color: red, -size`, keys in the order of their bytes.
  private static func keys(
    from old: [String: AnyCodableValue], to new: [String: AnyCodableValue]
  ) -> TerminalText {
    new.changes(from: old).compactMap { key(KeyText.text($0.key), $0.old, $0.new) }
      .joined(separator: ", ")
  }

  private static func key(
    _ name: TerminalText, _ was: AnyCodableValue?, _ current: AnyCodableValue?
  ) -> TerminalText? {
    switch (was, current) {
    case (let was?, let current?):
      let (old, new) = ValueText.pair(was, current)
      return "\(name): \(old) → \(new)"
    case (nil, let value?): return "+\(name): \(ValueText.short(value))"
    case (let value?, nil): return "-\(name): \(ValueText.short(value))"
    case (nil, nil): return nil
    }
  }
}
