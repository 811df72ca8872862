import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Reports the state of syncing, from what is on this machine alone.
struct SyncStatusReport {
  let session: StoreSession
  private let setting: CloudSetting
  private let pending: PendingCounts
  private let status: HBSyncStatus

  init(_ session: StoreSession) {
    self.session = session
    setting = CloudSetting(session.context)
    let found = Self.look(setting, session)
    status = found.status
    pending = PendingCounts(session.store, unsent: found.unsent)
  }

  func print(json: Bool) throws {
    if json { return try session.json.print(node(status)) }
    let rows = rows(status)
    for row in rows {
      let key = TerminalText(row.key).padded(to: Self.keyColumns)
      try session.output.writeLine(
        session.paint(key, .dim) + "  " + session.paint(row.text, row.style))
    }
    try RefusedRows.print(status, session)
  }

  private static let keyColumns = "last error".count

  private typealias Look = (status: HBSyncStatus, unsent: PendingCounts.Unsent?)

  /// Reads what earlier passes left; the cloud is not asked.
  private static func look(_ setting: CloudSetting, _ session: StoreSession) -> Look {
    guard let credentials = setting.credentials else { return (HBSyncStatus(), nil) }
    let cloud = session.cloud(credentials)
    let mailbox = Mailbox<Look>()
    Task.detached {
      let status = await cloud.storage.syncStatus()
      mailbox.post((status, await PendingCounts.beforeFirstSync(cloud.storage, status)))
    }
    return mailbox.next() ?? (HBSyncStatus(), nil)
  }
}

// MARK: - For people

extension SyncStatusReport {
  private typealias Row = (key: String, text: TerminalText, style: Style)

  private func rows(_ status: HBSyncStatus) -> [Row] {
    var rows: [Row] = [cloudRow]
    if let credentials = setting.credentials {
      rows.append(
        ("signed in", signedIn(credentials), .plain))
      if let tier = status.tier {
        rows.append(("server", SyncText.tier(tier, lacking: status.tierReason), .plain))
      }
      rows.append(("last sync", lastSync(status), .plain))
    }
    rows.append(("waiting", TerminalText(pending.text), pending.total > 0 ? .bold : .plain))
    if setting.credentials != nil {
      let refused = status.quarantined.count
      rows.append(
        refused == 0
          ? ("refused", "nothing", .plain)
          : ("refused", CountText.text(refused, "row"), .warning))
    }
    if !status.unfollowed.isEmpty {
      let count = CountText.text(status.unfollowed.count, "space")
      rows.append(("left out", "\(count) here, not followed", .warning))
    }
    if !status.forgotten.isEmpty {
      let count = CountText.text(status.forgotten.count, "space")
      rows.append(("left out", "\(count) here, deleted from the cloud for good", .warning))
    }
    if status.unreadableRows > 0 {
      let count = CountText.text(status.unreadableRows, "row")
      rows.append(("unreadable", "\(count) of the cloud", .warning))
    }
    if let until = status.leftAloneUntil {
      let date = session.time.text(HBInstant(until), fraction: .never)
      let text = TerminalText("the server asked to be left alone until \(date)")
      rows.append(("busy", text, .warning))
    }
    if let error = status.lastError {
      let at = status.lastErrorDate.map { " (\(session.time.text(HBInstant($0))))" } ?? ""
      rows.append(("last error", TerminalText(error.localizedDescription + at), .error))
    }
    return rows
  }

  private var cloudRow: Row {
    switch setting {
    case .configured(let credentials):
      ("cloud", TerminalText("\(credentials.url), from \(credentials.source.text)"), .plain)
    case .broken(let reason): ("cloud", TerminalText("not usable: \(reason)"), .error)
    case .none:
      ("cloud", TerminalText("not configured; \(CloudSetting.advice(session.context))"), .plain)
    }
  }

  /// Returns what the token itself says; the cloud is not asked.
  private func signedIn(_ credentials: ProjectCredentials) -> TerminalText {
    guard let token = credentials.accessToken else { return "no, only the key is used" }
    guard let claims = AccessTokenClaims(token) else {
      return "not known: the token does not say whose it is"
    }
    if claims.bypassesRowSecurity { return "no: the token is the project's secret key" }
    guard let expiry = claims.expiry, expiry <= session.now else { return "yes" }
    let date = session.time.text(expiry, fraction: .never)
    return "no: the token expired at \(TerminalText(date)); sign in again"
  }

