internal import SwiftSyntax

/// One name that a variable declaration binds.
struct Property {
  let name: TokenSyntax
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax

  var obstacle: PropertyObstacle? { declaration.obstacle(to: binding) }

  /// The name without backticks, as it would be written in a string.
  var plainName: String { name.plainText }

  /// Whether its declaration binds no other name, so that a wrapper or an observer can be added to it.
  var isAlone: Bool {
    declaration.bindings.count == 1 && binding.pattern.is(IdentifierPatternSyntax.self)
  }
}

extension Property {
  /// Returns the properties of a declaration in order; `var (x, y) = point` declares two.
  static func properties(of declaration: VariableDeclSyntax) -> [Property] {
    declaration.bindings.flatMap { binding in
      names(in: binding.pattern).map {
        Property(name: $0, declaration: declaration, binding: binding)
      }
    }
  }

  /// Returns the properties that the body of a type declares, including those inside `#if`.
  static func properties(in members: MemberBlockItemListSyntax) -> [Property] {
    members.flatMap { member -> [Property] in
      if let declaration = member.decl.as(VariableDeclSyntax.self) {
        return properties(of: declaration)
      }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      return condition.clauses.flatMap { clause -> [Property] in
        guard case .decls(let members) = clause.elements else { return [] }
        return properties(in: members)
      }
    }
  }

  private static func names(in pattern: PatternSyntax) -> [TokenSyntax] {
    if let identifier = pattern.as(IdentifierPatternSyntax.self) {
      return [identifier.identifier]
    }
    guard let tuple = pattern.as(TuplePatternSyntax.self) else { return [] }
    return tuple.elements.flatMap { names(in: $0.pattern) }
  }
}

extension TokenSyntax {
  /// The text without the backticks that allow a keyword as a name.
  var plainText: String {
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
