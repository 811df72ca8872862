internal import SwiftSyntax

/// Why a property cannot have versions.
enum PropertyObstacle: Equatable {
  case constant
  case readOnly
  /// Computed, with a setter.
  case computed
  /// One of several names that a declaration binds.
  case declaredTogether
  case typeMember
  case instanceMember
  case lazy
  case reference
  /// Stored in an observable model that does not announce its changes.
  case unobserved
  case incomparable(IncomparableType)

  /// The part of a message that follows the name of the property.
  var description: String {
    switch self {
    case .constant: "is a constant"
    case .readOnly: "is computed and cannot be set"
    case .computed: "is computed"
    case .declaredTogether: "is declared together with others"
    case .typeMember: "is static"
    case .instanceMember: "is not static"
    case .lazy: "is lazy"
    case .reference: "is weak or unowned"
    case .unobserved: "has '@ObservationIgnored', which hides its changes"
    case .incomparable(let type): type.description
    }
  }
}

extension VariableDeclSyntax {
  /// Returns what prevents a binding of this declaration from being tracked, or nil for a stored
  /// variable.
  ///
  /// Reading a lazy variable may change it, so no key path can refer to it.
  ///
  /// - Parameter ofType: Whether static variables may be tracked.
  func obstacle(
    to binding: PatternBindingSyntax, ofType: Bool = false
  ) -> PropertyObstacle? {
    if isTypeMember && !ofType { return .typeMember }
    if bindingSpecifier.tokenKind == .keyword(.let) { return .constant }
    if binding.isComputed { return binding.isReadOnly ? .readOnly : .computed }
    if hasModifier(.lazy) { return .lazy }
    if hasModifier(.weak) || hasModifier(.unowned) { return .reference }
    return nil
  }

  var isTypeMember: Bool { modifiers.isOfType }

  private func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension PatternBindingSyntax {
  /// Whether it has accessors other than observers.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors): accessors.contains { !$0.isObserver }
    }
  }

  /// Whether the value is computed and cannot be set.
  var isReadOnly: Bool {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return isComputed }
    let writing: [TokenKind] = [.keyword(.set), .keyword(._modify)]
    return isComputed && !accessors.contains { writing.contains($0.accessorSpecifier.tokenKind) }
  }

  /// The observer that runs before a change, if there is one.
  var willSet: AccessorDeclSyntax? {
    observers.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
  }

  var observers: [AccessorDeclSyntax] {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return [] }
    return accessors.filter(\.isObserver)
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    let kind = accessorSpecifier.tokenKind
    return kind == .keyword(.willSet) || kind == .keyword(.didSet)
  }
}
