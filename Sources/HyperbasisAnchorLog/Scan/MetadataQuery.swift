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
  }

  let terms: [CompiledTerm]

  /// - Parameter terms: Their values in lower case. Nil where they are more than can be noted, or
  ///   hold anything but ASCII, for which case is not a matter of bytes.
  public init?(_ terms: [Term]) {
    guard terms.count <= UInt64.bitWidth else { return nil }
    let compiled = terms.map(CompiledTerm.init)
    guard compiled.allSatisfy(\.isASCII) else { return nil }
    self.terms = compiled
  }

  /// The bits of all terms.
  var all: UInt64 { terms.isEmpty ? 0 : .max >> UInt64(UInt64.bitWidth - terms.count) }
}

/// A term as bytes.
struct CompiledTerm: Sendable {
  /// The key of the member that it is about; nil for all members.
  let key: [UInt8]?
  let value: [UInt8]
  /// Whether the member has to be a text.
  let isText: Bool

  init(_ term: MetadataQuery.Term) {
    switch term {
    case .contains(let text): (key, value, isText) = (nil, Array(text.utf8), false)
    case .member(let key, let value):
      (self.key, self.value, isText) = (Array(key.utf8), Array(value.utf8), false)
    case .text(let key, let value):
      (self.key, self.value, isText) = (Array(key.utf8), Array(value.utf8), true)
    }
  }

  fileprivate var isASCII: Bool {
    value.allSatisfy { $0 < 0x80 } && key?.allSatisfy { $0 < 0x80 } ?? true
  }
}
