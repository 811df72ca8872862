/// What metadata have to say, asked of many at once in the bytes of a log.
///
/// All terms have to hold. Letters of either case are alike.
public struct MetadataQuery: Sendable {
  public enum Term: Hashable, Sendable {
    /// Some value, or an element of one, contains the text.
    case contains(String)
    /// The member with a key says just this, as text or as another plain value.
    case member(key: String, value: String)
    /// The member with a key is this text.
    case text(key: String, value: String)
    /// There is no member with this key that says just this.
    case differs(key: String, value: String)
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
    for (number, term) in compiled.enumerated() where term.rule != .differs {
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
    /// Any plain value counts.
    case isValue
    /// The bit of the term is set where the value is the same: it must not be.
    case differs
    case compared(MetadataRelation, number: Double?)
  }

  /// The key of the member that it is about; nil for all members.
  let key: [UInt8]?
  let value: [UInt8]
  let rule: Rule

  init(_ term: MetadataQuery.Term) {
    switch term {
    case .contains(let text): (key, value, rule) = (nil, Array(text.utf8), .contains)
    case .member(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.utf8), .isValue)
    case .text(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.utf8), .isText)
    case .differs(let key, let value):
      (self.key, self.value, rule) = (Array(key.utf8), Array(value.utf8), .differs)
    case .compared(let key, let relation, let operand):
      (self.key, value) = (Array(key.utf8), Array(operand.text.utf8))
      rule = .compared(relation, number: operand.number)
    }
  }

  var isComparison: Bool {
    if case .compared = rule { true } else { false }
  }

  fileprivate var isASCII: Bool {
    value.allSatisfy { $0 < 0x80 } && key?.allSatisfy { $0 < 0x80 } ?? true
  }
}
