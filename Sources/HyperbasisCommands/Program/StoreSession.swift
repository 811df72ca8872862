import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// A running command's open store, and how its output looks.
final class StoreSession {
  let context: CommandContext
  let options: StoreOptions
  let store: HBLocalStore
  let directory: URL
  let time: TimeText
  let paint: Paint
  /// The clock, read once, so that all dates of a command agree.
  let now: HBInstant
  /// How many damaged parts were found in each log that was read.
  private(set) var damagedLogs: [String: Int] = [:]
  /// The logs that were there and are gone, of the spaces that were read.
  private(set) var goneLogs: [UUID: HBStoreProblem] = [:]
  /// The look at the anchor files that found the space to open.
  let firstLook = SharedLook()
  /// The space that was moved to the trash.
  var deletedSpace: UUID?
  /// Whether something was written that the cloud must be told.
  var hasNewsForCloud = false
  /// The spaces that somebody has deleted from the cloud for good. Read once, as an import may change very
  /// many spaces.
  private(set) lazy var forgottenSpaces = PendingChanges(store).forgottenSpaces
  /// Whether the requested change is saved, so that no later failure counts as a failure of the change.
  private(set) var hasSaved = false

  /// - Parameter isReadOnly: whether the store's folder must stay exactly as it is.
  init(
    _ options: StoreOptions, _ context: CommandContext, durability: HBDurability = .os,
    isReadOnly: Bool = false
  ) {
    self.context = context
    self.options = options
    directory = options.directory(in: context).url
    store = HBLocalStore(
      baseDirectory: directory, durability: durability, actor: options.actorName(in: context),
      files: context.files, indexPolicy: isReadOnly ? .readOnly : .standard,
      clock: context.now, makeUUID: context.makeUUID)
    time = TimeText(zone: options.zone(in: context))
    paint = options.paint(in: context)
    now = context.now()
  }
}

extension StoreSession {
  /// Whether the store's folder exists.
  var isStoreThere: Bool { FileManager.default.fileExists(atPath: directory.path) }
}

extension StoreOptions {
  /// Runs the body of a command that only reads, then warns of anything that could not be read.
  func read(in context: CommandContext, _ body: (StoreSession) throws -> Void) throws {
    try check(in: context) { session in
      try session.warningOfHidden { try session.store.atOneLook { try body(session) } }
      try session.warn()
    }
  }

  /// Runs the body of a command that reports damage itself.
  func check(
    in context: CommandContext, _ durability: HBDurability = .os,
    _ body: (StoreSession) throws -> Void
  ) throws {
    try requireStore(in: context)
    try body(StoreSession(self, context, durability: durability))
  }

  /// Runs the body of a command that writes, then brings everything to disk.
  func write(
    in context: CommandContext, _ change: ChangeOptions, _ format: FormatOptions,
    mayCreateStore: Bool = false,
    _ body: (StoreSession) throws -> Void
  ) throws {
    try requireStore(in: context, mayCreateStore: mayCreateStore)
    let session = StoreSession(self, context, durability: change.durability)
    // What was written before a failure must be complete as well.
    defer {
      DiagnosticLog.program.attempt("write anchor files") { try session.store.flush() }
    }
    try session.step {
      try session.warningOfHidden { try body(session) }
      try context.output.flush()
    }
    try session.step { try session.store.flush() }
    try session.step { try session.warn() }
    try session.step {
      try session.syncAfterChange(isQuiet: format.json)
      try context.output.flush()
    }
  }

  /// Refuses a misspelt folder, which must not look like an empty store, and one that cannot be
  /// entered.
  ///
  /// - Parameter mayCreateStore: whether the folder may be missing.
  func requireStore(in context: CommandContext, mayCreateStore: Bool = false) throws {
    if !utc, let problem = context.localZone.problem {
      try context.writeWarning(problem)
    }
    let (url, isNamed) = directory(in: context)
    try HBLocalStore(baseDirectory: url, files: context.files).catalog.checkBase()
    if isNamed, !mayCreateStore, !FileManager.default.fileExists(atPath: url.path) {
      let sync =
        CloudSetting(context).credentials == nil
        ? "" : "\(command("sync")), which takes in what the cloud has, or "
      throw CommandFailure.data(
        "there is no folder \(url.path); check --store and HYPERBASIS_STORE, or create a store there "
          + "with \(sync)\(command("new NAME"))")
    }
  }
}

// MARK: - Saved changes

extension StoreSession {
  /// Notes that everything that was asked for is saved.
  func noteSaved() { hasSaved = true }

