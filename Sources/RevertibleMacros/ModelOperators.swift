internal import SwiftDiagnostics
internal import SwiftSyntax

/// Keeps a model's operators visible to protocols although the macro may add members with arbitrary
/// names, because `_$activity` is named after a property.
struct ModelOperators {
  private let model: VersioningModel

  init(of model: VersioningModel) {
    self.model = model
  }
}

extension ModelOperators {
  /// The functions that implement the operators of the protocols to which the type declares conformance.
  var members: [[String]] {
    let protocols = protocols
    var requirements: [OwnOperators.Requirement] = []
    if !protocols.isDisjoint(with: ["Equatable", "Hashable", "Comparable"]) {
      requirements.append(.equality)
    }
    if protocols.contains("Comparable") { requirements.append(.order) }
    let lines = OwnOperators(of: model.declaration, named: model.name, for: requirements)
      .lines(access: model.memberAccess, type: model.name)
    return lines.isEmpty ? [] : [lines]
  }

  /// Warnings about operators that may belong to a protocol whose requirements are not known here.
  var diagnostics: [Diagnostic] {
    let unknown = protocols.subtracting(Self.known)
    guard !unknown.isEmpty else { return [] }
    return model.declaration.memberBlock.members.compactMap { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.isOperator,
        !["==", "<"].contains(function.name.text)
      else { return nil }
      return .warning(
        "versioning-operator",
        "'\(function.name.text)' in the body of a type with '@Versioning' does not satisfy a protocol that requires it; if one does, move it to an extension",
        at: function.name)
    }
  }

  private var protocols: Set<String> {
    let types = model.declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    return Set(
      types.flatMap { type in
        (type.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [type]).compactMap {
          $0.lastName
        }
      })
  }

  /// Protocols that require no operators, or only those for which a function is added.
  private static let known: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Identifiable", "Sendable", "Codable", "Encodable",
    "Decodable", "Observable", "ObservableObject", "AnyObject", "CaseIterable", "View", "Error",
    "CustomStringConvertible", "CustomDebugStringConvertible",
  ]
}

extension TypeSyntax {
  /// The name of a type without any qualification before a dot.
  fileprivate var lastName: String? {
    self.as(MemberTypeSyntax.self)?.name.text ?? self.as(IdentifierTypeSyntax.self)?.name.text
      ?? self.as(AttributedTypeSyntax.self)?.baseType.lastName
  }
}
