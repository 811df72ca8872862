/// What metadata have to say, asked of many at once in the bytes of a log.
///
/// All terms have to hold. Letters of either case are alike.
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
    /// The member with a key is on one side of a value, numbers of a number and texts of a text.
    case compared(key: String, MetadataRelation, MetadataOperand)
  }

  let terms: [CompiledTerm]
  /// The bits that have to be set, and no others: those of the terms that are not negated.
  let wanted: UInt64

  /// - Parameter terms: Their values in lower case. Nil where they are more than can be noted, or
  ///   hold anything but ASCII, for which case is not a matter of bytes.
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
    /// Any plain value counts, numbers where it is one.
    case isValue(number: Double?)
    case compared(MetadataRelation, number: Double?)
  }

  /// The key of the member that it is about; nil for all members.
  let key: [UInt8]?
  let value: [UInt8]
  let rule: Rule
  /// Whether the bit of the term, which is set where the rule holds, must not be.
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

  /// Whether a number fulfils it or not by what it is worth.
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