  /// Runs a part of a command's work. Once the change is saved, a failure is only a warning, since a
  /// person who is told of a failure repeats the command.
  fileprivate func step(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard hasSaved else { throw error }
      let reason =
        error is OutputClosed
        ? "the output was closed before all of it was written"
        : CommandFailure(error).message ?? "a later step failed"
      // If the warning cannot be written, there is nowhere to report that.
      // Saved work must not be repeated either, so the advice to retry is dropped.
      let told = reason.replacing(", \(FileError.retryAdvice)", with: "")
      try? context.writeWarning("the change is saved, but \(Clause.text(told))")
    }
  }
}

// MARK: - Selection

extension StoreSession {
  /// Returns the space that a text names, or without a text the only space.
  func spaceId(_ text: String?) throws -> UUID {
    var candidates = try spaceCandidates()
    // A damaged file is no reason to ask which of two spaces is meant.
    if text == nil, candidates.count > 1 {
      let readable = try candidates.filter {
        try $0.name != nil || !store.catalog.isNamedByDamageAlone($0.id)
      }
      if !readable.isEmpty { candidates = readable }
    }
    return try unlessFoldersAreHidden { try TextualSelector.space(text, among: candidates) }
  }

  /// Returns all spaces with their names.
  func spaceCandidates() throws -> [TextualSelector.Candidate] {
    try store.catalog.names().map { TextualSelector.Candidate(id: $0.id, name: $0.name) }
  }

  func snapshot(of spaceId: UUID) throws -> LogSnapshot {
    let snapshot = try store.snapshot(of: spaceId)
    if snapshot.head.bytes == 0 {
      // A log that cannot be read is reported as such.
      goneLogs[spaceId] = try? store.problemOfGoneLog(of: spaceId)
    }
    let damaged = snapshot.problems.count { HBStoreProblem.Kind($0.kind).severity > .note }
    if damaged > 0 {
      let file = try store.snapshots.logName(of: spaceId)
      // Assigned, not added: a command that changes a space reads it twice.
      damagedLogs[file] = damaged
    }
    return snapshot
  }

  func snapshot(_ text: String?) throws -> LogSnapshot {
    try snapshot(of: spaceId(text))
  }

  /// Returns all spaces, or the one that is named.
  func snapshots(_ text: String?) throws -> [LogSnapshot] {
    if let text { return [try snapshot(text)] }
    let ids = try store.catalog.names().map(\.id)
    // If there seem to be none, some may exist that cannot be listed.
    if ids.isEmpty { try checkFolders() }
    // If the only space cannot be read, that must be reported.
    if ids.count == 1 { return [try snapshot(of: ids[0])] }
    return try ids.compactMap { id in
      try store.catalog.unlessUnreadable(id) { try snapshot(of: id) }
    }
  }

  /// Returns the anchor that a text names, in whatever space it is.
  ///
  /// - Parameter prefersDeleted: whether the deleted one is meant if several share the label.
  func anchor(_ text: String, prefersDeleted: Bool = false) throws -> AnchorLocation {
    // A whole id needs no search of the other spaces.
    if let id = UUID(uuidString: text), let home = try store.catalog.space(ofAnchor: id) {
      let snapshot = try snapshot(of: home)
      if let slot = snapshot.timeline.index.slot(of: id) {
        return AnchorLocation(id: id, slot: slot, snapshot: snapshot)
      }
    }
    let snapshots = try snapshots(nil)
    let id = try Self.anchorId(text, in: snapshots, prefersDeleted: prefersDeleted)
    var holders = snapshots.filter { $0.timeline.index.slot(of: id) != nil }
    // The beginning of its id stands for the same anchor as the whole of it.
    if holders.count > 1, UUIDPrefix(text)?.matches(id) != true {
      // If one of them has it under this label, that one is meant.
      let calling = try holders.filter { holder in
        try Self.labels([holder]).joined().contains { $0.id == id && $0.isCalled(text) }
      }
      if !calling.isEmpty { holders = calling }
    }
    let home = holders.count > 1 ? try store.catalog.space(ofAnchor: id) : nil
    guard let snapshot = holders.first(where: { $0.spaceId == home }) ?? holders.first,
      let slot = snapshot.timeline.index.slot(of: id)
    else { throw HBStorageError.notFound(type: "anchor", id: id) }
    return AnchorLocation(id: id, slot: slot, snapshot: snapshot)
  }

  /// Returns the id of the anchor that a text names in some spaces.
  static func anchorId(
    _ text: String, in snapshots: [LogSnapshot], prefersDeleted: Bool = false
  ) throws -> UUID {
    let known = snapshots.map { $0.timeline.index }.flatMap { index in
      (0..<index.slotCount).map(index.anchorId(ofSlot:))
    }
    // One anchor may have events in several logs.
    return try TextualSelector.anchor(text, among: Set(known)) {
      let groups = try labels(snapshots)
      return prefersDeleted ? groups.reversed() : groups
    }
  }

