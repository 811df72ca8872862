/// Evaluates a query on the raw bytes of metadata that has the usual spelling.
///
/// The answer is the one that the decoded metadata would give. If it cannot be sure (blanks between
/// tokens, escapes, letters beyond ASCII, unusual numbers, nested objects, duplicate keys), it
/// gives none and the caller decodes.
struct MetadataMatcher {
  let query: MetadataQuery

  /// Objects with more members are decoded.
  private static let memberLimit = 32

  /// Returns whether the terms hold; nil if the metadata must be decoded.
  ///
  /// - Parameters:
  ///   - value: The brace that opens the metadata.
  ///   - known: The bits of terms that hold for another reason.
  func matches(_ value: ScanPointer, known: UInt64) -> Bool? {
    guard value[0] == UInt8(ascii: "{") else { return nil }
    if value[1] == UInt8(ascii: "}") { return known == query.wanted }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.memberLimit) { keys in
      members(value, known, keys)
    }
  }

  private func members(
    _ value: ScanPointer, _ known: UInt64, _ keys: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool? {
    var found = known
    var count = 0
    var cursor = value
    while true {
      guard let key = PlainText(cursor + 1), key.end[0] == UInt8(ascii: ":") else { return nil }
      let digest = key.digest
      // Of two members with the same key, only the first counts.
      guard count < Self.memberLimit, !keys[..<count].contains(digest) else { return nil }
      keys[count] = digest
      count += 1
      guard let end = judge(key, key.end + 1, &found) else { return nil }
      if end[0] == UInt8(ascii: "}") { return found == query.wanted }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }

  /// Notes which terms a member fulfils; returns what follows it.
  private func judge(_ key: PlainText, _ value: ScanPointer, _ found: inout UInt64) -> ScanPointer?
  {
    if value[0] == UInt8(ascii: "\"") {
      guard let text = PlainText(value) else { return nil }
      note(key, text, isText: true, &found)
      return text.end
    }
    guard let end = Self.skipPlain(value) else { return judgeUnusual(key, value, &found) }
    note(key, PlainText(start: value, end: end, next: end), isText: false, &found)
    return end
  }

  /// Does the same for a value whose bytes are not its text; terms that compare numbers can still
  /// be decided for a decimal number.
  private func judgeUnusual(
    _ key: PlainText, _ value: ScanPointer, _ found: inout UInt64
  ) -> ScanPointer? {
    let asking = query.terms.filter { $0.key.map(key.equals) ?? true }
    if asking.isEmpty { return ValueScanner.skipUnknownMember(key.start) }
    guard asking.allSatisfy(\.comparesNumbers), let (_, end) = DecimalText.number(value) else {
      return nil
    }
    note(key, PlainText(start: value, end: end, next: end), isText: false, &found)
    return end
  }

  private func note(_ key: PlainText, _ value: PlainText, isText: Bool, _ found: inout UInt64) {
    for (number, term) in query.terms.enumerated() where found & 1 << UInt64(number) == 0 {
      if let name = term.key, !key.equals(name) { continue }
      if Self.holds(term, value, isText: isText) { found |= 1 << UInt64(number) }
    }
  }

  private static func holds(_ term: CompiledTerm, _ value: PlainText, isText: Bool) -> Bool {
    switch term.rule {
    case .contains: value.contains(term.value)
    case .isText: isText && value.isAlike(term.value)
    case .isValue(let number):
      if let number, !isText {
        DecimalText.number(value.start)?.value == number
      } else {
        value.isAlike(term.value)
      }
    case .compared(let relation, let number):
      if isText {
        number == nil && relation.holds(value.order(against: term.value), 0)
      } else if let number, let (value, _) = DecimalText.number(value.start) {
        relation.holds(value, number)
      } else {
        false
      }
    }
  }

  /// Skips a value whose text equals its bytes: true, false, null or a short whole number.
  private static func skipPlain(_ value: ScanPointer) -> ScanPointer? {
    switch value[0] {
    case UInt8(ascii: "t"): return value.load4() == 0x6575_7274 ? value + 4 : nil
    case UInt8(ascii: "f"): return value.load4(1) == 0x6573_6C61 ? value + 5 : nil
    case UInt8(ascii: "n"): return ValueScanner.null(value)
    default:
      let digits = value[0] == UInt8(ascii: "-") ? value + 1 : value
      var end = digits
      while case UInt8(ascii: "0")...UInt8(ascii: "9") = end[0], end - digits < 16 { end += 1 }
      guard end > digits, end - digits < 16 else { return nil }
      // Neither a leading zero nor a signed zero.
      if digits[0] == UInt8(ascii: "0"), end - value > 1 { return nil }
      let stop = end[0]
      return stop == UInt8(ascii: ",") || stop == UInt8(ascii: "}") ? end : nil
    }
  }
}
