internal import SwiftParser
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// What becomes of errors.
enum VersioningErrorMode {
  case throwErrors
  case assign(property: ErrorPropertyName?)
}

/// The name that somebody chose for the property that holds the last error.
struct ErrorPropertyName {
  let name: String
  /// The whole call, `.assignErrors("name")`.
  let call: FunctionCallExprSyntax
}

extension VersioningErrorMode {
  /// Reads the mode as it is written in the attribute.
  init(_ expression: ExprSyntax) throws(MacroDiagnostic) {
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
        "write '.throwErrors', '.assignErrors' or '.assignErrors(\"name\")' here, because the mode decides what is synthesized"
      )
    }
    guard
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      name.isIdentifier
    else {
      throw .error(
        "versioning-error-name",
        "write the name of the error property as a string that can be a name in Swift")
    }
    self = .assign(property: ErrorPropertyName(name: name, call: call))
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    guard let first, first == "_" || first.isLetter else { return false }
    return allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }
}
