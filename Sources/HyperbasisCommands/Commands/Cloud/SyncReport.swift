import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// Reports the outcome of a pass.
struct SyncReport {
  let session: StoreSession
  let cloud: CloudSession
  /// The spaces that alone were asked for; empty for all that are followed.
  var asked: [UUID] = []

  func print(_ status: HBSyncStatus, error: (any Error)?, json: Bool) throws {
    if json { return try session.json.print(node(status, error)) }
    for line in lines(status, error) { try session.output.writeLine(session.paint(line)) }
    try RefusedRows.print(status, session)
  }

  /// Returns what keeps the store and the cloud from being in sync, with what to do about it and its
  /// exit code; nil if nothing does.
  func failure(_ status: HBSyncStatus, _ error: (any Error)?) -> CommandFailure? {
    if let error { return CommandFailure(CommandFailure(error).status, text(of: error, status)) }
    if status.unreadableRows > 0 {
      let rows = CountText.text(status.unreadableRows, "row").plain
      return .failed("\(rows) of the cloud cannot be read; correct or remove them there.")
    }
    if let id = asked.first(where: status.forgotten.contains) {
      let name = SpaceNames(session).text(of: id).plain
      return .failed("\(name) was deleted from the cloud for good, so nothing of it is sent.")
    }
    let waiting = waiting(status)
    guard waiting > 0 else { return nil }
    return .failed("\(SyncText.waiting(waiting).plain); sync again.")
  }

  /// Returns how many changes wait of what was asked for.
  private func waiting(_ status: HBSyncStatus) -> Int {
    if asked.isEmpty || status.pending == 0 { return status.pending }
    return min(status.pending, PendingChanges(session.store).count(of: Set(asked)))
  }

  /// Returns the line that says what is in sync; nil if there is nothing to say it of.
  private func inSync(_ status: HBSyncStatus, hasMoved: Bool) -> TerminalText? {
    if asked.isEmpty { return hasMoved ? "Everything is in sync." : nothingNew }
    let names = SpaceNames(session)
    let texts = asked.filter { !status.forgotten.contains($0) }.map { names.text(of: $0) }
    guard !texts.isEmpty else { return nil }
    let subject =
      texts.count > Self.mostNamed
      ? CountText.text(texts.count, "space") : texts.joined(separator: ", ")
    let verb: TerminalText = texts.count == 1 ? "is" : "are"
    let end: TerminalText = hasMoved ? "." : " already."
    return "\(subject) \(verb) in sync\(end)"
  }

  /// With more names, it would no longer be a sentence.
  private static let mostNamed = 3

  /// Returns the line about changes of spaces that were not asked for; nil if there are none.
  private func ofOthers(_ count: Int) -> TerminalText? {
    let command = TerminalText(session.command("sync"))
    return switch count {
    case ...0: nil
    case 1: "1 change of another space waits for the cloud; \(command) sends it."
    default: "\(count) changes of other spaces wait for the cloud; \(command) sends them."
    }
  }

  private func text(of error: any Error, _ status: HBSyncStatus) -> String {
    cloud.text(of: error, status.refusals)
  }

  private var nothingNew: TerminalText {
    session.isFollowingNone ? FollowCommand.nothing(session) : "Everything is in sync already."
  }

  private func isUnreached(_ error: (any Error)?) -> Bool {
    error.map { CommandFailure($0).status == ExitStatus.cloudNotReachable } ?? false
  }

  private func lines(_ status: HBSyncStatus, _ error: (any Error)?) -> [TerminalText] {
    let moved = SyncText.moved(status)
    var lines: [TerminalText] = []
    // A tier that is only remembered is not reported for a server that was not reached.
    if let tier = status.tier, !isUnreached(error) {
      lines.append(SyncText.tier(tier, lacking: status.tierReason).withCapital + ".")
    }
    if let moved {
      lines.append(moved.withCapital + ".")
    }
    lines += removed(status)
    lines += conflicts(status)
    lines += ForgetCommand.forgotten(status.forgotten, session)
    let waiting = waiting(status)
    if error == nil, waiting == 0, status.unreadableRows == 0,
      let text = inSync(status, hasMoved: moved != nil)
    {
      lines.append(text)
    }
    if let unfollowed = FollowCommand.unfollowed(session) { lines.append(unfollowed) }
    if waiting > 0 { lines.append(SyncText.waiting(waiting) + ".") }
    if let others = ofOthers(status.pending - waiting) { lines.append(others) }
    if status.unreadableRows > 0 {
      let rows = CountText.text(status.unreadableRows, "row")
      let verb: TerminalText = status.unreadableRows == 1 ? "stays" : "stay"
      lines.append("\(rows) of the cloud cannot be read and \(verb) there:")
      lines += status.unreadable.prefix(RefusedRows.mostShown).map(SyncText.unreadable)
      let more = status.unreadable.count - RefusedRows.mostShown
      if more > 0 { lines.append("  and \(more) more; --json lists all") }
    }
    return lines
  }

