package import Foundation
import Hyperbasis

/// Who may do what in the spaces of a shared cloud, by the rules of `teams.sql`.
package struct FakeTeams: Sendable {
  package enum Role: Int, CaseIterable, Comparable, Sendable {
    case viewer, editor, owner

    package static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
  }

  fileprivate struct Member: Sendable {
    var role: Role
    var addedBy: String?
    var sequence: Int64
  }

  fileprivate var members: [UUID: [String: Member]] = [:]
  /// For each user, the events that existed while the user was a member of their space.
  fileprivate var shown: [String: Set<UUID>] = [:]

  package init() {}
}

extension FakeTeams {
  package func role(of user: String?, in space: UUID) -> Role? {
    user.flatMap { members[space]?[$0]?.role }
  }

  package func owners(of space: UUID) -> [String] {
    (members[space] ?? [:]).filter { $0.value.role == .owner }.map(\.key).sorted()
  }

  /// Whether a user may have learnt of an event from the cloud.
  package func mayKnow(_ event: UUID, _ user: String) -> Bool {
    shown[user]?.contains(event) ?? false
  }

  fileprivate func isUnclaimed(_ space: UUID) -> Bool { (members[space] ?? [:]).isEmpty }

  fileprivate func may(_ user: String?, _ role: Role, in space: UUID) -> Bool {
    self.role(of: user, in: space).map { $0 >= role } ?? false
  }

  mutating func note(_ event: AnchorEventRow) {
    for user in (members[event.spaceId] ?? [:]).keys { shown[user, default: []].insert(event.id) }
  }
}

// MARK: - Members

extension FakeCloud.State {
  /// Makes a user a member, or gives a member another role.
  package mutating func invite(
    _ user: String, to space: UUID, as role: FakeTeams.Role, by host: String?
  ) {
    guard var teams else { return }
    if teams.members[space]?[user] == nil {
      sequence += 1
      teams.members[space, default: [:]][user] = FakeTeams.Member(
        role: role, addedBy: host, sequence: sequence)
      let known = events.values.filter { $0.spaceId == space }.map(\.id)
      teams.shown[user, default: []].formUnion(known)
    } else {
      teams.members[space]?[user]?.role = role
    }
    self.teams = teams
  }

  package mutating func remove(_ user: String, from space: UUID) {
    teams?.members[space]?[user] = nil
  }

  func memberships(
    of user: String?, after sequence: Int64
  ) -> CloudPage<SpaceMembership, Int64>? {
    guard let teams, let user else { return nil }
    let rows = teams.members.compactMap { space, members in
      members[user].map { member in
        SpaceMembership(
          spaceId: space, addedBy: member.addedBy.flatMap { UUID(uuidString: $0) },
          sequence: member.sequence)
      }
    }
    let rest = rows.filter { $0.sequence > sequence }.sorted { $0.sequence < $1.sequence }
    let page = Array(rest.prefix(mostRows))
    return CloudPage(rows: page, end: page.last?.sequence, isLast: page.count == rest.count)
  }
}

// MARK: - What a user may do

extension FakeCloud.State {
  package func sees(_ space: UUID, _ user: String?) -> Bool {
    !isInvisible && teams?.may(user, .viewer, in: space) ?? true
  }

  func mayEdit(_ space: UUID, _ user: String?) -> Bool {
    teams?.may(user, .editor, in: space) ?? true
  }

  func mayDelete(_ space: UUID, _ user: String?) -> Bool {
    teams?.may(user, .owner, in: space) ?? true
  }

  /// Whether a user may write the row of a space, or its map, whether or not it exists.
  func maySave(_ space: UUID, _ user: String?) -> Bool {
    mayEdit(space, user) || user != nil && teams?.isUnclaimed(space) ?? true
  }

  /// Makes a user the owner of a space that has no members.
  mutating func claim(_ space: UUID, _ user: String?) {
    guard let user, teams?.isUnclaimed(space) ?? false else { return }
    invite(user, to: space, as: .owner, by: user)
  }
}
