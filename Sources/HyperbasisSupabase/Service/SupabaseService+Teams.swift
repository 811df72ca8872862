import Foundation
import HyperbasisAnchorLog
import HyperbasisSync

extension SupabaseService {
  func memberships(
    after sequence: Int64
  ) async throws(CloudFailure) -> CloudPage<SpaceMembership, Int64>? {
    guard let user = try await identity().user.flatMap({ UUIDBits(text: $0)?.uuid }) else {
      return nil
    }
    let query = TableQuery().select(SpaceMembership.columns).equal("user_id", user)
      .behind("sync_seq", sequence > 0 ? String(sequence) : nil).order("sync_seq")
      .limit(rowsPerPage)
    do {
      let (reading, _) = try await tables.read(
        SpaceMembership.table, query, as: SpaceMembership.self)
      return CloudPage(
        rows: reading.rows, unreadable: reading.unreadable, end: reading.last?.sequence(),
        isLast: reading.count == 0)
    } catch {
      // A user who may not read the table shares nothing.
      switch error {
      case .missing, .rejected: return nil
      default: throw error
      }
    }
  }

  /// Whether the server lets people share spaces, this user or others.
  func sharesSpaces() async throws(CloudFailure) -> Bool {
    do {
      _ = try await tables.read(
        SpaceMembership.table, TableQuery().select(["space_id"]).limit(0), as: RowId.self)
      return true
    } catch {
      switch error {
      case .missing: return false
      // It is there, and not for this user.
      case .rejected: return true
      default: throw error
      }
    }
  }

  /// Returns in how many spaces this user has each role; nil if the server does not let people share
  /// spaces.
  func teamRoles() async throws(CloudFailure) -> [HBTeamRole]? {
    do {
      let answer = try await ask("team_roles") { _ in }
      let reading: RowReader.Reading<HBTeamRole> = try RowReader.read(answer, of: "team_roles")
      return reading.rows
    } catch {
      switch error {
      case .missing, .rejected: return nil
      default: throw error
      }
    }
  }
}

extension HBTeamRole: WireRow {
  init(_ members: RowMembers) throws(RowFault) {
    self.init(role: try members.text("role") ?? "", spaces: try members.integer("spaces"))
  }
}
