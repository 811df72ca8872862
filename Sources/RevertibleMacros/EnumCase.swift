internal import SwiftSyntax

/// A case with its associated values, each with the property that stands for it.
struct EnumCase {
  /// As code names it after a dot.
  let name: String
  let values: [AssociatedValue]

  init(_ element: EnumCaseElementSyntax, names: inout EnumHelperNames) {
    name = element.name.text
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    var values: [AssociatedValue] = []
    for (position, parameter) in parameters.enumerated() {
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      let base = "\(element.name.plainText)_\(label?.plainText ?? "\(position)")"
      values.append(
        AssociatedValue(
          label: label?.argumentLabel, type: parameter.type.trimmed, property: names.unused(base)))
    }
    self.values = values
  }
}

struct AssociatedValue {
  /// What stands before the value where the case is made, if it has a label.
  let label: String?
  let type: TypeSyntax
  /// The name of the property that reads and writes the value.
  let property: String
}

extension EnumCase {
  /// The property of one associated value.
  func property(ofValueAt position: Int) -> [String] {
    let value = values[position]
    return block(
      "var \(value.property): \(value.propertyType)",
      getter(position) + setter(position))
  }

  private func getter(_ position: Int) -> [String] {
    let binding = pattern { $0 == position }
    return block(
      "get",
      block("guard \(binding) = value else", ["return nil"])
        + ["return \(values[position].property)"])
  }

  /// Writes the value back beside the others of its case.
  private func setter(_ position: Int) -> [String] {
    let binding = pattern { $0 != position }
    // A value that is optional itself may be set to nil; elsewhere nil means another case.
    let unwrapping = values[position].isOptional ? "" : ", let newValue"
    let arguments = values.indices.map { index in
      let value = index == position ? "newValue" : values[index].property
      return values[index].label.map { "\($0): \(value)" } ?? value
    }
    return block(
      "set",
      block("guard \(binding) = value\(unwrapping) else", ["return"])
        + ["value = .\(name)(\(arguments.joined(separator: ", ")))"])
  }

  /// Matches this case, with names for the values at some positions.
  private func pattern(naming isNamed: (Int) -> Bool) -> String {
    guard values.indices.contains(where: isNamed) else { return "case .\(name)" }
    let names = values.indices.map { isNamed($0) ? values[$0].property : "_" }
    return "case let .\(name)(\(names.joined(separator: ", ")))"
  }
}

extension AssociatedValue {
  var isOptional: Bool {
    if type.is(OptionalTypeSyntax.self) { return true }
    if let member = type.as(MemberTypeSyntax.self) { return member.name.text == "Optional" }
    return type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// The type with room for "another case", which an optional value has already.
  var propertyType: String {
    let text = type.trimmedDescription
    if isOptional { return text }
    switch type.kind {
    case .identifierType, .memberType, .arrayType, .dictionaryType, .tupleType: return text + "?"
    default: return "(\(text))?"
    }
  }
}

extension TokenSyntax {
  /// The text that stands before an argument, where few names need backticks.
  fileprivate var argumentLabel: String {
    let needsThem =
      ["inout", "let", "var"].contains(plainText) || plainText.identifier != plainText
    return needsThem ? text : plainText
  }
}
