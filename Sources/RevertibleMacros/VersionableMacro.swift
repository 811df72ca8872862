public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Versionable`: a conformance that names every stored variable of a struct, or the case and the
/// associated values of an enum.
open class VersionableMacro {}

extension VersionableMacro: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let body = body(for: declaration, in: context) else {
      context.diagnose(.wrongKind(of: declaration), at: declaration.introducer)
      return []
    }
    if let hiding = modifierHidingType(declaration, in: context) {
      context.diagnose(
        .hidden, at: hiding,
        fixIts: [
          .replace(
            "make it 'fileprivate'", hiding.name,
            with: hiding.name.with(\.tokenKind, .keyword(.fileprivate)))
        ])
      return []
    }
    let conformance = VersionableConformance(
      declaration: declaration, missing: protocols, trackedTypes: body.trackedTypes,
      untrackedTypes: body.untrackedTypes)
    let attributes = availability(of: declaration, in: context)
    let heading = "extension \(type.trimmedDescription)\(conformance.clause)"
    let source = attributes + block(heading, body.members + equality(of: declaration, in: context))
    let text = source.joined(separator: "\n")
    return [try ExtensionDeclSyntax("\(raw: text)")]
  }

  private static func body(
    for declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> VersionableBody? {
    let access = AccessLevel.ofWitnesses(for: declaration, in: context)
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return StructReversions(declaration).body(access: access)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumReversions(declaration).body(access: access)
    }
    return nil
  }

  /// The `private` that keeps a type inside another one, where no extension of the file reaches it.
  private static func modifierHidingType(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> DeclModifierSyntax? {
    let isNested = context.lexicalContext.contains {
      $0.asProtocol((any DeclGroupSyntax).self) != nil
    }
    guard isNested else { return nil }
    return declaration.modifiers.first {
      $0.name.tokenKind == .keyword(.private) && $0.detail == nil
    }
  }

  private static func equality(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> [String] {
    guard let named = declaration.asProtocol((any NamedDeclSyntax).self) else { return [] }
    let lines = OwnEquality(of: declaration, named: named.name.text)
      .lines(access: AccessLevel.ofWitnesses(for: declaration, in: context))
    return lines.isEmpty ? [] : [""] + lines
  }

  /// An extension may not be available where its type is not.
  private static func availability(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> [String] {
    let outer = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let attributes = declaration.attributes.attributes + outer.flatMap(\.attributes.attributes)
    return attributes.filter { $0.plainName == "available" }.map(\.trimmedDescription)
  }
}

/// What the extension of a type consists of.
struct VersionableBody {
  /// Lines of source.
  let members: [String]
  /// The types, or initial values where those are inferred, of what is tracked.
  let trackedTypes: [Syntax]
  /// The same for stored properties that are not tracked.
  let untrackedTypes: [Syntax]
}

extension VersionableBody {
  /// The requirement of the protocol, around the statements of a type.
  static func addReversions(access: String, _ statements: [String]) -> [String] {
    block("\(access)func addReversions(into reverter: inout some Reverter<Self>)", statements)
  }
}

// The helpers of an enum stand in its body. An extension that may hold any name could have no
// condition: to look up a name in the condition, the compiler would have to expand the extension.
extension VersionableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { return [] }
    return EnumReversions(declaration).helpers.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension MacroDiagnostic {
  fileprivate static var hidden: MacroDiagnostic {
    .error(
      "versionable-hidden",
      "'@Versionable' adds an extension, which a 'private' type inside another one is hidden from; make "
        + "it 'fileprivate'")
  }

  fileprivate static func wrongKind(of declaration: some DeclGroupSyntax) -> MacroDiagnostic {
    let advice =
      switch declaration.kind {
      case .classDecl, .actorDecl:
        "; keep the state of this \(declaration.introducer.text) in a struct, and track that with '@Versioning'"
      default: ""
      }
    return .error(
      "versionable-kind", "'@Versionable' can be applied to structs and enums only\(advice)")
  }
}
