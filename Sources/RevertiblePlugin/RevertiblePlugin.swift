internal import RevertibleMacros
internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// What the compiler runs to expand the macros.
@main
struct RevertiblePlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    VersionableMacro.self,
    VersionableIgnoredMacro.self,
    VersioningMacro.self,
    StartsVersioningMacro.self,
  ]

  /// Declarations name this module, but the types come from the library, where they can be tested.
  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = providingMacros.first(where: { String(describing: $0) == typeName }) else {
      throw UnknownMacro(name: typeName)
    }
    return macro
  }
}

private struct UnknownMacro: Error, CustomStringConvertible {
  let name: String

  var description: String { "There is no macro '\(name)' in this plug-in." }
}
