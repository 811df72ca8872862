import Foundation

/// Notices that somebody let this user into a space. The rows of that space have old numbers, which
/// the cursors have passed, so that all is read again.
@SyncActor
struct JoinedSpaces {
  let session: SyncSession

  func find() async throws {
    guard let user = session.identity.user, session.ledger.base.lacksTeams != true else { return }
    let start = session.ledger.base.joined ?? 0
    var end = start
    var isInvited = false
    while true {
      guard let page = try await session.ask({ try await $0.memberships(after: end) }) else {
        session.ledger.base.lacksTeams = true
        return
      }
      // Of a space that they made themselves they have read all.
      isInvited = isInvited || page.rows.contains { $0.addedBy?.wireName != user.lowercased() }
      guard let next = page.end else { break }
      end = next
      if page.isLast { break }
    }
    guard end != start else { return }
    session.ledger.base.joined = end
    if isInvited, session.ledger.base.cursors != SyncCursors() {
      session.ledger.base.mustReadAgain = true
    }
    try session.ledger.save()
  }
}

extension UUID {
  fileprivate var wireName: String { uuidString.lowercased() }
}
