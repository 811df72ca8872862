internal import SwiftDiagnostics
internal import SwiftSyntax

/// A type with `@Versioning`: how it announces changes, and which properties are tracked.
struct VersioningModel {
  let declaration: any DeclGroupSyntax
  let kind: Kind
  let arguments: VersioningArguments

  enum Kind {
    /// Structs, enums, actors and classes that announce nothing: a property wrapper tracks.
    case plain
    /// `@Observable`: a controller watches the registrar.
    case observable
    /// `ObservableObject`: a controller watches the publisher.
    case observableObject
  }

  /// The model, or nil for what cannot have stored properties.
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
  /// What the type itself declares under that name.
  var declaredErrorProperties: [Property] { properties.filter { $0.plainName == errorProperty } }

  /// The same property, if the type does not declare it itself. A static one cannot stand for it.
  var synthesizedErrorProperty: String? {
    declaredErrorProperties.allSatisfy(\.declaration.isTypeMember) ? errorProperty : nil
  }

  /// What stands before a member that is to be as visible as the type.
  var memberAccess: String { AccessLevel(of: declaration.modifiers).ofMembers }
}

// MARK: - Properties

extension VersioningModel {
  /// Everything the type declares, by the names that `@Versioning` may give.
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

  /// An enum has no stored properties except those of the type, so that these are what it tracks. An
  /// observable model also tracks what is computed: it announces the changes of what that is made of.
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

  /// Whether a controller would never hear of its changes. One that has versions already needs none.
  private func isUnobserved(_ property: Property) -> Bool {
    kind == .observable && property.versionedWrapper == nil
      && property.declaration.attributes.attribute(named: "ObservationIgnored") != nil
  }

  /// Whether another wrapper or macro has the property, which is then tracked only if it is named.
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

  /// What may be the wrapper of a property that gets one for its versions.
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

  /// The one of this module's property wrappers that it has already.
  var versionedWrapper: AttributeSyntax? {
    let wrappers = ["Versioned", "ThrowingVersioned", "_Versioned", "VersionedProperty"]
    return declaration.attributes.attributes.first { wrappers.contains($0.plainName) }
  }
}
