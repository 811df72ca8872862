internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The property wrapper for a property of a plain type.
struct VersionedAttribute {
  private let source: String

  init(of property: Property, in model: VersioningModel) {
    let throwing = model.arguments.errorMode.throwsErrors
    let wrapper = throwing ? "ThrowingVersioned" : "Versioned"
    guard let milliseconds = model.arguments.debounce else {
      source = "@\(wrapper)"
      return
    }
    if let type = property.typeWithoutValue {
      source =
        "@_DebouncedVersioned<\(type), \(throwing ? "ReversionError" : "Swift.Never"), \(interval)>"
    } else {
      source = "@\(wrapper)(debounceInterval: .milliseconds(\(milliseconds)))"
    }
  }

  var syntax: AttributeSyntax { "\(raw: source)" }
}

private let interval = "_VersioningDebounce"

extension VersionedAttribute {
  /// Returns a type that carries the interval to properties without an initial value.
  ///
  /// A wrapper attribute's arguments are evaluated together with the initial value; if an initializer
  /// provides that value, there can be no arguments.
  static func sharedMembers(of model: VersioningModel) -> [[String]] {
    guard let milliseconds = model.arguments.debounce,
      model.trackedProperties.contains(where: { $0.typeWithoutValue != nil })
    else { return [] }
    let access = AccessLevel(of: model.declaration.modifiers).ofMembers
    let property = block(
      "\(access)static var interval: Swift.Duration", [".milliseconds(\(milliseconds))"])
    return [block("\(access)enum \(interval): _VersioningInterval", property)]
  }
}

extension VersioningErrorMode {
  fileprivate var throwsErrors: Bool {
    if case .throwErrors = self { true } else { false }
  }
}

extension Property {
  /// The declared type, if the property has no initial value.
  fileprivate var typeWithoutValue: String? {
    guard binding.initializer == nil else { return nil }
    return binding.typeAnnotation?.type.trimmedDescription
  }
}
