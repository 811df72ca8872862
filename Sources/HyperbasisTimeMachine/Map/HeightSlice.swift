import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The range of heights in which anchors are shown.
///
/// A slice is merely a set of filter terms, `y>=0.5 y<=2`, so that lists, counts and the density follow
/// it like any other filter; and a filter with such terms is a slice, however it was typed.
struct HeightSlice: Hashable, Sendable {
  /// In metres; nil if there is no lower bound.
  var low: Double?
  /// In metres; nil if there is no upper bound.
  var high: Double?
}

// MARK: - Text

extension HeightSlice {
  /// Reads `0.5..2`, `50cm..`, `..2m`; nil for `off`.
  static func read(_ text: String) throws(Complaint) -> HeightSlice? {
    if text.lowercased() == "off" { return nil }
    guard let sign = text.range(of: "..") else { throw refusal(of: text) }
    let ends = [text[..<sign.lowerBound], text[sign.upperBound...]].map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let heights = ends.map { UnitAmount.metres($0) }
    guard zip(ends, heights).allSatisfy({ $0.isEmpty || $1 != nil }),
      heights.contains(where: { $0 != nil })
    else { throw refusal(of: text) }
    guard let first = heights[0], let second = heights[1] else {
      return HeightSlice(low: heights[0], high: heights[1])
    }
    return HeightSlice(low: min(first, second), high: max(first, second))
  }

  private static func refusal(of text: String) -> Complaint {
    Complaint(
      "\"\(TerminalText(text, limit: 40))\" is not two heights; give for example 0.5..2, 50cm.. or "
        + "..2, or off")
  }

  /// The slice as a user types it.
  var typedText: String { "\(low.map(Self.number) ?? "")..\(high.map(Self.number) ?? "")" }

  /// The slice in words: `0.5 m to 2 m`, `above 50 cm`.
  var text: TerminalText {
    switch (low.map(LengthText.round), high.map(LengthText.round)) {
    case (let low?, let high?): "\(TerminalText(low)) to \(TerminalText(high))"
    case (let low?, nil): "above \(TerminalText(low))"
    case (nil, let high?): "below \(TerminalText(high))"
    case (nil, nil): "all"
    }
  }

  /// The slice as terms of a filter.
  private var termsText: String {
    [low.map { "y>=\(Self.number($0))" }, high.map { "y<=\(Self.number($0))" }].compactMap(\.self)
      .joined(separator: " ")
  }

  private var terms: [EventFilter.Term] {
    [low.map { .place(.y, .atLeast, metres: $0) }, high.map { .place(.y, .atMost, metres: $0) }]
      .compactMap(\.self)
  }

  private static func number(_ metres: Double) -> String {
    Int(exactly: metres).map { "\($0)" } ?? "\(metres)"
  }
}

// MARK: - In a filter

extension HeightSlice {
  /// Creates the slice that the height terms of a filter describe; nil if it has none.
  init?(in filter: EventFilter?) {
    for case .place(.y, let relation, let metres) in filter?.terms ?? [] {
      switch relation {
      case .above, .atLeast: low = max(low ?? metres, metres)
      case .below, .atMost: high = min(high ?? metres, metres)
      }
    }
    if low == nil, high == nil { return nil }
  }

  /// Returns a filter whose height terms are replaced by a slice and whose other terms are kept; nil if
  /// no term is left.
  static func filter(_ filter: EventFilter?, with slice: HeightSlice?) -> EventFilter? {
    let others = (filter?.terms ?? []).filter { !isHeight($0) }
    let texts = pieces(of: filter?.text ?? "").filter { piece in
      // A term that cannot be read without dates is not a height.
      guard let term = try? EventFilter(piece) else { return true }
      return !term.terms.allSatisfy(isHeight)
    }
    let terms = others + (slice?.terms ?? [])
    guard !terms.isEmpty else { return nil }
    let text = (texts + [slice?.termsText ?? ""]).filter { !$0.isEmpty }.joined(separator: " ")
    return EventFilter(text: text, terms: terms)
  }

  private static func isHeight(_ term: EventFilter.Term) -> Bool {
    if case .place(.y, _, _) = term { true } else { false }
  }

  /// Returns the terms of a filter as they were typed: separated by blanks that are not in quotes.
  private static func pieces(of text: String) -> [String] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character.isWhitespace && !isQuoted
    }.map(String.init)
  }
}

// MARK: - In a space

extension SpaceView {
  /// The heights that are shown; nil while all are.
  var slice: HeightSlice? { HeightSlice(in: lists.filter) }
}

extension MapUpdate {
  /// Shows only what is between two heights; nil shows all heights again.
  mutating func cut(to slice: HeightSlice?) {
    guard slice != nil || view.slice != nil else { return note("all heights are shown") }
    let filter = HeightSlice.filter(view.lists.filter, with: slice)
    hand(to: FindUpdate.self) { $0.setFilter(filter) }
    if slice == nil, filter != nil { note("all heights") }
  }
}
