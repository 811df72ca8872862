import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// What the colours of anchors tell in one state.
struct AnchorColors {
  let data: SpaceData
  let coloring: Coloring
  /// What has just changed; nil where something else is told by the glyphs.
  private let latest: LatestChanges?

  /// - Parameter offset: how many events fold to the state on screen; nil while two states are compared, when glyphs
  ///   and colours tell what differs.
  init(_ data: SpaceData, coloring: Coloring, offset: Int?) {
    self.data = data
    // Where two states are compared, the changes are to stand out.
    self.coloring = coloring == .type && offset == nil ? .change : coloring
    let tellsChanges = coloring == .change || coloring == .type
    latest = tellsChanges ? offset.map { data.latestChanges(at: $0) } : nil
  }

  /// Nil where an anchor has no colour of its own.
  func color(ofSlot slot: Int, after ordinal: Int) -> Color? {
    switch coloring {
    case .change: changeColor(slot)
    case .type:
      data.traits(after: ordinal).type.map(CategoryNumber.color(ofType:)) ?? changeColor(slot)
    case .color: data.traits(after: ordinal).color.map { .category(CategoryNumber.ofColor($0)) }
    case .actor: actorColor(ordinal)
    case .height: data.heightRange.map { .height($0.share(of: data.index.position(ordinal).y)) }
    case .frame: frameColor(slot, after: ordinal)
    case .key(let key):
      data.value(of: key, after: ordinal).flatMap { data.scale(of: key).color(of: $0) }
    }
  }

  private func changeColor(_ slot: Int) -> Color? {
    latest?.difference(ofSlot: slot)?.mapChange.color
  }

  /// Whether an anchor has just changed.
  func isFresh(slot: Int) -> Bool { latest?.difference(ofSlot: slot) != nil }

  /// Numbered as they appear in the log, so that the first twelve differ.
  private func actorColor(_ ordinal: Int) -> Color? {
    let number = data.index.actorNumber(ordinal)
    return number > 0 ? .category(number - 1) : nil
  }
}

// MARK: - Legend

extension AnchorColors {
  /// What the colours stand for.
  ///
  /// - Parameters:
  ///   - ordinals: The events after which the anchors that it explains are shown.
  ///   - isShown: Whether an anchor of a slot is among them.
  ///   - time: How dates are written.
  func legend(
    _ ordinals: some Sequence<Int>, isShown: (_ slot: Int) -> Bool, charset: Charset,
    time: TimeText
  ) -> [LegendEntry] {
    let dot: Glyph = charset.isASCII ? "*" : "●"
    switch coloring {
    case .change: return changeLegend(isShown)
    case .type:
      let glyphs = MapGlyphs(charset)
      let names = names(ordinals) { data.traits(after: $0).type }
      let types =
        names.isEmpty
        ? []
        : entries(names, orElse: .empty) { name in
          let appearance = MapAppearance(kind: MapKind(type: name))
          return (glyphs.glyph(appearance, .unchanged), CategoryNumber.color(ofType: name))
        }
      return types + changeLegend(isShown)
    case .color:
      let names = names(ordinals) { data.traits(after: $0).color }
      return entries(names, orElse: "no anchor here has a key color") {
        (dot, .category(CategoryNumber.ofColor($0)))
      }
    case .actor:
      var colors: [String: Color] = [:]
      let names = names(ordinals) { ordinal in
        guard let name = data.index.actor(ordinal) else { return nil }
        colors[name] = actorColor(ordinal)
        return name
      }
      return entries(names, orElse: "the log names no actors here") {
        (dot, colors[$0] ?? .standard)
      }
    case .height:
      guard let range = data.heightRange else { return [] }
      let unit = LengthUnit(ofColumn: [Double(range.low), Double(range.high)])
      return rampLegend(
        Self.height(range.low, in: unit), Self.height(range.high, in: unit), charset)
    case .frame: return frameLegend(ordinals, dot, time)
    case .key(let key): return keyLegend(key, ordinals, charset)
    }
  }

  /// `last: 1 added, 3 moved`: of the anchors that are shown.
  private func changeLegend(_ isShown: (_ slot: Int) -> Bool) -> [LegendEntry] {
    let counts = latest?.counts(where: isShown) ?? [:]
    guard !counts.isEmpty else { return [] }
    // One entry, so that they are not torn apart where there is little room.
    let runs = counts.sorted { $0.key < $1.key }.enumerated().flatMap { number, entry in
      let comma: TerminalText = number == counts.count - 1 ? "" : ","
      let word: TerminalText = "\(entry.value) \(entry.key.word)\(comma)"
      let text = number == 0 ? "last: \(word)" : word
      let run = LegendEntry.Run(text: text, style: entry.key.style.bold)
      return number == 0 ? [run] : [LegendEntry.Run(text: " ", style: .plain), run]
    }
    return [LegendEntry(runs: runs)]
  }

  func entries(
    _ names: [String], orElse nothing: TerminalText, _ look: (String) -> (Glyph, Color)
  ) -> [LegendEntry] {
    if names.isEmpty { return [LegendEntry(nothing, style: .dim)] }
    return names.map { name in
      let (glyph, color) = look(name)
      return LegendEntry(glyph, TerminalText(name, limit: 20), style: Style(color))
    }
  }

