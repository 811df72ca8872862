internal import SwiftSyntax

extension AttributeListSyntax {
  /// The attribute of that name, whether or not a module's name stands before it.
  func attribute(named name: String) -> AttributeSyntax? {
    attributes.first { $0.plainName == name }
  }

  /// The attributes that are written out, without those below `#if`.
  var attributes: [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute
    }
  }
}

extension AttributeSyntax {
  var plainName: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text
      ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether it may be a property wrapper or a macro: they are named as types are.
  var isCustom: Bool {
    plainName.first?.isUppercase == true && plainName != "MainActor"
  }
}
