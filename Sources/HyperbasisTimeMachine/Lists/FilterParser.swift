import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Reads the terms of a filter.
///
/// A term is a text, `type:sticky_note` and the like, or a key, a sign and a value. Quotes keep texts
/// with blanks together; a quoted key is always one of the metadata, and a quoted value always a text.
struct FilterParser {
  private let dates: DateExpression.Context?
  private var rest: Substring

  init(_ text: String, dates: DateExpression.Context?) {
    self.dates = dates
    rest = text[...]
  }

  mutating func terms() throws(Complaint) -> [EventFilter.Term] {
    var words: [FilterWord] = []
    while let word = try nextWord() { words.append(word) }
    for (word, next) in zip(words, words.dropFirst()) { try Self.refuseUnit(next, after: word) }
    return try words.map { word throws(Complaint) in try term(word) }
  }

  private func term(_ word: FilterWord) throws(Complaint) -> EventFilter.Term {
    switch word.sign {
    case nil: return .text(word.head.lowercased())
    case .colon: return try prefixed(word)
    case .equal: return .member(key: word.head, value: word.operand)
    case .unequal: return .differs(key: word.head, value: word.operand)
    case .relation(let relation): return try compared(word, relation)
    }
  }
}

// MARK: - Words

/// A term before its meaning is known.
private struct FilterWord {
  enum Sign: Hashable {
    case colon, equal, unequal
    case relation(MetadataRelation)
  }

  var head = ""
  var isHeadQuoted = false
  var sign: Sign?
  var value = ""
  var isValueQuoted = false

  /// The value as an operand to compare metadata with.
  var operand: MetadataOperand { MetadataOperand(value, isText: isValueQuoted) }
}

extension FilterParser {
  /// The words that may stand before a colon.
  private static let prefixes: Set<String> = ["type", "kind", "actor", "before", "after"]

  private static let signs: [(text: String, sign: FilterWord.Sign)] =
    [("!=", .unequal)]
    + [MetadataRelation.atMost, .atLeast, .below, .above].map { ($0.rawValue, .relation($0)) }
    + [("=", .equal)]

  private mutating func nextWord() throws(Complaint) -> FilterWord? {
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    var word = FilterWord()
    if let quoted = try quotedText() {
      (word.head, word.isHeadQuoted) = (quoted, true)
    }
    while let character = rest.first, !character.isWhitespace {
      if !word.head.isEmpty, let sign = takeSign(after: word) {
        word.sign = sign
        try readValue(of: &word)
        break
      }
      word.head.append(character)
      rest.removeFirst()
    }
    return word
  }

  /// Takes the next sign; nil if the head goes on.
  private mutating func takeSign(after word: FilterWord) -> FilterWord.Sign? {
    if let (text, sign) = Self.signs.first(where: { rest.hasPrefix($0.text) }) {
      rest.removeFirst(text.count)
      return sign
    }
    // A colon with nothing after it is part of a text.
    guard rest.first == ":", !word.isHeadQuoted, Self.prefixes.contains(word.head.lowercased()),
      let next = rest.dropFirst().first, !next.isWhitespace
    else { return nil }
    rest.removeFirst()
    return .colon
  }

  private mutating func readValue(of word: inout FilterWord) throws(Complaint) {
    if let quoted = try quotedText() { (word.value, word.isValueQuoted) = (quoted, true) }
    let more = rest.prefix { !$0.isWhitespace }
    word.value += more
    rest = rest[more.endIndex...]
  }

  /// Takes the next text between quotes; nil if there is none.
  private mutating func quotedText() throws(Complaint) -> String? {
    guard rest.first == "\"" else { return nil }
    let inside = rest.dropFirst()
    guard let end = inside.firstIndex(of: "\"") else {
      throw Complaint(
        "a quote is not closed: \(TerminalText(String(rest), limit: 40)); give for example "
          + "text=\"coffee table\"")
    }
    rest = inside[inside.index(after: end)...]
    return String(inside[..<end])
  }
}

// MARK: - Meaning

