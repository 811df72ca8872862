import HyperbasisAnchorLog

/// Matches events by actor; each name is compared once.
struct ActorMatcher {
  private let index: EventIndex
  /// What the name must contain, in lower case.
  private let text: String
  /// The results so far, by the number of the actor.
  private var known: [Int: Bool] = [:]

  init(_ text: String, _ index: EventIndex) {
    self.text = text
    self.index = index
  }

  mutating func accepts(_ ordinal: Int) -> Bool {
    let number = index.actorNumber(ordinal)
    if let known = known[number] { return known }
    let isAccepted = index.actor(ordinal)?.lowercased().contains(text) ?? false
    known[number] = isAccepted
    return isAccepted
  }
}
