import Foundation

// A server may lose its histories and keep the rest, as when somebody makes the table of events anew: the
// cursors have passed what it had, so nothing new would ever show that.
extension MigratedPull {
  /// Returns the spaces whose events the server no longer has, in passes that were explicitly requested;
  /// they are read anew, and what is missing there is sent again.
  ///
  /// - Parameter seen: the spaces that are in sight; nil if that was not determined.
  func spacesWithLostHistory(among seen: Set<UUID>?) async throws -> Set<UUID> {
    let last = session.ledger.base.cursors.events.last
    guard let seen, last > 0 else { return [] }
    // Spaces that are out of sight hide their events as well.
    let known = session.knownSpaces.filter { id in
      seen.contains(id) && session.ledger.base.spaces[id]?.log?.sent.isEmpty == false
    }
    guard !known.isEmpty, try await !session.ask({ try await $0.hasEvents(upTo: last) }) else {
      return []
    }
    return Set(known)
  }
}
