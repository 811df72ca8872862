internal import SwiftSyntax

/// The modifiers that keep a conformance free of actor isolation, so that values can be compared
/// anywhere.
struct Isolation {
  /// The modifier for the extension of a type: the one that the type has itself.
  let ofExtension: String
  /// The modifier for a member, if the type (and so its extension) does not already have it.
  let ofMembers: String
  /// The modifier for a nested type.
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
