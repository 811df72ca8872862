import Foundation

/// Finds spaces that this user was let into. Their rows have old numbers, which the cursors have passed,
/// so each of these spaces is read by itself.
@SyncActor
struct JoinedSpaces {
  let session: SyncSession

  /// If more spaces were joined at once, everything is read again, which takes fewer requests.
  private static let mostReadAlone = 100

  func find() async throws {
    guard let user = session.identity.user, session.ledger.base.lacksTeams != true else { return }
    let start = session.ledger.base.joined ?? 0
    var end = start
    var invited: Set<UUID> = []
    while true {
      guard let page = try await session.ask({ try await $0.memberships(after: end) }) else {
        session.ledger.base.lacksTeams = true
        return
      }
      // Spaces that this user created have been read already.
      let isOfOthers = page.rows.filter { $0.addedBy?.wireName != user.lowercased() }
      invited.formUnion(isOfOthers.map(\.spaceId))
      guard let next = page.end else { break }
      end = next
      if page.isLast { break }
    }
    guard end != start else { return }
    session.ledger.base.joined = end
    if session.ledger.base.cursors != SyncCursors() { note(invited) }
    try session.ledger.save()
  }

  /// Has spaces read as soon as they are followed, since the cursors have passed them.
  private func note(_ spaces: Set<UUID>) {
    if spaces.count > Self.mostReadAlone {
      session.ledger.base.mustReadAgain = true
    } else {
      session.ledger.base.passedOver.formUnion(spaces)
    }
  }
}

extension UUID {
  fileprivate var wireName: String { uuidString.lowercased() }
}
