internal import SwiftSyntax

/// Names for the properties that represent the associated values of an enum's cases.
struct EnumHelperNames {
  private var properties: Set<String> = []

  /// Returns the name for a property, with underscores appended until it is unique.
  mutating func unused(_ name: String) -> String {
    var name = name.identifier
    while !properties.insert(name).inserted { name += "_" }
    return name
  }
}

extension String {
  /// The text with underscores in place of characters that are allowed only in backticks.
  var identifier: String {
    let text = String(map { $0 == "_" || $0.isLetter || $0.isNumber ? $0 : "_" })
    return text.first?.isNumber == true ? "_" + text : text
  }
}
