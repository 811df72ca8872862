internal import SwiftSyntax

/// The members that a type may write itself, so that nobody has to synthesize them.
///
/// Those below `#if` do not count: there may be a build without them.
extension DeclGroupSyntax {
  /// Whether both `==` and `hash(into:)` are in the body, so that no stored property has to be Hashable.
  func hasOwnHashing(named name: String) -> Bool {
    hasFunction("hash")
      && OwnOperators(of: self, named: name, for: [.equality]).isAlwaysThere
  }

  /// Whether `addReversions(into:)` is in the body, so that the type itself says what is tracked.
  var hasOwnReversions: Bool { hasFunction("addReversions") }

  /// Whether the body has a function of the values with that name and `into:` as its only argument.
  private func hasFunction(_ name: String) -> Bool {
    memberBlock.members.contains { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self),
        function.name.text == name, !function.modifiers.isOfType
      else { return false }
      return function.signature.parameterClause.parameters.map(\.firstName.text) == ["into"]
    }
  }
}

extension DeclModifierListSyntax {
  var isOfType: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}
