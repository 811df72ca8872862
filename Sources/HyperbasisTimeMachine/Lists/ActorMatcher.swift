import HyperbasisAnchorLog

/// Matches events by who made them; each name is compared once.
struct ActorMatcher {
  private let index: EventIndex
  /// What the name has to contain, in lower case.
  private let text: String
  /// By the number of who made the event.
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
