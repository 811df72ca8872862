internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Versioning`: undo and redo for the properties of a model.
///
/// In plain types, each tracked property gets a property wrapper. The properties of observable types are
/// wrapped already and cannot have another; each gets a controller beside it.
open class VersioningMacro {}

extension VersioningMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self),
      let model = VersioningModel(declaration, attribute: node)
    else { return [] }
    switch model.kind {
    case .plain:
      let property = Property.properties(of: variable).first(where: model.isTracked)
      return property.map { [VersionedAttribute(of: $0, in: model).syntax] } ?? []
    case .observable:
      return []
    case .observableObject:
      return ObservableObjectVersioning(model: model).attributes(of: variable)
    }
  }
}

extension VersioningMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = VersioningModel(declaration, attribute: node) else {
      context.diagnose(.wrongKind(of: declaration), at: declaration.introducer)
      return []
    }
    let diagnostics = VersioningDiagnostics(model: model, attribute: node).all
    for diagnostic in diagnostics { context.diagnose(diagnostic) }
    guard !diagnostics.contains(where: { $0.diagMessage.severity == .error }) else { return [] }
    return (members(of: model) + ModelOperators(of: model).members).map {
      "\(raw: $0.joined(separator: "\n"))"
    }
  }

  private static func members(of model: VersioningModel) -> [[String]] {
    switch model.kind {
    case .plain: return VersionedAttribute.sharedMembers(of: model)
    case .observable: return ObservableVersioning(model: model).members
    case .observableObject: return ObservableObjectVersioning(model: model).members
    }
  }
}

extension MacroDiagnostic {
  fileprivate static func wrongKind(of declaration: some DeclGroupSyntax) -> MacroDiagnostic {
    let type = declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let advice =
      type.map {
        "; write it where '\($0)' is declared, because an extension cannot have stored properties"
      } ?? ""
    return .error(
      "versioning-kind",
      "'@Versioning' can only be applied to structs, classes, enums and actors\(advice)")
  }
}
