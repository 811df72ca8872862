internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// Problems with a use of `@Versioning`.
struct VersioningDiagnostics {
  let model: VersioningModel
  let attribute: AttributeSyntax
}

extension VersioningDiagnostics {
  var all: [Diagnostic] {
    let found =
      model.arguments.diagnostics + model.arguments.names.compactMap(problem) + needlessErrorName
      + keywordAsErrorName + unfitErrorProperty + leftOut + otherWrappers + observers + lateStarts
      + ModelOperators(of: model).diagnostics
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
    let fixIts = fixIts(for: obstacle, of: property)
    return .warning(
      "versioning-obstacle",
      "'\(named.name)' \(obstacle.description), so it has no versions and is left out",
      at: named.literal, fixIts: fixIts.isEmpty ? removal(of: named) : fixIts)
  }

  /// Warnings about properties that would be tracked if they were declared differently.
  private var leftOut: [Diagnostic] {
    guard model.arguments.names.isEmpty else { return [] }
    return model.properties.compactMap { property in
      let advice: String
      let obstacle = model.obstacle(to: property)
      switch obstacle {
      case .declaredTogether: advice = "declare it by itself"
      case .incomparable where property.obstacle == nil: advice = "name the properties to track"
      default: return nil
      }
      return .warning(
        "versioning-together",
        "'\(property.plainName)' \(obstacle?.description ?? ""), so it has no versions and is left out; \(advice)",
        at: property.name)
    }
  }

  /// Warnings about other wrappers: one would wrap the other, so `$` would not lead to the history.
  private var otherWrappers: [Diagnostic] {
    model.arguments.names.compactMap { named in
      guard let property = model.properties.first(where: { $0.plainName == named.name }),
        let wrapper = model.otherWrapper(of: property)
      else { return nil }
      return .warning(
        "versioning-wrapped",
        "'\(named.name)' has '@\(wrapper.plainName)'; if that is a property wrapper, '@Versioning' cannot add its own, so move the value to a property without one",
        at: named.literal)
    }
  }

  /// Warnings about observers that do not run on undo: the wrapper changes its value without setting the
  /// property.
  private var observers: [Diagnostic] {
    guard model.kind == .plain else { return [] }
    let isClass = model.declaration.is(ClassDeclSyntax.self)
    let remedy = isClass ? "make the class '@Observable' so that they run, or " : ""
    return model.trackedProperties.compactMap { property in
      guard let observer = property.binding.observers.first else { return nil }
      return .warning(
        "versioning-unheard",
        "the observers of '\(property.plainName)' run when it is set, but not on undo and redo; \(remedy)apply '@Versioned' to the property yourself if that is what you want",
        at: observer)
    }
  }

  private func unknown(_ named: VersioningArguments.NamedProperty) -> Diagnostic {
    let candidates = model.properties.filter { model.obstacle(to: $0) == nil }.map(\.plainName)
    let similar = candidates.filter { $0.isSimilar(to: named.name) }
    var fixIts = removal(of: named)
    if similar.count == 1, let name = similar.first {
      let literal = StringLiteralExprSyntax(content: name)
      fixIts = [.replace("replace it with '\(name)'", named.literal, with: literal)]
    }
    return .warning(
      "versioning-unknown",
      "'\(model.name)' declares no property '\(named.name)', so the name is ignored",
      at: named.literal, fixIts: fixIts)
  }

  /// Removes the name, or the whole attribute if no name would be left: without names it would track
  /// everything.
  private func removal(of named: VersioningArguments.NamedProperty) -> [FixIt] {
    guard model.arguments.names.count == 1 else {
      return [.replace("remove '\(named.name)'", named.list, with: named.remaining)]
    }
    let fixIt = FixIt.remove("remove '@Versioning'", attribute, from: model.declaration)
    return fixIt.map { [$0] } ?? []
  }

  private func fixIts(for obstacle: PropertyObstacle, of property: Property) -> [FixIt] {
    switch obstacle {
    case .constant:
      let specifier = property.declaration.bindingSpecifier
      let variable = specifier.with(\.tokenKind, .keyword(.var))
      return [.replace("make '\(property.plainName)' a variable", specifier, with: variable)]
    case .unobserved:
      return observing(property)
    default:
      return []
    }
  }

