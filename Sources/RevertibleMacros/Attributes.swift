internal import SwiftSyntax

extension AttributeListSyntax {
  /// Returns the attribute with this name, with or without a module name before it.
  func attribute(named name: String) -> AttributeSyntax? {
    attributes.first { $0.plainName == name }
  }

  /// The attributes that are written directly, without those inside `#if`.
  var attributes: [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute
    }
  }
}

extension AttributeListSyntax {
  /// The attributes for a declaration that names others, so that naming them causes no warning: only
  /// deprecated code may name what is deprecated. On a witness it has no effect on callers, which go
  /// through the protocol.
  static func deprecating(_ isDeprecated: Bool) -> [String] {
    isDeprecated ? ["@available(*, deprecated)"] : []
  }

  /// Whether using the declaration causes a deprecation warning on any platform.
  var areDeprecating: Bool {
    attributes.contains { attribute in
      attribute.plainName == "available"
        && attribute.tokens(viewMode: .sourceAccurate).contains { $0.text == "deprecated" }
    }
  }
}

extension AttributeSyntax {
  var plainName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text
      ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether it may be a property wrapper or a macro: both are named like types.
  var isCustom: Bool {
    plainName.first?.isUppercase == true && plainName != "MainActor"
  }
}
