internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The access that a synthesized member needs, written so that it can stand before `func`.
///
/// Only `public` and `package` have to be said: a member of a narrower type is as visible as
/// its type lets it be.
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
  /// The access of a member that is to be as visible as this.
  var ofMembers: String { isPrivate ? "" : prefix }

  private var isPrivate: Bool { prefix.hasSuffix("private ") }

  /// The access of what a type needs for its conformances.
  ///
  /// A declaration without access of its own takes that of the extension around it. The members of an
  /// extension have to say it where a type around theirs is private to its file.
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
