internal import SwiftSyntax

/// The controller that accompanies a property of an observable model, such as `_$activity`.
struct ControllerProperty {
  private let name: String
  private let access: String
  private let arguments: [String]

  /// - Parameter registrar: The expression for the model's registrar, if it has one.
  init(of property: Property, in model: VersioningModel, registrar: String? = nil) {
    name = ControllerProperty.name(for: property)
    access = AccessLevel(of: property.declaration.modifiers).prefix
    var arguments = ["on: self", "at: \\.\(property.name.text)"]
    if let error = model.errorProperty { arguments.append("storingErrorsAt: \\.\(error)") }
    if let registrar { arguments.append("using: \(registrar)") }
    if let milliseconds = model.arguments.debounce {
      arguments.append("debounceInterval: .milliseconds(\(milliseconds))")
    }
    self.arguments = arguments
  }
}

extension ControllerProperty {
  static func name(for property: Property) -> String { "_$\(property.plainName)" }

  /// The declaration, which is lazy because an initial value cannot refer to `self`.
  var lines: [String] {
    let setter = access == "private " ? "" : "private(set) "
    let heading = "\(access)\(setter)lazy var \(name) = VersioningController("
    let separated = arguments.enumerated().map { index, argument in
      index + 1 < arguments.count ? argument + "," : argument
    }
    return [heading] + indented(separated) + [")"]
  }
}
