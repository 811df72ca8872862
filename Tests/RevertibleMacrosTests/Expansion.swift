import RevertibleMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The macros, by the names that source code uses.
private let macros: [String: MacroSpec] = [
  "Versionable": MacroSpec(
    type: VersionableMacro.self,
    conformances: ["Equatable", "Hashable", "Revertible", "Versionable"]),
  "VersionableIgnored": MacroSpec(type: VersionableIgnoredMacro.self),
  "Versioning": MacroSpec(type: VersioningMacro.self),
  "_StartsVersioning": MacroSpec(type: StartsVersioningMacro.self),
]

/// Expects the whole source after expansion, all diagnostics, and the source after the fix-its.
func expectExpansion(
  of source: String, is expanded: String, diagnostics: [DiagnosticSpec] = [],
  fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: macros,
    fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}