  private func lastSync(_ status: HBSyncStatus) -> TerminalText {
    guard let date = status.lastSync else { return "never" }
    let instant = HBInstant(date)
    let ago = DurationText.relative(instant, to: session.now)
    return TerminalText("\(session.time.text(instant, fraction: .never)), \(ago)")
  }
}

// MARK: - For programs

extension SyncStatusReport {
  private func node(_ status: HBSyncStatus) -> JSONNode {
    let credentials = setting.credentials
    var problem: String?
    if case .broken(let reason) = setting { problem = reason }
    return .object([
      ("configured", .bool(credentials != nil)), ("problem", .optional(problem)),
      ("url", .optional(credentials?.url)), ("source", .optional(credentials?.source.text)),
      ("signedIn", .bool(credentials?.accessToken != nil)),
      ("tier", .optional(status.tier?.rawValue)), ("tierReason", .optional(status.tierReason)),
      ("lastSync", .optional(status.lastSync)), ("pending", pending.node),
      ("refused", .array(status.quarantined.map { JSONNode($0) })),
      ("refusals", .array(status.refusals.map { JSONNode($0) })),
      ("unreadable", .integer(status.unreadableRows)),
      ("unreadableRows", .array(status.unreadable.map { JSONNode($0) })),
      ("unfollowed", .array(status.unfollowed.sorted().map { .string($0.uuidString) })),
      ("forgotten", .array(status.forgotten.map { JSONNode($0) })),
      ("leftAloneUntil", .optional(status.leftAloneUntil)),
      ("error", .optional(status.lastError) { error(status, $0) }),
    ])
  }

  private func error(_ status: HBSyncStatus, _ error: any Error) -> JSONNode {
    .object([
      ("text", .string(error.localizedDescription)),
      ("at", .optional(status.lastErrorDate)),
    ])
  }
}

/// How much the cloud must still be told, by kind.
struct PendingCounts: Equatable {
  private(set) var spaces = 0
  private(set) var deletedSpaces = 0
  private(set) var anchors = 0
  /// Spaces with events to send, apart from those with anchors that are counted.
  private(set) var histories = 0
  /// Whether the counts are of everything there is, since no pass has come through yet.
  private(set) var isForFirstSync = false

  init(_ operations: [HBPendingOperation]) {
    for operation in operations {
      switch operation.type {
      case .saveSpace: spaces += 1
      case .deleteSpace: deletedSpaces += 1
      case .saveAnchor: anchors += 1
      case .uploadEvents: histories += 1
      }
    }
  }

  /// How much is pending in each space.
  typealias Unsent = [UUID: TrafficCount]

  /// Returns what is pending before the first pass has come through: what was there before a cloud was
  /// configured is in no queue. Nil after that pass, or if the spaces cannot be listed; then the queue
  /// counts.
  static func beforeFirstSync(_ storage: HBStorage, _ status: HBSyncStatus) async -> Unsent? {
    status.lastSync == nil ? try? await storage.unsentChanges() : nil
  }

  /// - Parameter unsent: what is pending before the first sync; nil to count the queue.
  init(_ store: HBLocalStore, unsent: Unsent?) {
    self.init(unsent == nil ? store.loadPendingOperations() : [])
    guard let unsent else { return }
    isForFirstSync = true
    for count in unsent.values {
      spaces += count.spaces
      deletedSpaces += count.removals
      anchors += count.anchors
      if count.events > 0, count.anchors == 0 { histories += 1 }
    }
  }

  var total: Int { spaces + deletedSpaces + anchors + histories }

  /// The counts in words, such as `2 anchors, the history of 1 space`.
  var text: String {
    var parts: [String] = []
    if spaces > 0 { parts.append("\(CountText.text(spaces, "space"))") }
    if deletedSpaces > 0 { parts.append("\(CountText.text(deletedSpaces, "deleted space"))") }
    if anchors > 0 { parts.append("\(CountText.text(anchors, "anchor"))") }
    if histories > 0 { parts.append("the history of \(CountText.text(histories, "space"))") }
    guard !parts.isEmpty else { return "nothing" }
    if isForFirstSync { parts.append("for the first sync") }
    return parts.joined(separator: ", ")
  }

  var node: JSONNode {
    .object([
      ("spaces", .integer(spaces)), ("deletedSpaces", .integer(deletedSpaces)),
      ("anchors", .integer(anchors)), ("histories", .integer(histories)),
      ("total", .integer(total)),
    ])
  }
}
