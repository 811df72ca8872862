import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

extension AnchorColors {
  /// Returns the legend entries that explain the colours.
  ///
  /// - Parameters:
  ///   - ordinals: The event after which each anchor to be explained is shown.
  ///   - countsLatest: Whether what the latest events did to an anchor is counted.
  ///   - tellsMoves: Whether the legend has a glyph for moved anchors, which no colour may share.
  func legend(
    _ ordinals: some Sequence<Int>, countsLatest: (_ slot: Int) -> Bool, tellsMoves: Bool,
    settings: Settings
  ) -> [LegendEntry] {
    switch coloring {
    case .change: return changeLegend(countsLatest)
    case .type: return typeLegend(ordinals, settings) + changeLegend(countsLatest)
    case .color, .actor, .height, .frame, .key:
      // Names beside glyphs that all look alike would explain nothing.
      guard settings.hasColors else { return [LegendEntry("no colours here", style: .dim)] }
      return colorLegend(ordinals, swatch(settings.charset, tellsMoves), settings)
    }
  }

  /// Returns the glyph that carries a colour: a dot, or a square as in ``rampLegend(_:_:_:)`` if a dot
  /// would be read as a moved anchor.
  private func swatch(_ charset: Charset, _ tellsMoves: Bool) -> Glyph {
    if charset.isASCII { return "*" }
    return tellsMoves ? "■" : "●"
  }

  private func colorLegend(
    _ ordinals: some Sequence<Int>, _ swatch: Glyph, _ settings: Settings
  ) -> [LegendEntry] {
    let charset = settings.charset
    switch coloring {
    case .change, .type: return []
    case .color:
      let names = names(ordinals) { data.traits(after: $0).color }
      return entries(names, areTexts: true, orElse: "no anchor here has a key color") {
        (swatch, .category(CategoryNumber.ofColor($0)))
      }
    case .actor:
      var colors: [String: Color] = [:]
      let names = names(ordinals) { ordinal in
        guard let name = data.index.actor(ordinal) else { return nil }
        colors[name] = actorColor(ordinal)
        return name
      }
      return entries(names, orElse: "the log names no actors here") {
        (swatch, colors[$0] ?? .standard)
      }
    case .height:
      guard let range = data.heightRange else { return [] }
      let unit = LengthUnit(ofColumn: [Double(range.low), Double(range.high)])
      return rampLegend(
        Self.height(range.low, in: unit), Self.height(range.high, in: unit), charset)
    case .frame: return frameLegend(ordinals, swatch, settings.timeText)
    case .key(let key): return keyLegend(key, ordinals, swatch, charset)
    }
  }

  /// `last: 1 added, 3 moved`.
  private func changeLegend(_ isCounted: (_ slot: Int) -> Bool) -> [LegendEntry] {
    let counts = latest?.counts(where: isCounted) ?? [:]
    guard !counts.isEmpty else { return [] }
    // One entry, so that the counts are not split up when there is little room.
    let runs = counts.sorted { $0.key < $1.key }.enumerated().flatMap { number, entry in
      let comma: TerminalText = number == counts.count - 1 ? "" : ","
      let word: TerminalText = "\(entry.value) \(entry.key.word)\(comma)"
      let text = number == 0 ? "last: \(word)" : word
      let run = LegendEntry.Run(text: text, style: entry.key.style.bold)
      return number == 0 ? [run] : [LegendEntry.Run(text: " ", style: .plain), run]
    }
    return [LegendEntry(runs: runs)]
  }

  /// - Parameter areTexts: Whether the names are text values, quoted if they could be read as other values.
  func entries(
    _ names: [String], areTexts: Bool = false, orElse nothing: TerminalText,
    _ look: (String) -> (Glyph, Color)
  ) -> [LegendEntry] {
    if names.isEmpty { return [LegendEntry(nothing, style: .dim)] }
    return names.map { name in
      let (glyph, color) = look(name)
      let text = areTexts ? Self.text(name) : TerminalText(name, limit: Self.longestName)
      return LegendEntry(glyph, text, style: Style(color))
    }
  }

  /// Returns a text value, in quotes if it is empty or would be read as another kind of value.
  private static func text(_ name: String) -> TerminalText {
    ValueText.text(.string(name), limit: longestName)
  }

  private static let longestName = 20

  private func keyLegend(
    _ key: String, _ ordinals: some Sequence<Int>, _ swatch: Glyph, _ charset: Charset
  ) -> [LegendEntry] {
    let scale = data.scale(of: key)
    let name = KeyText.text(key, limit: Self.longestName)
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
    return entries(names, orElse: "no anchor here has a key \(name)") {
      (swatch, colors[$0] ?? .standard)
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

  /// Returns the names, the most frequent first.
  func names(_ ordinals: some Sequence<Int>, _ name: (Int) -> String?) -> [String] {
    var counts: [String: Int] = [:]
    for ordinal in ordinals { if let name = name(ordinal) { counts[name, default: 0] += 1 } }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

// MARK: - Shapes

extension AnchorColors {
  /// `▲ waypoint ◆ measurement`: the types, each with the shape and the colour of its anchors.
  private func typeLegend(
    _ ordinals: some Sequence<Int>, _ settings: Settings
  ) -> [LegendEntry] {
    let glyphs = MapGlyphs(settings.charset)
    var untyped = 0
    let names = names(ordinals) { ordinal in
      let type = data.traits(after: ordinal).type
      if type == nil { untyped += 1 }
      return type
    }
    var signs = names.map { name in
      MapSign(
        glyph: glyphs.glyph(MapAppearance(kind: MapKind(type: name)), .unchanged),
        color: settings.hasColors ? CategoryNumber.color(ofType: name) : nil,
        name: Self.text(name))
    }
    if untyped > 0 {
      let name: TerminalText = names.isEmpty ? "anchor" : "no type"
      signs.append(
        MapSign(glyph: glyphs.glyph(MapAppearance(), .unchanged), color: nil, name: name))
    }
    return MapSign.legend(signs, ellipsis: settings.charset.ellipsis)
  }

  /// Returns what the shapes stand for when the colours show something else: `▲ waypoint • other`.
  func shapeLegend(_ ordinals: some Sequence<Int>, charset: Charset) -> [LegendEntry] {
    let glyphs = MapGlyphs(charset)
    let kinds = Set(ordinals.map { MapKind(type: data.traits(after: $0).type) })
    let inOrder = MapKind.allCases.filter { $0 != .other && kinds.contains($0) }
    var signs = inOrder.map { kind in
      MapSign(
        glyph: glyphs.glyph(MapAppearance(kind: kind), .unchanged), color: nil, name: kind.name)
    }
    if kinds.contains(.other) {
      let name: TerminalText = signs.isEmpty ? "anchor" : "other"
      signs.append(
        MapSign(glyph: glyphs.glyph(MapAppearance(), .unchanged), color: nil, name: name))
    }
    return MapSign.legend(signs, ellipsis: charset.ellipsis)
  }
}
