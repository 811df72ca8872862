internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A message from these macros. The texts are kept next to the checks that report them.
struct MacroDiagnostic: DiagnosticMessage, Error {
  let message: String
  let severity: DiagnosticSeverity
  private let identifier: String

  var diagnosticID: MessageID { MessageID(domain: "Revertible", id: identifier) }

  static func error(_ identifier: String, _ message: String) -> MacroDiagnostic {
    MacroDiagnostic(message: message, severity: .error, identifier: identifier)
  }

  static func warning(_ identifier: String, _ message: String) -> MacroDiagnostic {
    MacroDiagnostic(message: message, severity: .warning, identifier: identifier)
  }
}

extension Diagnostic {
  static func error(
    _ identifier: String, _ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(node: node, message: MacroDiagnostic.error(identifier, message), fixIts: fixIts)
  }

  static func warning(
    _ identifier: String, _ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(node: node, message: MacroDiagnostic.warning(identifier, message), fixIts: fixIts)
  }
}

/// A fix that an editor offers for a diagnostic.
struct MacroFixIt: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "Revertible", id: message) }
}

extension MacroExpansionContext {
  func diagnose(_ message: MacroDiagnostic, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: node, message: message, fixIts: fixIts))
  }
}

extension FixIt {
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    .replace(message: MacroFixIt(message: message), oldNode: old, newNode: new)
  }

  /// Removes an attribute. Whatever follows it moves to its place.
  static func remove(
    _ message: String, _ attribute: AttributeSyntax, from declaration: some DeclSyntaxProtocol
  ) -> FixIt? {
    guard let attributed = declaration.asProtocol((any WithAttributesSyntax).self) else {
      return nil
    }
    var changed: any WithAttributesSyntax = attributed
    changed.attributes = attributed.attributes.filter { element in
      element.as(AttributeSyntax.self)?.plainName != attribute.plainName
    }
    changed.leadingTrivia = attributed.leadingTrivia
    return .replace(
      message: MacroFixIt(message: message), oldNode: declaration, newNode: Syntax(changed))
  }
}
