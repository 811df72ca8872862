internal import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@VersionableIgnored`: a marker that `@Versionable` reads. It adds nothing and only warns where it
/// has no effect.
open class VersionableIgnoredMacro {}

extension VersionableIgnoredMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let problem = problem(of: declaration, in: context.lexicalContext.first) {
      let fixIt = FixIt.remove("remove '@VersionableIgnored'", node, from: declaration)
      context.diagnose(problem, at: node, fixIts: fixIt.map { [$0] } ?? [])
    }
    return []
  }

  private static func problem(
    of declaration: some DeclSyntaxProtocol, in owner: Syntax?
  ) -> MacroDiagnostic? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let owner = owner?.as(StructDeclSyntax.self)
    else {
      let advice =
        owner?.is(EnumDeclSyntax.self) == true
        ? "; an enum can be tracked only if all of its associated values are" : ""
      let message =
        declaration.is(VariableDeclSyntax.self) ? MacroDiagnostic.warning : MacroDiagnostic.error
      return message(
        "ignored-kind",
        "'@VersionableIgnored' can only be applied to properties of structs\(advice)")
    }
    guard owner.attributes.attribute(named: "Versionable") != nil else {
      return .warning(
        "ignored-untracked",
        "'@VersionableIgnored' has no effect, because '\(owner.name.text)' is not '@Versionable'")
    }
    let properties = Property.properties(of: variable)
    guard let property = properties.first, let obstacle = property.obstacle,
      properties.allSatisfy({ $0.obstacle != nil })
    else { return nil }
    return .warning(
      "ignored-needless",
      "'@VersionableIgnored' has no effect: '\(property.plainName)' \(obstacle.description)")
  }
}