  /// Returns the anchors by their latest labels: first those that are there, then those that are
  /// deleted.
  private static func labels(
    _ snapshots: [LogSnapshot]
  ) throws -> [[TextualSelector.Candidate]] {
    var groups: [[TextualSelector.Candidate]] = [[], []]
    for snapshot in snapshots {
      let index = snapshot.timeline.index
      let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
      for (ordinal, metadata) in zip(newest, try index.metadata(after: newest)) {
        let id = index.anchorId(ofSlot: index.slot(ordinal))
        groups[index.isVisible(ordinal) ? 0 : 1].append(
          .init(
            id: id, name: AnchorDescription(metadata, id: id).label.plain,
            data: AnchorDescription.name(of: metadata, id: id), space: snapshot.title.plain))
      }
    }
    return groups
  }

  /// Returns the instant that a text means in a space.
  func instant(_ text: String, in index: EventIndex) throws -> HBInstant {
    try instant(text, start: index.start, end: index.end)
  }

  func instant(_ text: String, start: HBInstant?, end: HBInstant?) throws -> HBInstant {
    let zone = options.zone(in: context)
    do {
      return try DateExpression.instant(
        text, in: .init(now: now, start: start, end: end, zone: zone))
    } catch {
      throw CommandFailure.usage(error.errorDescription ?? "\"\(text)\" is not a date")
    }
  }

  /// Returns the state at a date, or the latest one, and the instant that stands for it.
  func moment(_ text: String?, in index: EventIndex) throws -> Moment {
    guard let text else {
      let at = max(now, index.end ?? now)
      return Moment(at: at, state: index.state(through: index.count), isLatest: true)
    }
    let at = try instant(text, in: index)
    return Moment(at: at, state: index.state(at: at), isLatest: false)
  }
}

/// An anchor in the log of its space.
struct AnchorLocation {
  let id: UUID
  let slot: Int
  let snapshot: LogSnapshot

  var index: EventIndex { snapshot.timeline.index }

  /// Whether the anchor is deleted in the latest state.
  var isHidden: Bool { index.isHidden(index.newestOrdinal(ofSlot: slot)) }
}

/// A space at an instant.
struct Moment {
  let at: HBInstant
  let state: FoldedState
  /// Whether no date was given, so that all events count, whatever the clock says.
  let isLatest: Bool
}

// MARK: - Output

extension StoreSession {
  var output: any TextOutput { context.output }
  var json: JSONOutput { JSONOutput(output: output) }

  /// Returns the date of a moment; for the latest state that of the last event.
  func text(of moment: Moment, in snapshot: LogSnapshot) -> String {
    guard moment.isLatest else { return time.text(moment.at) }
    let end = snapshot.timeline.index.end.map { ", last event \(time.text($0))" } ?? ""
    return "latest state\(end)"
  }

  func print(_ table: TextTable) throws {
    for line in lines(table) { try output.writeLine(line) }
  }

  /// Returns the lines of a table, none wider than the terminal, or than 80 columns without one.
  func lines(_ table: TextTable) -> [String] {
    table.lines(paint, width: context.lineWidth, time: time)
  }

  /// Prints what a table is about, and more about it: on one line, or on one each if that is too wide.
  func printHeading(_ title: TerminalText, _ rest: TerminalText) throws {
    let width = context.lineWidth
    guard title.width + Self.dot.width + rest.width > width else {
      return try output.writeLine(paint(title, .bold) + paint(Self.dot + rest))
    }
    try output.writeLine(paint(title.truncated(to: width), .bold))
    try printWrapped(.init(rest))
  }

  private static let dot: TerminalText = " · "

  /// Prints the pieces of a legend, as many per line as fit.
  func printPieces(_ pieces: [LegendEntry]) throws {
    var line = ""
    var used = 0
    for piece in pieces {
      if !line.isEmpty, used + Self.dot.width + piece.width > context.lineWidth {
        try output.writeLine(line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty {
        line += paint(Self.dot)
        used += Self.dot.width
      }
      line += piece.runs.map { paint($0.text, $0.style) }.joined()
      used += piece.width
    }
    if !line.isEmpty { try output.writeLine(line) }
  }

  /// Prints a text beside a table, wrapped if it is too wide.
  func printWrapped(_ text: TextTable.Cell) throws {
    for line in Paragraph(text: text).lines(paint, width: context.lineWidth) {
      try output.writeLine(line)
    }
  }

  /// Prints a report whose contents other programs search: without a terminal nothing is cut.
  func printReport(_ table: TextTable) throws {
    for line in table.lines(paint, width: context.terminals.columns, time: time) {
      try output.writeLine(line)
    }
  }

  func print(_ paragraph: Paragraph) throws {
    for line in paragraph.lines(paint, width: context.terminals.columns) {
      try output.writeLine(line)
    }
  }
}

extension LogSnapshot {
  /// The space's name, or a substitute if it has none.
  var title: TerminalText { SpaceTitle.text(name, spaceId) }
}
