internal import SwiftDiagnostics
internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// How errors are handled.
enum VersioningErrorMode {
  case throwErrors
  case assign(property: ErrorPropertyName?)
}

/// The name given in `@Versioning` for the property that holds the last error.
struct ErrorPropertyName {
  let name: String
  /// The string literal that contains it.
  let literal: ExprSyntax
  /// The whole call, `.assignErrors("name")`.
  let call: FunctionCallExprSyntax
}

extension VersioningErrorMode {
  /// Reads the mode from the argument of the attribute.
  init(_ expression: ExprSyntax) throws(DiagnosticsError) {
    if let member = expression.as(MemberAccessExprSyntax.self) {
      switch member.declName.baseName.text {
      case "throwErrors":
        self = .throwErrors
        return
      case "assignErrors":
        self = .assign(property: nil)
        return
      default: break
      }
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "assignErrors", let argument = call.arguments.first
    else {
      throw .error(
        "versioning-mode",
        "write '.throwErrors', '.assignErrors' or '.assignErrors(\"name\")' here, because the mode decides what is synthesized",
        at: expression)
    }
    let literal = argument.expression
    guard let name = literal.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      name.isIdentifier
    else {
      throw .error(
        "versioning-error-name",
        "write the name of the error property as a string that is a valid Swift identifier",
        at: literal)
    }
    self = .assign(property: ErrorPropertyName(name: name, literal: literal, call: call))
  }
}

extension ErrorPropertyName {
  /// Whether it needs backticks where it is declared.
  var isKeyword: Bool { !name.isValidSwiftIdentifier(for: .variableName) }
}

extension DiagnosticsError {
  fileprivate static func error(
    _ identifier: String, _ message: String, at node: some SyntaxProtocol
  ) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [.error(identifier, message, at: node)])
  }
}

extension String {
  /// Whether a property can have this name after a dot: keywords can, except those with a special meaning
  /// there, such as `self` and `Type`.
  fileprivate var isIdentifier: Bool {
    guard !contains("`"), !["Type", "Protocol"].contains(self) else { return false }
    return isValidSwiftIdentifier(for: .memberAccess)
  }
}
