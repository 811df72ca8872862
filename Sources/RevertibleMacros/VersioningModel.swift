internal import SwiftDiagnostics
internal import SwiftSyntax

/// A type with `@Versioning`: how it announces changes, and which properties are tracked.
struct VersioningModel {
  let declaration: any DeclGroupSyntax
  let kind: Kind
  let arguments: VersioningArguments

  enum Kind {
    /// Structs, enums, actors, and classes that announce nothing: property wrappers track changes.
    case plain
    /// `@Observable`: a controller watches the registrar.
    case observable
    /// `ObservableObject`: a controller watches the publisher.
    case observableObject
  }

  /// Creates the model, or returns nil for a declaration that cannot have stored properties.
  init?(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) {
    switch declaration.kind {
    case .structDecl, .enumDecl, .actorDecl: kind = .plain
    case .classDecl: kind = Kind(ofClass: declaration)
    default: return nil
    }
    self.declaration = declaration
    arguments = VersioningArguments(attribute)
  }
}

extension VersioningModel.Kind {
  fileprivate init(ofClass declaration: some DeclGroupSyntax) {
    let inherited = declaration.inheritanceClause?.inheritedTypes ?? []
    if declaration.attributes.attribute(named: "Observable") != nil {
      self = .observable
    } else if inherited.contains(where: { $0.type.isObservableObject }) {
      self = .observableObject
    } else {
      self = .plain
    }
  }
}

extension TypeSyntax {
  fileprivate var isObservableObject: Bool {
    let name = trimmedDescription
    return name == "ObservableObject" || name == "Combine.ObservableObject"
  }
}

// MARK: - Names

extension VersioningModel {
  var name: String {
    declaration.asProtocol((any NamedDeclSyntax).self)?.name.trimmed.text ?? ""
  }

  /// The property of an observable model that holds the last error, or nil if errors are thrown or
  /// the model keeps them beside each property.
  var errorProperty: String? {
    guard kind != .plain, case .assign(let property) = arguments.errorMode else { return nil }
    return property?.name ?? "versioningError"
  }
}

extension VersioningModel {
  /// The properties that the type itself declares under that name.
  var declaredErrorProperties: [Property] { properties.filter { $0.plainName == errorProperty } }

  /// The error property, if the type does not declare it itself; a static one cannot take its place.
  var synthesizedErrorProperty: String? {
    declaredErrorProperties.allSatisfy(\.declaration.isTypeMember) ? errorProperty : nil
  }

  /// The access modifier of a member that should be as visible as the type.
  var memberAccess: String { AccessLevel(of: declaration.modifiers).ofMembers }
}

// MARK: - Properties

extension VersioningModel {
  /// All properties that the type declares: those that `@Versioning` can name.
  var properties: [Property] {
    Property.properties(in: declaration.memberBlock.members)
  }

  var trackedProperties: [Property] { properties.filter(isTracked) }

  func isTracked(_ property: Property) -> Bool {
    guard obstacle(to: property) == nil, property.plainName != errorProperty,
      property.versionedWrapper == nil
    else { return false }
    if arguments.names.isEmpty { return !isSomebodyElses(property) }
    return arguments.names.contains { $0.name == property.plainName }
  }

  /// Returns what prevents a property from being tracked, or nil if nothing does.
  ///
  /// An enum has no stored properties except static ones, so those are tracked. An observable model can
  /// also track computed properties: it announces changes to what they are computed from.
  func obstacle(to property: Property) -> PropertyObstacle? {
    if let incomparable = property.incomparableType { return .incomparable(incomparable) }
    guard kind == .plain else {
      if property.isComputed { return nil }
      return property.obstacle ?? (isUnobserved(property) ? .unobserved : nil)
    }
    let isEnum = declaration.is(EnumDeclSyntax.self)
    if let obstacle = property.declaration.obstacle(to: property.binding, ofType: isEnum) {
      return obstacle
    }
    if isEnum, !property.declaration.isTypeMember { return .instanceMember }
    return property.isAlone ? nil : .declaredTogether
  }

  /// Whether a controller would never be notified of its changes. A property that already has versions
  /// needs no controller.
  private func isUnobserved(_ property: Property) -> Bool {
    kind == .observable && property.versionedWrapper == nil
      && property.declaration.attributes.attribute(named: "ObservationIgnored") != nil
  }

  /// Whether the property has another wrapper or macro, and so is tracked only if it is named.
  private func isSomebodyElses(_ property: Property) -> Bool {
    let own: Set<String> =
      switch kind {
      case .plain: []
      case .observable: ["ObservationTracked"]
      case .observableObject: ["Published"]
      }
    return property.declaration.attributes.attributes.contains {
      $0.isCustom && !own.contains($0.plainName)
    }
  }

  /// Returns an attribute that may be another wrapper, if the property would get one for its versions.
  func otherWrapper(of property: Property) -> AttributeSyntax? {
    guard kind == .plain, isTracked(property) else { return nil }
    return property.declaration.attributes.attributes.first {
      $0.isCustom && !$0.plainName.hasSuffix("Actor")
    }
  }
}

extension Property {
  /// Whether it is computed and can be set.
  var isComputed: Bool { obstacle == .computed }

  /// The property wrapper of Revertible that it already has, if any.
  var versionedWrapper: AttributeSyntax? {
    let wrappers = ["Versioned", "ThrowingVersioned", "_Versioned", "VersionedProperty"]
    return declaration.attributes.attributes.first { wrappers.contains($0.plainName) }
  }
}
