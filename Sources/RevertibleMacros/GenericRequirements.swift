internal import SwiftSyntax

/// The requirements on generic parameters and their associated types that make a type comparable and
/// trackable.
struct GenericRequirements {
  private(set) var requirements: [String] = []
  private let clauses: [GenericWhereClauseSyntax]

  /// - Parameter enclosing: The types around the declaration, whose generic parameters it shares.
  init(
    declaration: some DeclGroupSyntax, enclosing: [Syntax], trackedTypes: [Syntax],
    untrackedTypes: [Syntax]
  ) {
    let declarations = (enclosing.reversed() + [Syntax(declaration)]).compactMap {
      $0.asProtocol((any WithGenericParametersSyntax).self)
    }
    clauses = declarations.compactMap(\.genericWhereClause)
    for declaration in declarations {
      for parameter in declaration.genericParameterClause?.parameters ?? []
      where parameter.specifier == nil {
        let name = parameter.name.text
        let tracked = trackedTypes.flatMap { $0.dependentTypes(of: name) }
        let untracked = untrackedTypes.flatMap { $0.dependentTypes(of: name) }
        let constraints = parameter.inheritedType.map { [name: Syntax($0)] } ?? [:]
        for type in Set(tracked + untracked).sorted() {
          add(type, constraints[type], tracked.contains(type) ? "Revertible" : "Hashable")
        }
      }
    }
  }

  private mutating func add(_ type: String, _ constraint: Syntax?, _ needed: String) {
    let known = [constraint].compactMap { $0 } + clauses.flatMap { $0.constraints(of: type) }
    let isKnown = known.contains { $0.names(anyOf: ["Revertible", "Versionable", "Hashable"]) }
    let requirement = "\(type): \(needed)"
    if !isKnown, !requirements.contains(requirement) { requirements.append(requirement) }
  }
}

extension GenericWhereClauseSyntax {
  fileprivate func constraints(of type: String) -> [Syntax] {
    requirements.compactMap { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == type
      else { return nil }
      return Syntax(conformance.rightType)
    }
  }
}

extension Syntax {
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }

  /// Returns the parameter, if it occurs by itself, and its associated types, such as `Element.ID`.
  fileprivate func dependentTypes(of parameter: String) -> [String] {
    let tokens = tokens(viewMode: .sourceAccurate).map(\.text)
    return tokens.indices.compactMap { start -> String? in
      guard tokens[start] == parameter, start == 0 || tokens[start - 1] != "." else { return nil }
      var type = parameter
      var next = start + 1
      while next + 1 < tokens.count, tokens[next] == ".", tokens[next + 1].isTypeName {
        type += "." + tokens[next + 1]
        next += 2
      }
      return type
    }
  }
}

extension String {
  fileprivate var isTypeName: Bool {
    first?.isUppercase == true && self != "Type" && self != "Protocol"
  }
}
