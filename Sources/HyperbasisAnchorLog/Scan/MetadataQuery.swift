/// Conditions on metadata, checked in the raw bytes of a log for many events at once.
///
/// All terms must hold. Case is ignored.
public struct MetadataQuery: Sendable {
  public enum Term: Hashable, Sendable {
    /// Some value, or an element of one, contains the text.
    case contains(String)
    /// The member with a key is this value: a text, or another plain value.
    case member(key: String, value: MetadataOperand)
    /// The member with a key is this text.
    case text(key: String, value: String)
    /// There is no member with this key that is this value.
    case differs(key: String, value: MetadataOperand)
    /// The member with a key is on one side of a value; numbers compare with numbers, texts with
    /// texts.
    case compared(key: String, MetadataRelation, MetadataOperand)
  }

  let terms: [CompiledTerm]
  /// The bits that must be set, and no others: those of the terms that are not negated.
  let wanted: UInt64

  /// - Parameter terms: The terms, with values in lower case. The result is nil if they outnumber
  ///   the bits of a word or contain non-ASCII characters, whose case cannot be ignored byte by
  ///   byte.
  public init?(_ terms: [Term]) {
    guard terms.count <= UInt64.bitWidth else { return nil }
    let compiled = terms.map(CompiledTerm.init)
    guard compiled.allSatisfy(\.isASCII) else { return nil }
    self.terms = compiled
    var wanted: UInt64 = 0
    for (number, term) in compiled.enumerated() where !term.isNegated {
      wanted |= 1 << UInt64(number)
    }
    self.wanted = wanted
  }
}

/// A term as bytes.
struct CompiledTerm: Sendable {
  enum Rule: Hashable, Sendable {
    case contains
    /// Only text counts.
    case isText
    /// Any plain value counts; numbers compare by value if there is one here.
    case isValue(number: Double?)
    case compared(MetadataRelation, number: Double?)
  }

  /// The key of the member that it applies to; nil for all members.
  let key: [UInt8]?
  let value: [UInt8]
  let rule: Rule
  /// Whether the bit of the term, which is set if the rule holds, must be clear.
  var isNegated = false

  init(_ term: MetadataQuery.Term) {
    switch term {
    case .contains(let text): (key, value, rule) = (nil, Array(text.utf8), .contains)
    case .member(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.text.utf8), Self.rule(value))
    case .text(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.utf8), .isText)
    case .differs(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.text.utf8), Self.rule(value))
      isNegated = true
    case .compared(let key, let relation, let operand):
      (self.key, value) = (Array(key.utf8), Array(operand.text.utf8))
      rule = .compared(relation, number: operand.number)
    }
  }

  private static func rule(_ value: MetadataOperand) -> Rule {
    value.isText ? .isText : .isValue(number: value.number)
  }

  /// Whether the value of a number is enough to decide it, however the number is spelled.
  var comparesNumbers: Bool {
    switch rule {
    case .contains: false
    case .isText, .isValue, .compared: true
    }
  }

  fileprivate var isASCII: Bool {
    value.allSatisfy { $0 < 0x80 } && key?.allSatisfy { $0 < 0x80 } ?? true
  }
}
