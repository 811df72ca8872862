import Foundation
import Hyperbasis

/// What is known of the cloud and of the store, for people who set one up.
struct Diagnosis {
  let setting: CloudSetting
  let cloud: HBCloudReport
  let store: HBVerifyReport
  /// Whether the store's folder exists: the first sync creates it.
  let isStoreThere: Bool
  let pending: PendingCounts
  /// What the cloud refused when it was last asked.
  let refused: [HBQuarantinedRow]
  /// Until when the server asked to be left alone; nil if it did not.
  let leftAloneUntil: HBInstant?
  /// What the cloud must still be told, in words.
  let waiting: String

  init(_ session: StoreSession) throws {
    setting = CloudSetting(session.context)
    let found = try Self.inspect(setting, session)
    var report = found.report
    report.isExpectedToKeepHistories = found.status.hasSyncedHistories
    cloud = report
    isStoreThere = session.isStoreThere
    store = try session.store.verifier.verify()
    pending = PendingCounts(session.store, unsent: found.unsent)
    refused = found.status.quarantined
    leftAloneUntil = found.status.leftAloneUntil.map { HBInstant($0) }
    waiting = pending.text
  }

  private typealias Inspection = (
    report: HBCloudReport, status: HBSyncStatus, unsent: PendingCounts.Unsent?
  )

  private static func inspect(_ setting: CloudSetting, _ session: StoreSession) throws -> Inspection
  {
    let nothing = Inspection(HBCloudReport(connection: .notConfigured), HBSyncStatus(), nil)
    guard let credentials = setting.credentials else { return nothing }
    try FileHandles.require(FileHandles.forCloud)
    let cloud = session.cloud(credentials)
    let mailbox = Mailbox<Inspection>()
    Task.detached {
      let status = await cloud.storage.syncStatus()
      let unsent = await PendingCounts.beforeFirstSync(cloud.storage, status)
      mailbox.post((await cloud.storage.inspectCloud(), status, unsent))
    }
    return mailbox.next() ?? nothing
  }
}

extension Diagnosis {
  /// Returns what to know and to do, the worst first.
  func findings(_ session: StoreSession) -> [HBCloudFinding] {
    let all = storeFindings(session) + cloudFindings(session.context)
    return HBCloudFinding.Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.severity == severity }
    }
  }

  private func cloudFindings(_ context: CommandContext) -> [HBCloudFinding] {
    switch setting {
    case .none:
      let advice = CloudSetting.advice(context)
      let sentence = advice.prefix(1).uppercased() + advice.dropFirst() + "."
      return [HBCloudFinding(.problem, "The cloud is not configured.", advice: sentence)]
    case .broken(let reason):
      return [
        HBCloudFinding(
          .problem, "The credentials are not usable.",
          advice: reason.prefix(1).uppercased() + reason.dropFirst() + ".")
      ]
    case .configured: return cloud.findings
    }
  }

  private func storeFindings(_ session: StoreSession) -> [HBCloudFinding] {
    let damage = store.problems.filter { $0.kind.severity > .note }
    let verify = session.command("verify")
    switch store.severity {
    case .damage:
      let advice =
        damage.contains(where: \.isRepairable)
        ? "\(verify) shows where; with --repair it repairs what it can, and keeps every byte."
        : "\(verify) shows where, and what to do: a repair does not help."
      return [HBCloudFinding(.problem, "The store is damaged.", advice: advice)]
    case .tornTail:
      return [
        HBCloudFinding(
          .warning, "The last line of a log is torn.",
          advice: "\(session.command("verify --repair")) repairs it.")
      ]
    case .note, nil: return []
    }
  }

  /// The exit code.
  var status: Int32 {
    switch cloud.connection {
    case .unreachable, .notTheCloud: return ExitStatus.cloudNotReachable
    case .notConfigured, .invalidURL: return ExitStatus.failed
    case .answered: break
    }
    return cloud.isUsable && store.severity != .damage ? ExitStatus.done : ExitStatus.failed
  }

  var isUsable: Bool { status == ExitStatus.done }
}
