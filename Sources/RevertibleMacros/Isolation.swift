internal import SwiftSyntax

/// What keeps a conformance free of actors, so that values can be compared anywhere.
struct Isolation {
  /// What stands before the extension of a type: what the type says.
  let ofExtension: String
  /// What stands before a member, and what the extension says already for those in it.
  let ofMembers: String
  /// What stands before a type in the type.
  let ofTypes: String

  init(of declaration: some DeclGroupSyntax) {
    let isFree = declaration.modifiers.isNonisolated
    let isOnActor = declaration.attributes.attributes.contains { $0.plainName.hasSuffix("Actor") }
    ofExtension = isFree ? "nonisolated " : ""
    ofMembers = isOnActor ? "nonisolated " : ""
    ofTypes = isFree || isOnActor ? "nonisolated " : ""
  }
}

extension DeclModifierListSyntax {
  var isNonisolated: Bool { contains { $0.name.tokenKind == .keyword(.nonisolated) } }
}
