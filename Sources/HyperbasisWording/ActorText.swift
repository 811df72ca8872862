package import HyperbasisCanvas

/// Who did something, in words.
package enum ActorText {
  /// Nil where nobody is named: without an actor, and with one that is blank.
  package static func name(_ actor: String?, limit: Int = 40) -> TerminalText? {
    guard let actor, !actor.allSatisfy(\.isWhitespace) else { return nil }
    return TerminalText(actor, limit: limit)
  }

  /// `by alice`; empty where nobody is named.
  package static func by(_ actor: String?) -> TerminalText {
    name(actor).map { "by \($0)" } ?? .empty
  }
}
