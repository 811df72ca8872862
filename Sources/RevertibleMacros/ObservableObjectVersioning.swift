internal import SwiftParser
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The members and attributes that an `ObservableObject` gets. The controllers watch its publisher.
struct ObservableObjectVersioning {
  let model: VersioningModel
}

extension ObservableObjectVersioning {
  var members: [[String]] {
    model.trackedProperties.map { ControllerProperty(of: $0, in: model).lines }
      + error
  }

  /// Returns the attribute that adds an observer to a stored variable. The observer also creates the
  /// controllers that cannot be created otherwise: those of computed properties and of properties that
  /// already have a `willSet`.
  func attributes(of variable: VariableDeclSyntax) -> [AttributeSyntax] {
    guard let property = Property.properties(of: variable).first, property.canTakeObserver else {
      return []
    }
    let (own, others) =
      model.isTracked(property)
      ? ([property], propertiesWithoutObserver)
      : ([], property.isPublished ? propertiesWithoutObserver : [])
    let names = (own + others).map { "\"\(ControllerProperty.name(for: $0))\"" }
    return names.isEmpty ? [] : ["@_StartsVersioning(\(raw: names.joined(separator: ", ")))"]
  }

  private var propertiesWithoutObserver: [Property] {
    model.trackedProperties.filter { !$0.canTakeObserver }
  }

  private var error: [[String]] {
    guard let name = model.synthesizedErrorProperty else { return [] }
    return [["@Published", "\(model.memberAccess)var \(name): (any Swift.Error)?"]]
  }
}

/// `@_StartsVersioning`: an observer that creates controllers before the first change to a property, and
/// announces changes that are not announced otherwise.
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
    let announcement = property.isPublished ? [] : ["objectWillChange.send()"]
    let source = block("willSet", node.strings.map { "_ = \($0)" } + announcement)
    return ["\(raw: source.joined(separator: "\n"))"]
  }
}

extension Property {
  /// Whether a `willSet` can be added to it.
  var canTakeObserver: Bool { obstacle == nil && isAlone && binding.willSet == nil }

  fileprivate var isPublished: Bool {
    declaration.attributes.attribute(named: "Published") != nil
  }
}

extension AttributeSyntax {
  /// The string literals among the arguments.
  fileprivate var strings: [String] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    return arguments.compactMap {
      $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
  }
}
