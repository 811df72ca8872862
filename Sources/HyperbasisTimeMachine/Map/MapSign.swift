import HyperbasisCanvas

/// A sign of the plan: a glyph in one colour, and the name of what it stands for.
struct MapSign {
  let glyph: Glyph
  /// Nil for the colour of text.
  let color: Color?
  let name: TerminalText
}

extension MapSign {
  /// Returns an entry for each sign with all that it stands for: `• bench, plant`.
  ///
  /// A glyph in two colours counts as two signs only if there are colours.
  static func legend(_ signs: [MapSign], ellipsis: TerminalText) -> [LegendEntry] {
    var looks: [Look] = []
    var names: [Look: [TerminalText]] = [:]
    for sign in signs {
      let look = Look(glyph: sign.glyph, color: sign.color)
      if names[look] == nil { looks.append(look) }
      names[look, default: []].append(sign.name)
    }
    return looks.map { look in
      let all = names[look] ?? []
      let shown = all.count > mostNames ? all.prefix(mostNames) + [ellipsis] : all
      return LegendEntry(
        look.glyph, shown.joined(separator: ", "), style: look.color.map { Style($0) } ?? .plain)
    }
  }

  private struct Look: Hashable {
    let glyph: Glyph
    let color: Color?
  }

  /// With more names, an entry would not fit and so explain nothing.
  private static let mostNames = 3
}
