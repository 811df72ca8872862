internal import SwiftSyntax

/// What follows the name of the type in the extension: the protocols, and what they ask of generic
/// parameters.
struct VersionableConformance {
  /// For example `: Hashable, Versionable`; empty where the type declares the conformance itself.
  let clause: String

  init(
    declaration: some DeclGroupSyntax, missing protocols: [TypeSyntax], trackedTypes: [Syntax],
    untrackedTypes: [Syntax]
  ) {
    let missing = protocols.map(\.trimmedDescription)
    guard missing.contains("Versionable") else {
      clause = ""
      return
    }
    let requirements = GenericRequirements(
      declaration: declaration, trackedTypes: trackedTypes, untrackedTypes: untrackedTypes
    ).requirements
    // What Versionable refines is said, too: a conformance under a condition does not imply it.
    let protocols = missing.joined(separator: ", ")
    let condition = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    clause = ": \(protocols)\(condition)"
  }
}

/// What generic parameters need so that a type can be compared and tracked.
private struct GenericRequirements {
  private(set) var requirements: [String] = []

  init(declaration: some DeclGroupSyntax, trackedTypes: [Syntax], untrackedTypes: [Syntax]) {
    guard let generic = declaration.asProtocol((any WithGenericParametersSyntax).self) else {
      return
    }
    let outer = generic.genericWhereClause
    for parameter in generic.genericParameterClause?.parameters ?? [] {
      let name = parameter.name.text
      guard parameter.specifier == nil else { continue }
      let constraints = parameter.inheritedType.map { [Syntax($0)] } ?? []
      let known = constraints + (outer?.constraints(of: name) ?? [])
      guard !known.contains(where: { $0.names(anyOf: ["Revertible", "Versionable", "Hashable"]) })
      else { continue }
      if trackedTypes.contains(where: { $0.names(anyOf: [name]) }) {
        requirements.append("\(name): Revertible")
      } else if untrackedTypes.contains(where: { $0.names(anyOf: [name]) }) {
        requirements.append("\(name): Hashable")
      }
    }
  }
}

extension GenericWhereClauseSyntax {
  fileprivate func constraints(of parameter: String) -> [Syntax] {
    requirements.compactMap { requirement in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == parameter
      else { return nil }
      return Syntax(conformance.rightType)
    }
  }
}

extension Syntax {
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }
}
