internal import SwiftSyntax

/// The `==` that a type has in its body.
///
/// The compiler finds such an operator twice once a macro may add conformances or members to the type,
/// takes neither, and synthesizes one (https://github.com/swiftlang/swift/issues/84691): `a == b` is
/// then the type's own where the type is known, and the synthesized one in generic code. A function
/// that says which requirement it is for leaves no choice.
struct OwnEquality {
  private let members: [ConditionalMembers<FunctionDeclSyntax>]

  init(of declaration: some DeclGroupSyntax, named name: String) {
    members = ConditionalMembers.read(declaration.memberBlock.members) { member in
      guard let function = member.as(FunctionDeclSyntax.self), function.compares(name) else {
        return []
      }
      return [function]
    }
  }
}

extension OwnEquality {
  /// The function that stands for the operator, under the operator's `#if`.
  func lines(access: String) -> [String] {
    members.flatMap { member in
      member.lines { _ in
        ["@_implements(Equatable, ==(_:_:))"]
          + block(
            "\(access)static func _isEqual(_ first: Self, _ second: Self) -> Bool",
            ["first == second"])
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it is the operator for two values of its own type, whatever they are made of. One with
  /// conditions may not be there for all of them, and then its name would lead back to the function
  /// that stands for it.
  fileprivate func compares(_ type: String) -> Bool {
    guard name.text == "==", genericParameterClause == nil, genericWhereClause == nil else {
      return false
    }
    let types = signature.parameterClause.parameters.map(\.type)
    return types.count == 2 && types.allSatisfy { $0.isSelf(named: type) }
  }
}

extension TypeSyntax {
  /// Whether it is `Self` or the name of the type, which may stand behind those around it and before
  /// its own parameters.
  fileprivate func isSelf(named name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    let written = self.as(IdentifierTypeSyntax.self)?.name.text
    return written == "Self" || written == name
  }
}
