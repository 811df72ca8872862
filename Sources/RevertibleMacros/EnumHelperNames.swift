internal import SwiftSyntax

/// Names for the properties that stand for the values of an enum's cases.
struct EnumHelperNames {
  private var properties: Set<String> = []

  /// The name of a property, or with underscores behind it until nothing else has it.
  mutating func unused(_ name: String) -> String {
    var name = name.identifier
    while !properties.insert(name).inserted { name += "_" }
    return name
  }
}

extension String {
  /// The text with underscores for what only a name in backticks may hold.
  var identifier: String {
    let text = String(map { $0 == "_" || $0.isLetter || $0.isNumber ? $0 : "_" })
    return text.first?.isNumber == true ? "_" + text : text
  }
}
