internal import SwiftSyntax

/// Where `Hashable` comes from, and what it requires of untracked properties.
struct Hashing {
  /// Whether the compiler has to synthesize `Hashable` for the conformance that the macro adds.
  let isSynthesized: Bool
  /// Whether generic parameters of untracked properties must be Hashable too.
  ///
  /// A conformance that is declared elsewhere may have such a condition, and this one then needs it too.
  let asksUntracked: Bool

  init(of declaration: some DeclGroupSyntax, added protocols: [TypeSyntax]) {
    let added = Set(protocols.map(\.trimmedDescription))
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let isOwn = declaration.hasOwnHashing(named: name)
    isSynthesized = added.contains("Hashable") && !isOwn
    asksUntracked = !(isOwn && added.isSuperset(of: ["Equatable", "Hashable"]))
  }
}