  /// Removes `@ObservationIgnored`, unless there may be a property wrapper, which requires it.
  private func observing(_ property: Property) -> [FixIt] {
    let others = property.declaration.attributes.attributes.filter(\.isCustom)
    guard others.count == 1, let mark = others.first else { return [] }
    let fixIt = FixIt.remove(
      "remove '@\(mark.plainName)'", mark, from: property.declaration)
    return fixIt.map { [$0] } ?? []
  }

  private var nothingToTrack: Diagnostic {
    let what = model.declaration.is(EnumDeclSyntax.self) ? "static variable" : "variable"
    return .warning(
      "versioning-nothing", "'\(model.name)' declares no stored \(what) to track", at: attribute)
  }
}

// MARK: - Errors and observers

extension VersioningDiagnostics {
  private var needlessErrorName: [Diagnostic] {
    guard model.kind == .plain, case .assign(let property?) = model.arguments.errorMode else {
      return []
    }
    let plain = property.call.calledExpression
    return [
      .warning(
        "versioning-error-needless",
        "'\(property.name)' is not used: only '@Observable' and 'ObservableObject' types store errors in a separate property; here each tracked property has 'error' in its projected value",
        at: property.call, fixIts: [.replace("remove the name", property.call, with: plain)])
    ]
  }

  /// An error about a keyword as the name; only a property that the type declares may have one, in
  /// backticks.
  private var keywordAsErrorName: [Diagnostic] {
    guard model.synthesizedErrorProperty != nil,
      case .assign(let property?) = model.arguments.errorMode, property.isKeyword
    else { return [] }
    let plain = property.call.calledExpression
    return [
      .error(
        "versioning-error-keyword",
        "'\(property.name)' is a keyword and cannot be the name of the error property that '@Versioning' adds; choose another name",
        at: property.literal, fixIts: [.replace("remove the name", property.call, with: plain)])
    ]
  }

  private var unfitErrorProperty: [Diagnostic] {
    let declared = model.declaredErrorProperties
    guard let property = declared.first(where: { !$0.declaration.isTypeMember }) else {
      return declared.prefix(1).map(staticErrorProperty)
    }
    let name = property.plainName
    if let obstacle = property.obstacle, obstacle != .computed {
      return [
        .error(
          "versioning-error-obstacle", "errors cannot be stored: '\(name)' \(obstacle.description)",
          at: property.name, fixIts: fixIts(for: obstacle, of: property))
      ]
    }
    guard let type = property.binding.typeAnnotation?.type, !type.isOptionalError else { return [] }
    let fixIt = FixIt.replace(
      "change the type to '(any Error)?'", type, with: TypeSyntax("(any Error)?"))
    return [
      .error(
        "versioning-error-type",
        "errors are stored in '\(name)', which must have the type '(any Error)?'",
        at: type, fixIts: [fixIt])
    ]
  }

  private func staticErrorProperty(_ property: Property) -> Diagnostic {
    var instance = property.declaration
    instance.modifiers = instance.modifiers.filter {
      $0.name.tokenKind != .keyword(.static) && $0.name.tokenKind != .keyword(.class)
    }
    instance.leadingTrivia = property.declaration.leadingTrivia
    let fixIt = FixIt.replace(
      "make it an instance property", property.declaration, with: instance)
    return .warning(
      "versioning-error-static",
      "'\(property.plainName)' is static, so errors are stored in an instance property that '@Versioning' adds under that name",
      at: property.name, fixIts: [fixIt])
  }

  private var lateStarts: [Diagnostic] {
    guard model.kind == .observableObject else { return [] }
    return model.trackedProperties.compactMap { property in
      guard !property.isComputed, !property.canTakeObserver else { return nil }
      let observer = property.binding.willSet
      let advice = observer == nil ? "declare it by itself" : "use 'didSet' here"
      return .warning(
        "versioning-observer",
        "'@Versioning' cannot add a 'willSet' to '\(property.plainName)', so its changes are tracked only after '\(ControllerProperty.name(for: property))' is used or another property changes; \(advice) to have them tracked from the start",
        at: observer.map { Syntax($0) } ?? Syntax(property.name))
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
  /// Whether one may be a typo of the other.
  fileprivate func isSimilar(to other: String) -> Bool {
    lowercased() == other.lowercased() || difference(from: other).count <= 2
  }
}
