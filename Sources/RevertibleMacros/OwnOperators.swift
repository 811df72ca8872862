internal import SwiftSyntax

/// The operators that a type has in its body and a protocol requires.
///
/// The compiler finds an operator twice where a macro may add members of any name to the type, or
/// conformances, and takes neither for the protocol (https://github.com/swiftlang/swift/issues/84691).
/// It then synthesizes an `==`, so that `a == b` is the type's own where the type is known and the
/// synthesized one in generic code; or says that the type does not conform. A function that says which
/// requirement it is for leaves no choice.
struct OwnOperators {
  private let members: [ConditionalMembers<(Requirement, FunctionDeclSyntax)>]
  private let typeName: String

  /// An operator that a protocol of the standard library requires.
  struct Requirement {
    let symbol: String
    let owner: String
    /// The function that stands for the operator.
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
  /// Whether there is an operator under no condition.
  var isAlwaysThere: Bool {
    members.contains { member in
      if case .element = member { true } else { false }
    }
  }

  /// The functions that stand for the operators, under their `#if`.
  ///
  /// - Parameter type: What stands for the type, which in a class cannot be `Self`.
  func lines(access: String, type: String = "Self") -> [String] {
    members.flatMap { member in
      member.lines { requirement, function in
        let isolation = function.modifiers.isNonisolated ? "nonisolated " : ""
        return
          ["@_implements(\(requirement.owner), \(requirement.symbol)(_:_:))"]
          + block(
            "\(isolation)\(access)static func \(requirement.name)(_ first: \(type), _ second: \(type)) -> Bool",
            ["first \(requirement.symbol) second"])
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether it is the operator for two values of its own type, whatever they are made of. One with
  /// conditions may not be there for all of them, and then its name would lead back to the function
  /// that stands for it.
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
  /// Whether it is `Self` or the name of the type, which may stand behind those around it and before
  /// its own parameters.
  fileprivate func isSelf(named name: String) -> Bool {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text == name }
    let written = self.as(IdentifierTypeSyntax.self)?.name.text
    return written == "Self" || written == name
  }
}
