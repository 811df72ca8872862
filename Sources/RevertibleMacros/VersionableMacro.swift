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
    let hashing = Hashing(of: declaration, added: protocols)
    let problems = IncomparableTypes(
      of: declaration, isHashSynthesized: hashing.isSynthesized
    ).diagnostics
    guard problems.isEmpty else {
      for problem in problems { context.diagnose(problem) }
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
      declaration: declaration, enclosing: context.lexicalContext, missing: protocols, body: body,
      asksUntracked: hashing.asksUntracked)
    let attributes = availability(of: declaration, in: context)
    let heading =
      "\(Isolation(of: declaration).ofExtension)extension \(type.trimmedDescription)\(conformance.clause)"
    let members = [
      declaration.hasOwnReversions ? [] : body.members, equality(of: declaration, in: context),
    ].filter { !$0.isEmpty }
    let source = attributes + block(heading, [String](members.joined(separator: [""])))
    let text = source.joined(separator: "\n")
    return [try ExtensionDeclSyntax("\(raw: text)")]
  }

  private static func body(
    for declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> VersionableBody? {
    let access = modifiers(of: declaration, in: context)
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return StructReversions(declaration).body(access: access)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumReversions(declaration).body(access: access)
    }
    return nil
  }

  /// Returns the modifiers of the functions in the extension.
  private static func modifiers(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> String {
    Isolation(of: declaration).ofMembers + AccessLevel.ofWitnesses(for: declaration, in: context)
  }

  /// Returns the `private` modifier of a type inside another one, which hides it from extensions at file
  /// level.
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
    return OwnOperators(of: declaration, named: named.name.text, for: [.equality])
      .lines(access: modifiers(of: declaration, in: context))
  }

  /// Returns the availability attributes: an extension must not be available where its type is not.
  private static func availability(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> [String] {
    let outer = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let attributes = declaration.attributes.attributes + outer.flatMap(\.attributes.attributes)
    return attributes.filter { $0.plainName == "available" }.map(\.trimmedDescription)
  }
}

/// The contents of the extension of a type.
struct VersionableBody {
  /// Lines of source.
  let members: [String]
  /// The types of tracked properties and values, or the initial values if the types are inferred.
  let trackedTypes: [Syntax]
  /// The same for stored properties that are not tracked.
  let untrackedTypes: [Syntax]
}

extension VersionableBody {
  /// Returns the function that the protocol requires, with the given statements as its body.
  static func addReversions(access: String, _ statements: [String]) -> [String] {
    block("\(access)func addReversions(into reverter: inout some Reverter<Self>)", statements)
  }
}

// The helpers of an enum are private members in its body.
extension VersionableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self), !declaration.hasOwnReversions,
      IncomparableTypes(of: declaration, isHashSynthesized: false).diagnostics.isEmpty
    else { return [] }
    return EnumReversions(declaration).helpers.map { "\(raw: $0.joined(separator: "\n"))" }
  }
}

extension MacroDiagnostic {
  fileprivate static var hidden: MacroDiagnostic {
    .error(
      "versionable-hidden",
      "'@Versionable' adds an extension, which cannot see a 'private' type nested in another type; make "
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
      "versionable-kind", "'@Versionable' can only be applied to structs and enums\(advice)")
  }
}
