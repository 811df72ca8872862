internal import SwiftSyntax

/// Members that a type may declare itself, so that they need not be synthesized.
///
/// Those inside `#if` do not count, because some builds may lack them.
extension DeclGroupSyntax {
  /// Whether the body has both `==` and `hash(into:)`, so that stored properties need not be Hashable.
  func hasOwnHashing(named name: String) -> Bool {
    hasFunction("hash")
      && OwnOperators(of: self, named: name, for: [.equality]).isAlwaysThere
  }

  /// Whether the body has `addReversions(into:)`, so that the type itself names what is tracked.
  var hasOwnReversions: Bool { hasFunction("addReversions") }

  /// Whether the body has an instance method with this name and `into:` as its only argument.
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
