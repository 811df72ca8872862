internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The arguments of `@Versioning`.
struct VersioningArguments {
  /// The properties to track; empty for all.
  private(set) var names: [NamedProperty] = []
  /// Changes less than this many milliseconds apart become one step.
  private(set) var debounce: ExprSyntax?
  private(set) var errorMode: VersioningErrorMode = .assign(property: nil)

  private(set) var diagnostics: [Diagnostic] = []

  struct NamedProperty {
    let name: String
    let literal: StringLiteralExprSyntax
    /// The whole argument list, and what remains of it without this name.
    let list: LabeledExprListSyntax
    let remaining: LabeledExprListSyntax
  }
}

extension VersioningArguments {
  init(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments) = attribute.arguments else { return }
    for argument in arguments {
      switch argument.label?.text {
      case nil: readName(argument, in: arguments)
      case "debounceMilliseconds": readDebounce(argument, in: arguments)
      case "errorMode": readErrorMode(argument.expression)
      default: break  // The compiler checks labels before it expands macros.
      }
    }
  }

  private mutating func readName(_ argument: LabeledExprSyntax, in list: LabeledExprListSyntax) {
    guard let literal = argument.expression.as(StringLiteralExprSyntax.self),
      let name = literal.representedLiteralValue
    else {
      diagnostics.append(
        .error(
          "versioning-name", "write the name of the property as a string without interpolation",
          at: argument.expression))
      return
    }
    let remaining = list.removing(argument)
    guard !names.contains(where: { $0.name == name }) else {
      let fixIt = FixIt.replace("remove the second '\(name)'", list, with: remaining)
      diagnostics.append(
        .warning("versioning-twice", "'\(name)' is named twice", at: literal, fixIts: [fixIt]))
      return
    }
    names.append(
      NamedProperty(name: name, literal: literal, list: list, remaining: remaining))
  }

  private mutating func readDebounce(
    _ argument: LabeledExprSyntax, in list: LabeledExprListSyntax
  ) {
    let expression = argument.expression.trimmed
    guard !expression.is(NilLiteralExprSyntax.self) else { return }
    guard !expression.isZeroOrNegativeLiteral else {
      let fixIt = FixIt.replace(
        "remove 'debounceMilliseconds'", list, with: list.removing(argument))
      diagnostics.append(
        .error(
          "versioning-debounce",
          "'debounceMilliseconds' must be positive; omit it to make each change a separate version",
          at: argument.expression, fixIts: [fixIt]))
      return
    }
    debounce = expression
  }

  private mutating func readErrorMode(_ expression: ExprSyntax) {
    do {
      errorMode = try VersioningErrorMode(expression)
    } catch {
      diagnostics += error.diagnostics
    }
  }
}

extension ExprSyntax {
  fileprivate var isZeroOrNegativeLiteral: Bool {
    if let prefixed = self.as(PrefixOperatorExprSyntax.self) {
      return prefixed.operator.text == "-" && prefixed.expression.is(IntegerLiteralExprSyntax.self)
    }
    return self.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue == 0
  }
}

extension LabeledExprListSyntax {
  /// Returns the list without an argument and without a trailing comma.
  fileprivate func removing(_ argument: LabeledExprSyntax) -> LabeledExprListSyntax {
    var remaining = filter { $0.id != argument.id }
    if let last = remaining.indices.last {
      remaining[last] = remaining[last].with(\.trailingComma, nil)
    }
    return remaining
  }
}