  private func removed(_ status: HBSyncStatus) -> [TerminalText] {
    guard !status.removed.isEmpty else { return [] }
    let trash = TrashNames(session)
    let shown = RemovedSpaceText.sorted(status.removed).prefix(RefusedRows.mostShown)
    let more = status.removed.count - shown.count
    return shown.map { space in
      let command = session.command("restore-space \(trash.argument(of: space.id))")
      return RemovedSpaceText.text(space, command: TerminalText(command)) + "."
    }
      + (more > 0
        ? ["\(more) more were; \(TerminalText(session.command("trash"))) lists them."] : [])
  }

  /// Lists changes that replaced something here first, since that is what people miss.
  private func conflicts(_ status: HBSyncStatus) -> [TerminalText] {
    guard !status.conflicts.isEmpty else { return [] }
    let sorted =
      status.conflicts.filter(\.replacesWhatWasHere)
      + status.conflicts.filter { !$0.replacesWhatWasHere }
    let count = CountText.text(sorted.count, "change")
    let hasDeletion = sorted.contains(where: \.keepsDeletion)
    let rule: TerminalText =
      hasDeletion ? "the later one counts, but a deletion always wins" : "the later one counts"
    var lines: [TerminalText] = ["\(count) conflicted with another made at the same time; \(rule):"]
    let subjects = ConflictSubjects(session, status.conflicts)
    lines += sorted.prefix(RefusedRows.mostShown).map { conflict in
      "  \(subjects.text(of: conflict))  \(ConflictText.text(conflict))"
    }
    let more = sorted.count - RefusedRows.mostShown
    if more > 0 { lines.append("  and \(more) more; --json lists all") }
    return lines
  }

  private func node(_ status: HBSyncStatus, _ error: (any Error)?) -> JSONNode {
    .object([
      ("url", .string(cloud.credentials.url)), ("tier", .optional(status.tier?.rawValue)),
      ("tierReason", .optional(status.tierReason)), ("received", JSONNode(status.received)),
      ("sent", JSONNode(status.sent)), ("pending", .integer(status.pending)),
      ("unreadable", .integer(status.unreadableRows)),
      ("unreadableRows", .array(status.unreadable.map { JSONNode($0) })),
      ("refused", .array(status.quarantined.map { JSONNode($0) })),
      ("refusals", .array(status.refusals.map { JSONNode($0) })),
      ("conflicts", .array(status.conflicts.map { JSONNode($0) })),
      ("removed", .array(status.removed.map { JSONNode($0) })),
      ("forgotten", .array(status.forgotten.map { JSONNode($0) })),
      ("unfollowed", .array(status.unfollowed.sorted().map { .string($0.uuidString) })),
      ("lastSync", .optional(status.lastSync)),
      ("error", .optional(error) { .string(text(of: $0, status)) }),
    ])
  }
}

/// The rows that the cloud refuses, as a table of the causes.
enum RefusedRows {
  /// The most causes or rows that are shown; --json lists all.
  static let mostShown = 20

  private static func heading(_ count: Int) -> TerminalText {
    "\(CountText.text(count, "row")) \(count == 1 ? "is" : "are") refused by the cloud and "
      + "\(count == 1 ? "stays" : "stay") here; each sync tries one of each kind again:"
  }

  static func print(_ status: HBSyncStatus, _ session: StoreSession) throws {
    let refusals = status.refusals
    guard !refusals.isEmpty else { return }
    try session.output.writeLine(session.paint(heading(status.quarantined.count), .warning))
    try session.printReport(table(Array(refusals.prefix(mostShown)), session))
    if refusals.count > mostShown {
      let rest: TerminalText = "and \(refusals.count - mostShown) more; --json lists all"
      try session.output.writeLine(session.paint(rest, .dim))
    }
    for line in deletions(status, session) { try session.output.writeLine(session.paint(line)) }
  }

  /// Returns how to cancel each refused deletion, which is otherwise carried out once it is permitted.
  private static func deletions(
    _ status: HBSyncStatus, _ session: StoreSession
  ) -> [TerminalText] {
    let spaces = status.quarantined.filter { $0.kind == .deletion }.map(\.spaceId)
    guard !spaces.isEmpty else { return [] }
    let trash = TrashNames(session)
    return spaces.prefix(mostShown).map { id in
      let name = TerminalText(trash.name(of: id) ?? ShortId.text(id), limit: 40)
      return "\(name) is deleted only here, and will be deleted in the cloud once it permits that; "
        + "\(TerminalText(session.command("restore-space \(trash.argument(of: id))"))) "
        + "brings it back."
    }
  }

