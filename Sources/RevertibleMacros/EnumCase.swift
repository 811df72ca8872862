internal import SwiftSyntax

/// A case with its associated values, each with the property that represents it.
struct EnumCase {
  /// The name as it is written after a dot.
  let name: String
  let values: [AssociatedValue]

  /// - Parameter enumName: what `Self` stands for in the types of the values.
  init(_ element: EnumCaseElementSyntax, of enumName: String, names: inout EnumHelperNames) {
    name = element.name.text
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    var values: [AssociatedValue] = []
    for (position, parameter) in parameters.enumerated() {
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      let base = "\(element.name.plainText)_\(label?.plainText ?? "\(position)")"
      values.append(
        AssociatedValue(
          label: label?.argumentLabel,
          type: SelfReplacement(name: enumName).rewritten(parameter.type.trimmed),
          property: names.unused(base)))
    }
    self.values = values
  }
}

struct AssociatedValue {
  /// The argument label when the case is constructed, if there is one.
  let label: String?
  let type: TypeSyntax
  /// The name of the property that reads and writes the value.
  let property: String
}

extension EnumCase {
  /// Returns the property for one associated value.
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

  /// Returns a setter that replaces the value and keeps the others of its case.
  private func setter(_ position: Int) -> [String] {
    let binding = pattern { $0 != position }
    // An optional value may be set to nil; for other values nil means another case.
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

  /// Returns a pattern that matches this case and binds the values at some positions.
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

  /// The type, made optional so that nil can mean "another case"; an optional type stays as it is.
  var propertyType: String {
    let text = type.trimmedDescription
    if isOptional { return text }
    switch type.kind {
    case .identifierType, .memberType, .arrayType, .dictionaryType, .tupleType: return text + "?"
    default: return "(\(text))?"
    }
  }
}

/// Writes the name of a type in place of `Self`, which means another type in a helper inside of it.
private final class SelfReplacement: SyntaxRewriter {
  private let name: String

  init(name: String) {
    self.name = name
    super.init()
  }

  func rewritten(_ type: TypeSyntax) -> TypeSyntax {
    rewrite(type).as(TypeSyntax.self) ?? type
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    let name = TokenSyntax.identifier(
      name, leadingTrivia: node.name.leadingTrivia, trailingTrivia: node.name.trailingTrivia)
    return TypeSyntax(node.with(\.name, name))
  }
}

extension TokenSyntax {
  /// The text as an argument label, where few names need backticks.
  fileprivate var argumentLabel: String {
    let needsThem =
      ["inout", "let", "var"].contains(plainText) || plainText.identifier != plainText
    return needsThem ? text : plainText
  }
}
