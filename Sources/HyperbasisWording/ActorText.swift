package import HyperbasisCanvas
package import HyperbasisHistory

/// Says who did something.
package enum ActorText {
  /// Returns nil without an actor, and for a blank one.
  package static func name(_ actor: String?, limit: Int = 40) -> TerminalText? {
    guard let actor, !actor.allSatisfy(\.isWhitespace) else { return nil }
    return TerminalText(actor, limit: limit)
  }

  /// `by alice`; empty without an actor, and for a blank one.
  package static func by(_ actor: String?) -> TerminalText {
    name(actor).map { "by \($0)" } ?? .empty
  }

  /// Returns who contributed to a change: `(unnamed)` stands for those without a name if others have one;
  /// empty if nobody has.
  package static func names(_ contribution: Contribution?, limit: Int = 40) -> [TerminalText] {
    guard let contribution else { return [] }
    let names = contribution.actors.compactMap { name($0, limit: limit) }
    return names.isEmpty || !contribution.hasUnnamed ? names : names + ["(unnamed)"]
  }
}
