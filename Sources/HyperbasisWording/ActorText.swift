package import HyperbasisCanvas

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
}
