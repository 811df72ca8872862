import HyperbasisAnchorLog
import HyperbasisHistory

/// Completes the end of a filter: keys and values of the anchors at the date on screen, and the words
/// that come before a colon or an operator.
///
/// The number of anchors it looks at is bounded, however many there are.
package struct FilterCompletion {
  private let data: SpaceData?
  /// The number of events up to the date of the anchors.
  private let offset: Int

  init(_ view: SpaceView?) {
    data = view?.data
    offset = view?.offset ?? 0
  }

  /// - Parameter data: a space, whose latest state is used; nil for none.
  package init(_ data: SpaceData?) {
    self.data = data
    offset = data?.index.count ?? 0
  }

  /// Returns the part of a filter that stays, and the terms that may replace the last one.
  package func completions(of text: String) -> (start: String, candidates: [String]) {
    let start = Self.startOfLastTerm(text)
    return (String(text[..<start]), candidates(for: text[start...]))
  }
}

// MARK: - Spelling

extension FilterCompletion {
  /// Returns a term without its quotes, which is what its spellings have in common.
  static func bare(_ term: String) -> String { term.filter { $0 != "\"" } }

  /// Returns a term, or the beginning of one, with the quotes that it needs; those of a beginning stay
  /// open.
  static func spelled(_ bare: String, isWhole: Bool) -> String {
    guard bare.contains(where: \.isWhitespace) else { return bare }
    let close = isWhole ? "\"" : ""
    guard let sign = sign(in: bare[...]) else { return "\"\(bare)\(close)" }
    let (key, value) = (bare[..<sign.lowerBound], bare[sign.upperBound...])
    let quotedKey = key.contains(where: \.isWhitespace) ? "\"\(key)\"" : String(key)
    let quotedValue = value.contains(where: \.isWhitespace) ? "\"\(value)\(close)" : String(value)
    return quotedKey + bare[sign] + quotedValue
  }

  /// Returns the start of the term that is being typed.
  private static func startOfLastTerm(_ text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for place in text.indices {
      if text[place] == "\"" { isQuoted.toggle() }
      if text[place].isWhitespace, !isQuoted { start = text.index(after: place) }
    }
    return start
  }

  /// Returns the first operator or colon.
  private static func sign(in term: Substring) -> Range<Substring.Index>? {
    guard let first = term.firstIndex(where: { "<>=!:".contains($0) }) else { return nil }
    var end = term.index(after: first)
    if end < term.endIndex, term[first] != "=", term[first] != ":", term[end] == "=" {
      end = term.index(after: end)
    }
    return first..<end
  }
}

// MARK: - Candidates

extension FilterCompletion {
  /// Longer values are not offered: a user who looks for them types a part of them.
  private static let longestValue = 80
  /// The number of anchors to look at, spread over the list.
  private static let sampleLimit = 1000
  private static let actorLimit = 1000

  private static let heads = [
    "actor:", "after:", "alive<", "before:", "kind:", "moved>", "type:", "x>", "y>", "z>",
  ]

  private func candidates(for term: Substring) -> [String] {
    let bare = Self.bare(String(term))
    guard let sign = Self.sign(in: bare[...]) else {
      return (Self.heads + keys.map { Self.spelled("\($0)=", isWhole: true) }).sorted()
    }
    let key = String(bare[..<sign.lowerBound])
    let values = bare[sign] == ":" ? values(before: key.lowercased()) : values(of: key)
    return values.map { Self.spelled("\(bare[..<sign.upperBound])\($0)", isWhole: true) }
  }

  private func values(before prefix: String) -> [String] {
    switch prefix {
    case "type": values(of: "type")
    case "kind": ChangeKind.names.keys.sorted()
    case "actor": data.map { Self.offered($0.index.actorNames.prefix(Self.actorLimit)) } ?? []
    case "after", "before": ["end", "start", "today", "yesterday"]
    default: []
    }
  }

  /// The keys of the anchors.
  package var keys: [String] { Self.offered(sample.flatMap(\.keys).filter { !$0.isEmpty }) }

  /// Returns the values of a key among the anchors.
  package func values(of key: String) -> [String] {
    Self.offered(
      sample.compactMap { metadata in
        metadata[key].flatMap(EventFilter.plain)
      }.filter { !$0.isEmpty })
  }

  /// Returns the texts that can be typed, without duplicates.
  private static func offered(_ texts: some Sequence<String>) -> [String] {
    Set(texts).filter { text in
      text.count <= longestValue
        && text.unicodeScalars.allSatisfy {
          $0 != "\"" && $0.properties.generalCategory != .control
        }
    }.sorted()
  }

  /// The metadata of anchors at the date on screen, whatever the filter.
  private var sample: [[String: AnyCodableValue]] {
    guard let data else { return [] }
    let key = AnchorList.Key(offset: offset, includesDeleted: false)
    let slots = data.anchors(key).slots
    let step = max(1, (slots.count + Self.sampleLimit - 1) / Self.sampleLimit)
    let ordinals = stride(from: 0, to: slots.count, by: step).compactMap { number in
      data.index.latestOrdinal(ofSlot: Int(slots[number]), through: offset)
    }
    return data.read { try data.index.metadata(after: ordinals) } ?? []
  }
}
