public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// What an `ObservableObject` gets. The controllers watch its publisher.
struct ObservableObjectVersioning {
  private let model: VersioningModel

  init(_ model: VersioningModel) {
    self.model = model
  }
}

extension ObservableObjectVersioning {
  var members: [[String]] {
    model.trackedProperties.map { ControllerProperty(of: $0, in: model).lines }
      + error
  }

  private var error: [[String]] {
    guard let name = model.synthesizedErrorProperty else { return [] }
    return [["@Published", "\(model.memberAccess)var \(name): (any Error)?"]]
  }
}

/// `@_StartsVersioning`: an observer that makes the controller of a property before its first change,
/// and announces changes that nobody else does.
open class StartsVersioningMacro {}

extension StartsVersioningMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = Property.properties(of: variable).first
    else { return [] }
    let isPublished = variable.attributes.attribute(named: "Published") != nil
    let announcement = isPublished ? [] : ["objectWillChange.send()"]
    let source = block(
      "willSet", ["_ = \(ControllerProperty.name(for: property))"] + announcement)
    return ["\(raw: source.joined(separator: "\n"))"]
  }
}
