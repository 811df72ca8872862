internal import SwiftSyntax

/// The operators that a type has in its body and a protocol requires.
///
/// If a macro may add conformances or members with arbitrary names to the type, the compiler finds an
/// operator twice and accepts neither for the protocol (https://github.com/swiftlang/swift/issues/84691).
/// It then synthesizes an `==`, so that `a == b` calls the type's own where the type is known and the
/// synthesized one in generic code; or it reports that the type does not conform. A function that names
/// the requirement that it implements leaves no ambiguity.
struct OwnOperators {
  private let members: [ConditionalMembers<(Requirement, FunctionDeclSyntax)>]
  private let typeName: String

  /// An operator that a protocol of the standard library requires.
  struct Requirement {
    let symbol: String
    let owner: String
    /// The name of the function that implements the operator.
    let name: String

    static let equality = Requirement(symbol: "==", owner: "Equatable", name: "_isEqual")
    static let order = Requirement(symbol: "<", owner: "Comparable", name: "_isLess")
  }

  init(of declaration: some DeclGroupSyntax, named name: String, for requirements: [Requirement]) {
    typeName = name
    members = ConditionalMembers.read(declaration.memberBlock.members) { member in
      guard let function = member.as(FunctionDeclSyntax.self),
        let requirement = requirements.first(where: { $0.symbol == function.name.text }),
        function.compares(name)
      else { return [] }
      return [(requirement, function)]
    }
  }
}

extension OwnOperators {
  /// Whether there is an operator outside any `#if`.
  var isAlwaysThere: Bool {
    members.contains { member in
      if case .element = member { true } else { false }
    }
  }

  /// Returns the functions that implement the operators, inside their `#if`.
  ///
  /// - Parameter type: The name to use for the type, which in a class cannot be `Self`.
  func lines(access: String, type: String = "Self") -> [String] {
    members.flatMap { member in
      member.lines { requirement, function in
        let isolation = function.modifiers.isNonisolated ? "nonisolated " : ""
        return
          ["@_implements(\(requirement.owner), \(requirement.symbol)(_:_:))"]
          + block(
            "\(isolation)\(access)static func \(requirement.name)(_ first: \(type), _ second: \(type)) -> Swift.Bool",
            ["first \(requirement.symbol) second"])
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it is the operator for any two values of its own type. A constrained one may not exist for
  /// all of them, and the function that implements it would then call itself.
  fileprivate func compares(_ type: String) -> Bool {
    guard genericParameterClause == nil, genericWhereClause == nil else { return false }
    let types = signature.parameterClause.parameters.map(\.type)
    return types.count == 2 && types.allSatisfy { $0.isSelf(named: type) }
  }

  var isOperator: Bool {
    switch name.tokenKind {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}

extension TypeSyntax {
  /// Whether it is `Self` or the name of the type, which may be qualified by enclosing types and may have
  /// generic arguments.
  fileprivate func isSelf(named name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    let written = self.as(IdentifierTypeSyntax.self)?.name.text
    return written == "Self" || written == name
  }
}
