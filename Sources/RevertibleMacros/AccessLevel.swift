internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The access modifier that a synthesized member needs, in the form that goes before `func`.
///
/// Only `public` and `package` have to be written: a member of a narrower type is as visible as its
/// type allows.
struct AccessLevel {
  let prefix: String

  init(of modifiers: DeclModifierListSyntax) {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): prefix = "public "
      case .keyword(.package): prefix = "package "
      case .keyword(.private): prefix = "private "
      case .keyword(.fileprivate): prefix = "fileprivate "
      default: continue
      }
      return
    }
    prefix = ""
  }
}

extension AccessLevel {
  /// The access of a member that should be as visible as a type with this access.
  var ofMembers: String { isPrivate ? "" : prefix }

  private var isPrivate: Bool { prefix.hasSuffix("private ") }

  /// Returns the access of the members that a type needs for its conformances.
  ///
  /// A declaration without an access modifier takes that of the extension around it. If a type around
  /// the extended one is private to its file, the members of the extension must say so.
  static func ofWitnesses(
    for declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> String {
    let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    if enclosing.contains(where: { AccessLevel(of: $0.modifiers).isPrivate }) {
      return "fileprivate "
    }
    let access = AccessLevel(of: declaration.modifiers)
    if access.prefix.isEmpty,
      let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    {
      return AccessLevel(of: outer.modifiers).ofMembers
    }
    return access.ofMembers
  }
}
