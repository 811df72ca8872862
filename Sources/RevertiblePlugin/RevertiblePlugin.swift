internal import RevertibleMacros
internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// The plugin that the compiler runs to expand the macros.
@main
struct RevertiblePlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    Versionable.self,
    VersionableIgnored.self,
    Versioning.self,
    StartsVersioning.self,
  ]
}

// The compiler looks up the macros by the name of this module, so the types of the library need
// subclasses here.
class Versionable: VersionableMacro {}
class VersionableIgnored: VersionableIgnoredMacro {}
class Versioning: VersioningMacro {}
class StartsVersioning: StartsVersioningMacro {}
