internal import SwiftSyntax

/// What follows the name of the type in the extension: the protocols, and what they ask of generic
/// parameters.
struct VersionableConformance {
  /// For example `: Hashable, Versionable`; empty where the type declares them itself.
  let clause: String

  init(
    declaration: some DeclGroupSyntax, enclosing: [Syntax], missing protocols: [TypeSyntax],
    body: VersionableBody, asksUntracked: Bool
  ) {
    let missing = protocols.map(\.trimmedDescription)
    // What Versionable refines is said, too: a conformance under a condition does not imply it, and the
    // compiler leaves to the macro what that may add.
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