  private func keyLegend(
    _ key: String, _ ordinals: some Sequence<Int>, _ charset: Charset
  ) -> [LegendEntry] {
    let scale = data.scale(of: key)
    let name = KeyText.text(key, limit: 20)
    if let range = scale.range {
      let low = TerminalText(DecimalText.short(range.lowerBound, digits: 2))
      let high = TerminalText(DecimalText.short(range.upperBound, digits: 2))
      return rampLegend("\(name) \(low)", high, charset)
    }
    var colors: [String: Color] = [:]
    let names = names(ordinals) { ordinal in
      guard let value = data.value(of: key, after: ordinal) else { return nil }
      colors[value.text] = scale.color(of: value)
      return value.text
    }
    let dot: Glyph = charset.isASCII ? "*" : "●"
    return entries(names, orElse: "no anchor here has a key \(name)") {
      (dot, colors[$0] ?? .standard)
    }
  }

  private func rampLegend(
    _ low: TerminalText, _ high: TerminalText, _ charset: Charset
  ) -> [LegendEntry] {
    let block: TerminalText = charset.isASCII ? "#" : "■"
    let steps = 6
    let ramp = (0..<steps).map { step in
      LegendEntry.Run(text: block, style: Style(.height(Double(step) / Double(steps - 1))))
    }
    let ends = [
      LegendEntry.Run(text: "\(low) ", style: .dim), LegendEntry.Run(text: " \(high)", style: .dim),
    ]
    return [LegendEntry(runs: [ends[0]] + ramp + [ends[1]])]
  }

  private static func height(_ metres: Float, in unit: LengthUnit?) -> TerminalText {
    TerminalText(LengthText.measured(Double(metres), in: unit))
  }

  /// The names, the most frequent first.
  func names(_ ordinals: some Sequence<Int>, _ name: (Int) -> String?) -> [String] {
    var counts: [String: Int] = [:]
    for ordinal in ordinals { if let name = name(ordinal) { counts[name, default: 0] += 1 } }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

/// The heights between which colours are spread, in metres: those of the whole history except for
/// its outliers, so that a colour means the same at every date.
struct HeightRange: Hashable, Sendable {
  let low: Float
  let high: Float

  init?(_ index: EventIndex) {
    let step = max(1, index.count / Self.sampleSize)
    let heights = stride(from: 0, to: index.count, by: step).compactMap { ordinal in
      index.hasStarted(ordinal) ? index.position(ordinal).y : nil
    }.filter(\.isFinite).sorted()
    guard let first = heights.first, let last = heights.last else { return nil }
    // Two of a hundred may be garbled; among a few heights none is left out.
    let cut = heights.count / 50
    low = cut > 0 ? heights[cut] : first
    high = cut > 0 ? heights[heights.count - 1 - cut] : last
  }

  private static let sampleSize = 5000

  /// From 0 for the lowest to 1 for the highest; the middle where all are the same.
  func share(of height: Float) -> Double {
    let extent = high - low
    guard extent > 0 else { return 0.5 }
    return min(max(Double((height - low) / extent), 0), 1)
  }
}

extension SpaceData {
  /// - Complexity: O(1) after the first time.
  var heightRange: HeightRange? {
    memo.heightRange.value(for: 0) { HeightRange(index) }
  }
}

/// Numbers for the colours of names, the same in every session.
enum CategoryNumber {
  /// The types that the system knows have colours that differ for sure.
  static func color(ofType name: String) -> Color {
    .category(types[name] ?? of(name))
  }

  private static let types = [
    "sticky_note": 5, "model": 0, "waypoint": 1, "measurement": 2,
  ]

  static func of(_ name: String) -> Int {
    // FNV-1a.
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(Color.categoryCount))
  }

  /// The colours of the palette that come near those that notes are painted with.
  static func ofColor(_ name: String) -> Int {
    named[name.lowercased()] ?? hex(name) ?? of(name)
  }

  private static let named = [
    "blue": 0, "green": 1, "orange": 2, "purple": 3, "violet": 3, "cyan": 4, "teal": 4,
    "yellow": 5, "red": 6, "pink": 10, "brown": 9,
  ]

  /// By the hue of `#RRGGBB`.
  private static func hex(_ text: String) -> Int? {
    guard text.hasPrefix("#"), text.utf8.count == 7, let code = Int(text.dropFirst(), radix: 16)
    else { return nil }
    let parts = [code >> 16, code >> 8 & 255, code & 255].map { Double($0) }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let high = max(red, green, blue)
    let range = high - min(red, green, blue)
    guard range > 24 else { return 8 }
    let hue: Double =
      if high == red {
        ((green - blue) / range * 60 + 360).truncatingRemainder(dividingBy: 360)
      } else if high == green {
        (blue - red) / range * 60 + 120
      } else {
        (red - green) / range * 60 + 240
      }
    let steps: [(upTo: Double, category: Int)] = [
      (15, 6), (40, 2), (70, 5), (160, 1), (200, 4), (260, 0), (300, 3), (345, 10), (360, 6),
    ]
    return steps.first { hue <= $0.upTo }?.category
  }
}
