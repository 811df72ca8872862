import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

extension SupabaseService: CloudInventory {
  func digests() async throws(CloudFailure) -> [SpaceDigest] {
    do {
      return try await migratedDigests()
    } catch {
      guard case .missing = error else { throw error }
      return try await plainDigests()
    }
  }

  /// Reads digests page by page; if one takes the server too long, with fewer spaces.
  private func migratedDigests() async throws(CloudFailure) -> [SpaceDigest] {
    var result: [SpaceDigest] = []
    var last: UUID?
    var most = 200
    while true {
      do {
        let answer = try await ask("space_digests") { writer in
          writer.column("after", last)
          writer.member("most", most)
        }
        let reading: RowReader.Reading<SpaceDigest> = try RowReader.read(
          answer, of: "space_digests")
        guard let end = reading.rows.last?.id else { return result }
        result += reading.rows
        last = end
      } catch {
        guard case .busy(let said, _) = error, said.code == "57014", most > 1 else { throw error }
        most /= 4
      }
    }
  }

  /// Computes digests here, from all anchors: a plain server has no histories, and computes nothing.
  private func plainDigests() async throws(CloudFailure) -> [SpaceDigest] {
    let spaces: CloudRows<SpaceRow> = try await all(
      SpaceRow.table, SpaceRow.columns(.plain)
    ) { $0 }
    let anchors: CloudRows<AnchorRow> = try await all(
      AnchorRow.table, AnchorRow.columns(.plain)
    ) { $0 }
    let bySpace = Dictionary(grouping: anchors.rows, by: \.spaceId)
    return spaces.rows.map { space in
      SpaceDigest(
        id: space.id, name: space.name, events: nil, anchors: DigestSum(bySpace[space.id] ?? []))
    }
  }

  func eventIds(of space: UUID) async throws(CloudFailure) -> Set<UUID> {
    Set(try await history(of: space, ["id"], as: RowId.self).map(\.id))
  }

  func events(of space: UUID) async throws(CloudFailure) -> CloudRows<AnchorEventRow> {
    CloudRows(
      rows: try await history(
        of: space, AnchorEventRow.columns(.migrated), as: AnchorEventRow.self))
  }

  private func history<Row: WireRow>(
    of space: UUID, _ columns: [String], as _: Row.Type
  ) async throws(CloudFailure) -> [Row] {
    var rows: [Row] = []
    var last: Int64?
    while true {
      let query = TableQuery().select(columns + ["sync_seq"]).equal("space_id", space)
        .behind("sync_seq", last.map(String.init)).order("sync_seq").limit(rowsPerPage)
      let (reading, _) = try await tables.read(AnchorEventRow.table, query, as: Row.self)
      rows += reading.rows
      guard reading.count > 0 else { return rows }
      guard let end = reading.last?.sequence() else {
        throw .unexpectedAnswer(ServerResponse(status: 200, message: "a row has no key"))
      }
      last = end
    }
  }
}

// MARK: - Forgetting

extension SupabaseService {
  func extent(of space: UUID) async throws(CloudFailure) -> ForgottenExtent {
    let answer = try await ask("forget_space") { writer in
      writer.column("space", space)
      writer.member("is_rehearsal", true)
    }
    // Invalid JSON and JSON of another shape are the same failure.
    guard let members = (try? JSONParser.parse(answer.body))?.dictionaryValue,
      let events = members["events"]?.intValue, let anchors = members["anchors"]?.intValue
    else {
      throw .unexpectedAnswer(
        ServerResponse(status: answer.status, message: "the response is not an extent"))
    }
    return ForgottenExtent(
      events: events, anchors: anchors, worldMaps: try await maps.names(of: space).count)
  }

  /// Removes the maps first: if that fails, the space is still there to be forgotten.
  func forget(space: UUID) async throws(CloudFailure) {
    _ = try await extent(of: space)
    try await maps.forgetAll(of: space)
    _ = try await ask("forget_space") { $0.column("space", space) }
  }

  func unforget(space: UUID) async throws(CloudFailure) -> Bool {
    let answer = try await ask("unforget_space") { $0.column("space", space) }
    return String(decoding: answer.body, as: UTF8.self).contains("true")
  }
}

extension SpaceDigest: WireRow {
  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), name: try members.text("name"),
      events: try members.digest("events", "event_digest"),
      anchors: try members.digest("anchors", "anchor_digest"))
  }
}

extension RowMembers {
  fileprivate func digest(_ count: String, _ sum: String) throws(RowFault) -> DigestSum {
    guard let number = try text(sum).flatMap({ UInt64($0) }) else {
      throw RowFault(reason: "\(sum) is not a digest")
    }
    return DigestSum(count: try integer(count), sum: number)
  }
}
