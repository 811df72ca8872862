internal import RevertibleMacros
internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// What the compiler runs to expand the macros.
@main
struct RevertiblePlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    Versionable.self,
    VersionableIgnored.self,
    Versioning.self,
    StartsVersioning.self,
  ]
}

// The compiler asks for the macros by the name of this module, so that the types of the library have
// to have heirs here.
class Versionable: VersionableMacro {}
class VersionableIgnored: VersionableIgnoredMacro {}
class Versioning: VersioningMacro {}
class StartsVersioning: StartsVersioningMacro {}
