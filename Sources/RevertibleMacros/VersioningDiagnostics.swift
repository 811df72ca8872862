internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// What is wrong with a use of `@Versioning`.
struct VersioningDiagnostics {
  private let model: VersioningModel
  private let attribute: AttributeSyntax

  init(of model: VersioningModel, at attribute: AttributeSyntax) {
    self.model = model
    self.attribute = attribute
  }
}

extension VersioningDiagnostics {
  var all: [Diagnostic] {
    let found =
      model.arguments.diagnostics + model.arguments.names.compactMap(problem) + needlessErrorName
      + unfitErrorProperty + takenObservers
    return found.isEmpty && model.trackedProperties.isEmpty ? [nothingToTrack] : found
  }
}

// MARK: - Names

extension VersioningDiagnostics {
  private func problem(_ named: VersioningArguments.NamedProperty) -> Diagnostic? {
    guard let property = model.properties.first(where: { $0.plainName == named.name }) else {
      return unknown(named)
    }
    guard let obstacle = model.obstacle(to: property) else { return nil }
    let message = MacroDiagnostic.error(
      "versioning-obstacle",
      "'\(named.name)' \(obstacle.description), so that it has no versions to track")
    return Diagnostic(
      node: named.literal, message: message, fixIts: fixIts(for: obstacle, of: property))
  }

  private func unknown(_ named: VersioningArguments.NamedProperty) -> Diagnostic {
    let candidates = model.properties.filter { model.obstacle(to: $0) == nil }.map(\.plainName)
    let similar = candidates.filter { $0.isSimilar(to: named.name) }
    var fixIts: [FixIt] = []
    if similar.count == 1, let name = similar.first {
      let literal = StringLiteralExprSyntax(content: name)
      fixIts = [.replace("replace it with '\(name)'", named.literal, with: literal)]
    }
    let message = MacroDiagnostic.error(
      "versioning-unknown", "'\(model.name)' declares no property '\(named.name)'")
    return Diagnostic(node: named.literal, message: message, fixIts: fixIts)
  }

  private func fixIts(for obstacle: PropertyObstacle, of property: Property) -> [FixIt] {
    guard case .constant = obstacle else { return [] }
    let specifier = property.declaration.bindingSpecifier
    let variable = specifier.with(\.tokenKind, .keyword(.var))
    return [.replace("make '\(property.plainName)' a variable", specifier, with: variable)]
  }

  private var nothingToTrack: Diagnostic {
    let what = model.declaration.is(EnumDeclSyntax.self) ? "static variable" : "variable"
    return Diagnostic(
      node: attribute,
      message: MacroDiagnostic.warning(
        "versioning-nothing", "'\(model.name)' declares no stored \(what) to track"))
  }
}

// MARK: - Errors and observers

extension VersioningDiagnostics {
  private var needlessErrorName: [Diagnostic] {
    guard model.kind == .plain, case .assign(let property?) = model.arguments.errorMode else {
      return []
    }
    let message = MacroDiagnostic.warning(
      "versioning-error-needless",
      "'\(property.name)' is not used: only '@Observable' and 'ObservableObject' types store errors in a property of their own; here each tracked property has 'error' in its projected value"
    )
    let plain = property.call.calledExpression
    let fixIt = FixIt.replace("remove the name", property.call, with: plain)
    return [Diagnostic(node: property.call, message: message, fixIts: [fixIt])]
  }

  private var unfitErrorProperty: [Diagnostic] {
    guard let name = model.errorProperty,
      let property = model.properties.first(where: { $0.plainName == name })
    else { return [] }
    if let obstacle = property.obstacle, obstacle != .computed {
      let message = MacroDiagnostic.error(
        "versioning-error-obstacle", "errors cannot be stored: '\(name)' \(obstacle.description)")
      return [
        Diagnostic(
          node: property.name, message: message, fixIts: fixIts(for: obstacle, of: property))
      ]
    }
    guard let type = property.binding.typeAnnotation?.type, !type.isOptionalError else { return [] }
    let message = MacroDiagnostic.error(
      "versioning-error-type", "errors are stored in '\(name)', which has to be an '(any Error)?'")
    let fixIt = FixIt.replace(
      "change the type to '(any Error)?'", type, with: TypeSyntax("(any Error)?"))
    return [Diagnostic(node: type, message: message, fixIts: [fixIt])]
  }

  private var takenObservers: [Diagnostic] {
    guard model.kind == .observableObject else { return [] }
    return model.trackedProperties.compactMap { property in
      guard let observer = property.binding.willSet else { return nil }
      let message = MacroDiagnostic.error(
        "versioning-observer",
        "'@Versioning' needs the 'willSet' of '\(property.plainName)' for itself; use 'didSet', or name other properties to track"
      )
      return Diagnostic(node: observer, message: message)
    }
  }
}

extension TypeSyntax {
  fileprivate var isOptionalError: Bool {
    let text = trimmedDescription.filter { !$0.isWhitespace }
    let forms = ["Error?", "(Error)?", "(anyError)?", "Optional<Error>", "Optional<anyError>"]
    return forms.contains(text.replacing("Swift.", with: ""))
  }
}

extension String {
  /// Whether a slip of the fingers may have made one of the other.
  fileprivate func isSimilar(to other: String) -> Bool {
    lowercased() == other.lowercased() || difference(from: other).count <= 2
  }
}