extension FilterParser {
  private func prefixed(_ word: FilterWord) throws(Complaint) -> EventFilter.Term {
    switch word.head.lowercased() {
    case "type": return .type(word.value.lowercased())
    case "actor": return .actor(word.value.lowercased())
    case "before": return .before(try instant(word))
    case "after": return .after(try instant(word))
    default:
      guard let kind = ChangeKind.names[word.value.lowercased()] else {
        throw Complaint(
          "\"\(TerminalText(word.value, limit: 40))\" is not a kind; give created, moved, updated, "
            + "deleted, restored, added or removed")
      }
      return .kind(kind)
    }
  }

  private func instant(_ word: FilterWord) throws(Complaint) -> HBInstant {
    guard let dates else {
      throw Complaint("a date has no meaning here: there is no history")
    }
    do {
      return try DateExpression.instant(word.value, in: dates)
    } catch {
      throw Complaint(TerminalText(error.errorDescription ?? "this is not a date"))
    }
  }

  private func compared(
    _ word: FilterWord, _ relation: MetadataRelation
  ) throws(Complaint) -> EventFilter.Term {
    let typed = "\(word.head)\(relation.rawValue)"
    if !word.isHeadQuoted {
      let name = word.head.lowercased()
      if let axis = EventFilter.Axis(rawValue: name) {
        return .place(axis, relation, metres: try metres(word, "\(typed)0.5"))
      }
      if name == "moved" { return .moved(relation, metres: try metres(word, "\(typed)50cm")) }
      if name == "alive" {
        guard let duration = UnitAmount.microseconds(word.value) else {
          throw Self.refusal(word, "a length of time in s, min, h or d", "\(typed)1h")
        }
        return .alive(relation, microseconds: duration)
      }
    }
    // A sign typed twice is a slip; a text that really begins with one can be quoted.
    let startsWithSign = word.value.first.map { "<>=".contains($0) } ?? true
    guard word.isValueQuoted || !startsWithSign else {
      throw Self.refusal(word, "a value", "\(typed)2")
    }
    guard word.isValueQuoted || Double(word.value) != nil || UnitAmount.metres(word.value) == nil
    else { throw Self.unitRefusal(word, typed) }
    return .compared(key: word.head, relation, word.operand)
  }

  /// Refuses a length that, taken as a text, would match next to nothing without any warning.
  private static func unitRefusal(_ word: FilterWord, _ typed: String) -> Complaint {
    let key = TerminalText(word.head, limit: 40)
    let text = TerminalText("\(typed)\"\(word.value)\"", limit: 60)
    return Complaint(
      "\(key) is a metadata key, and its numbers have no unit: leave the unit out, or give a text in "
        + "quotes, \(text); x, y, z and moved take lengths")
  }

  private func metres(_ word: FilterWord, _ example: String) throws(Complaint) -> Double {
    guard let metres = UnitAmount.metres(word.value) else {
      throw Self.refusal(word, "a length in mm, cm, m or km", example)
    }
    return metres
  }

  /// Refuses a unit apart from its number, which would be taken as a word to look for.
  private static func refuseUnit(_ unit: FilterWord, after word: FilterWord) throws(Complaint) {
    guard case .relation(let relation) = word.sign, !word.isHeadQuoted, !word.isValueQuoted,
      unit.sign == nil, !unit.isHeadQuoted, Double(word.value) != nil, Double(unit.head) == nil
    else { return }
    let (name, amount) = (word.head.lowercased(), word.value + unit.head)
    let isAmount =
      name == "alive"
      ? UnitAmount.microseconds(amount) != nil
      : (name == "moved" || EventFilter.Axis(rawValue: name) != nil)
        && UnitAmount.metres(amount) != nil
    guard isAmount else { return }
    throw Complaint(
      "write \(TerminalText("\(word.head)\(relation.rawValue)\(amount)", limit: 60)) without a space "
        + "before the unit")
  }

  private static func refusal(
    _ word: FilterWord, _ expected: TerminalText, _ example: String
  ) -> Complaint {
    Complaint(
      "\"\(TerminalText(word.value, limit: 40))\" is not \(expected); give for example "
        + TerminalText(example, limit: 40))
  }
}