  private static func table(_ refusals: [HBRefusal], _ session: StoreSession) -> TextTable {
    let names = SpaceNames(session)
    let trash = refusals.contains { $0.kind == .deletion } ? TrashNames(session) : nil
    return TextTable(
      columns: ["ROWS", "KIND", "SUCH AS", .flexible("SPACE"), "SINCE", .flexible("REASON")],
      rows: refusals.map { refusal in
        let row = refusal.example
        return [
          .init("\(refusal.count)"), .init(refusal.kind.rawValue),
          .init(ShortId.text(row.id), .init(.accent)),
          .init(
            trash?.name(of: row.spaceId).map { .init($0, limit: 40) } ?? names.text(of: row.spaceId)
          ),
          .init(session.time.text(HBInstant(row.since), fraction: .never)),
          .init(TerminalText(row.reason, limit: 200)),
        ]
      })
  }
}

/// What conflicts are about, in a few words.
private struct ConflictSubjects {
  private let store: HBLocalStore
  private let names: SpaceNames
  private let hasSeveralSpaces: Bool

  init(_ session: StoreSession, _ conflicts: [EditConflict]) {
    store = session.store
    names = SpaceNames(session)
    hasSeveralSpaces = Set(conflicts.map(\.spaceId)).count > 1
  }

  /// `22222222 Lamp`, with the space after it if there are several.
  func text(of conflict: EditConflict) -> TerminalText {
    let space = names.text(of: conflict.spaceId)
    guard let id = conflict.anchorId else { return "\(ShortId.text(conflict.spaceId)) \(space)" }
    // An anchor that cannot be read is still named by its id.
    let anchor = (try? store.loadAnchor(id: id)) ?? nil
    var text: TerminalText = "\(ShortId.text(id))"
    if let anchor { text += " " + AnchorDescription(anchor.metadata, id: id).label }
    if hasSeveralSpaces { text += " in " + space }
    return text
  }
}

extension JSONNode {
  init(_ counts: HBSyncCounts) {
    self = .object([
      ("spaces", .integer(counts.spaces)), ("deletedSpaces", .integer(counts.deletedSpaces)),
      ("anchors", .integer(counts.anchors)), ("events", .integer(counts.events)),
      ("worldMaps", .integer(counts.worldMaps)),
    ])
  }

  init(_ row: HBQuarantinedRow) {
    self = .object([
      ("kind", .string(row.kind.rawValue)), ("id", JSONNode(row.id)),
      ("spaceId", JSONNode(row.spaceId)), ("reason", .string(row.reason)),
      ("since", JSONNode(row.since)),
    ])
  }

  init(_ space: RemovedSpace) {
    self = .object([
      ("id", JSONNode(space.id)), ("name", .optional(space.name)),
      ("heldOwnWork", .bool(space.heldOwnWork)), ("unseenEvents", .integer(space.unseenEvents)),
    ])
  }

  init(_ conflict: EditConflict) {
    var key: String?
    let part: String
    switch conflict.part {
    case .visibility: part = "visibility"
    case .place: part = "place"
    case .key(let name): (part, key) = ("key", name)
    case .name: part = "name"
    }
    self = .object([
      ("spaceId", JSONNode(conflict.spaceId)),
      ("anchorId", .optional(conflict.anchorId) { JSONNode($0) }),
      ("part", .string(part)), ("key", .optional(key)),
      ("kept", JSONNode(conflict.kept)), ("replaced", JSONNode(conflict.replaced)),
    ])
  }

  private init(_ edit: EditConflict.Edit) {
    self = .object([
      ("value", .optional(edit.value) { JSONNode($0) }), ("actor", .optional(edit.actor)),
      ("at", JSONNode(edit.instant)), ("wasHere", .bool(edit.wasHere)),
    ])
  }

  init(_ row: HBUnreadableRow) {
    self = .object([("id", .optional(row.id) { JSONNode($0) }), ("reason", .string(row.reason))])
  }

  init(_ refusal: HBRefusal) {
    let row = refusal.example
    self = .object([
      ("kind", .string(refusal.kind.rawValue)), ("count", .integer(refusal.count)),
      ("reason", .string(row.reason)), ("code", .optional(row.code)),
      ("deniesPermission", .bool(row.deniesPermission)),
      ("example", .object([("id", JSONNode(row.id)), ("spaceId", JSONNode(row.spaceId))])),
    ])
  }
}

extension TerminalText {
  /// The text as the beginning of a sentence.
  var withCapital: TerminalText {
    TerminalText(plain.prefix(1).uppercased() + plain.dropFirst())
  }
}
