import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// A command at work: an open store, and how its output looks.
final class StoreSession {
  let context: CommandContext
  let options: StoreOptions
  let store: HBLocalStore
  let directory: URL
  let time: TimeText
  let paint: Paint
  /// The clock, read once, so that all dates of a command agree.
  let now: HBInstant
  /// How many damaged parts were met in each log that was read.
  private(set) var damagedLogs: [String: Int] = [:]
  /// The look at the anchor files by which the space to open was found.
  let firstLook = SharedLook()
  /// Whether something was written that the cloud is to be told.
  var hasNewsForCloud = false
  /// Whether what was asked for is saved, so that nothing that fails from then on is a failure of
  /// it.
  private(set) var hasSaved = false

  /// - Parameter isReadOnly: whether the store's folder is to stay as it is to the last byte.
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

extension StoreOptions {
  /// Runs the body of a command that only reads, then warns of what could not be read.
  func read(in context: CommandContext, _ body: (StoreSession) throws -> Void) throws {
    try check(in: context) { session in
      try session.store.atOneLook { try body(session) }
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

  /// Runs the body of a command that writes, then brings all of it to disk.
  func write(
    in context: CommandContext, _ change: ChangeOptions, _ format: FormatOptions,
    mayCreateStore: Bool = false,
    _ body: (StoreSession) throws -> Void
  ) throws {
    try requireStore(in: context, mayCreateStore: mayCreateStore)
    let session = StoreSession(self, context, durability: change.durability)
    // What was written before a failure is to be complete as well.
    defer {
      DiagnosticLog.program.attempt("write anchor files") { try session.store.flush() }
    }
    try session.step {
      try body(session)
      try context.output.flush()
    }
    try session.step { try session.store.flush() }
    try session.step { try session.warn() }
    try session.step {
      try session.syncAfterChange(isQuiet: format.json)
      try context.output.flush()
    }
  }

  /// A misspelt folder must not look like an empty store, nor one that may not be entered.
  ///
  /// - Parameter mayCreateStore: whether the folder may be missing.
  func requireStore(in context: CommandContext, mayCreateStore: Bool = false) throws {
    if !utc, let problem = context.localZone.problem {
      try context.writeError("warning: \(problem)")
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

// MARK: - What was saved

extension StoreSession {
  /// Notes that all that was asked for is saved.
  func noteSaved() { hasSaved = true }

  /// Does a part of a command's work; once the change is saved, its failure is a warning, since
  /// whoever is told of a failure does the same again.
  fileprivate func step(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      guard hasSaved else { throw error }
      let reason =
        error is OutputClosed
        ? "the output was closed before all of it was written"
        : CommandFailure(error).message ?? "what follows it failed"
      // Nobody is left to be told that the warning cannot be written.
      // Nor is anybody to repeat what is saved.
      let told = reason.replacing(", \(FileError.retryAdvice)", with: "")
      try? context.writeError("warning: the change is saved, but \(told)")
    }
  }
}

// MARK: - What is meant

extension StoreSession {
  /// The space that a text names; without one, the only space.
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

  /// All spaces with what people call them.
  func spaceCandidates() throws -> [TextualSelector.Candidate] {
    try store.catalog.names().map { TextualSelector.Candidate(id: $0.id, name: $0.name) }
  }

  func snapshot(of spaceId: UUID) throws -> LogSnapshot {
    let snapshot = try store.snapshot(of: spaceId)
    let damaged = snapshot.problems.count { HBStoreProblem.Kind($0.kind).severity > .note }
    if damaged > 0 {
      let file = try store.snapshots.logName(of: spaceId)
      // Whoever changes a space reads it twice.
      damagedLogs[file] = damaged
    }
    return snapshot
  }

  func snapshot(_ text: String?) throws -> LogSnapshot {
    try snapshot(of: spaceId(text))
  }

  /// All spaces, or the one that is named.
  func snapshots(_ text: String?) throws -> [LogSnapshot] {
    if let text { return [try snapshot(text)] }
    let ids = try store.catalog.names().map(\.id)
    // None at all may be there and not be listed.
    if ids.isEmpty { try checkFolders() }
    // Of one alone it is to be said that it cannot be read.
    if ids.count == 1 { return [try snapshot(of: ids[0])] }
    return try ids.compactMap { id in
      try store.catalog.unlessUnreadable(id) { try snapshot(of: id) }
    }
  }

  /// The anchor that a text names, in whatever space it is.
  ///
  /// - Parameter prefersDeleted: whether of several with one label the deleted one is meant.
  func anchor(_ text: String, prefersDeleted: Bool = false) throws -> AnchorLocation {
    // A whole id needs no look at the other spaces.
    if let id = UUID(uuidString: text), let home = try store.catalog.space(ofAnchor: id) {
      let snapshot = try snapshot(of: home)
      if let slot = snapshot.timeline.index.slot(of: id) {
        return AnchorLocation(id: id, slot: slot, snapshot: snapshot)
      }
    }
    let snapshots = try snapshots(nil)
    let id = try Self.anchorId(text, in: snapshots, prefersDeleted: prefersDeleted)
    var holders = snapshots.filter { $0.timeline.index.slot(of: id) != nil }
    if holders.count > 1 {
      // Where one of them calls it so, that one is meant.
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

  /// The anchor that a text names in some spaces.
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

  /// The anchors by their latest labels: those that are there, then those that are deleted.
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

  /// The instant that a text means in a space.
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

  /// The state at a date, or the latest one, and the instant that stands for it.
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

  /// The date of a moment; for the latest state that of the last event.
  func text(of moment: Moment, in snapshot: LogSnapshot) -> String {
    guard moment.isLatest else { return time.text(moment.at) }
    let end = snapshot.timeline.index.end.map { ", last event \(time.text($0))" } ?? ""
    return "latest state\(end)"
  }

  func print(_ table: TextTable) throws {
    for line in lines(table) { try output.writeLine(line) }
  }

  /// The lines of a table, none of them wider than the terminal, or than 80 columns without one.
  func lines(_ table: TextTable) -> [String] {
    table.lines(paint, width: context.lineWidth, time: time)
  }

  /// What a table is about, and more of it: in one line, or in one each where that is too wide.
  func printHeading(_ title: TerminalText, _ rest: TerminalText) throws {
    let width = context.lineWidth
    guard title.width + Self.dot.width + rest.width > width else {
      return try output.writeLine(paint(title, .bold) + paint(Self.dot + rest))
    }
    try output.writeLine(paint(title.truncated(to: width), .bold))
    try printWrapped(.init(rest))
  }

  private static let dot: TerminalText = " · "

  /// Pieces of a legend, as many in a line as it has room for.
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

  /// A text beside a table, broken where it is too wide.
  func printWrapped(_ text: TextTable.Cell) throws {
    for line in Paragraph(text: text).lines(paint, width: context.lineWidth) {
      try output.writeLine(line)
    }
  }

  /// A report that others search for what it names: without a terminal nothing is cut.
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
  /// What the space is called.
  var title: TerminalText { SpaceTitle.text(name, spaceId) }
}
