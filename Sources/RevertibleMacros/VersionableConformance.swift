internal import SwiftSyntax

/// The part of the extension that follows the name of the type: the protocols, and what they require of
/// generic parameters.
struct VersionableConformance {
  /// For example `: Hashable, Versionable`; empty if the type declares the conformances itself.
  let clause: String

  init(
    declaration: some DeclGroupSyntax, enclosing: [Syntax], missing protocols: [TypeSyntax],
    body: VersionableBody, asksUntracked: Bool
  ) {
    let missing = protocols.map(\.trimmedDescription)
    // The protocols that Versionable refines are listed too: a conditional conformance does not imply
    // them, and the compiler leaves conformances that the macro may add to the macro.
    let protocols = missing.joined(separator: ", ")
    guard missing.contains("Versionable") else {
      clause = missing.isEmpty ? "" : ": \(protocols)"
      return
    }
    let requirements = GenericRequirements(
      declaration: declaration, enclosing: enclosing, trackedTypes: body.trackedTypes,
      untrackedTypes: asksUntracked ? body.untrackedTypes : []
    ).requirements
    let condition = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    clause = ": \(protocols)\(condition)"
  }
}
