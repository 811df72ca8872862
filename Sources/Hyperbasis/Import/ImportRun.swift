package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisExchange
import HyperbasisHistory
import HyperbasisModels
package import HyperbasisStore
import HyperbasisSync
import SystemPackage

/// Surveys an import against a store, and writes it there. Blocks the thread that it runs on.
package struct ImportRun {
  let store: HBLocalStore
  private let readsStreams: Bool
  private let progress: (ImportProgress) throws -> Void

  /// - Parameters:
  ///   - readsStreams: whether pipes and devices, which may never end, are read as well as files.
  ///   - progress: called now and then; an error that it throws ends the work.
  package init(
    store: HBLocalStore, readsStreams: Bool = true,
    progress: @escaping (ImportProgress) throws -> Void = { _ in }
  ) {
    self.store = store
    self.readsStreams = readsStreams
    self.progress = progress
  }
}

// MARK: - Reading

extension ImportRun {
  /// Reads the whole input and writes nothing.
  ///
  /// - Parameter fallback: the name of the space if none is given; it takes precedence over that of a
  ///   file.
  package func survey(
    _ files: [URL], options: ImportOptions, space: String?, fallback: String? = nil, times: URL?
  ) throws -> HBImport {
    if let space, let refusal = HBSpace.refusal(ofName: space) {
      throw UnreadableInput.usage(refusal)
    }
    for url in files + [times].compactMap(\.self) {
      if let foreign = ForeignURL(url) { throw UnreadableInput("\(foreign.refusal).") }
    }
    // A space that cannot be seen would be taken for missing, and be created a second time.
    try store.catalog.checkFolders()
    let source = try ImportSource(
      files.map { FilePath($0.path) }, times: times.map { FilePath($0.path) }, options: options,
      makeSpool: readsStreams ? makeSpool : nil
    ) { bytes in
      try progress(
        ImportProgress(phase: .survey, bytes: bytes, totalBytes: bytes, rows: 0, pass: 1))
    }
    switch source.kind {
    case .rows: return try rows(of: source, space: space, fallback: fallback)
    case .events:
      var plan = try events(of: source, named: space, fallback: fallback)
      if let space { plan.notes += ImportNotes.notes(onUnusedName: space, in: plan.spaces) }
      return plan
    case .container(let container):
      guard space == nil else {
        throw UnreadableInput.options(
          ["--space"], doNotFit: ImportSource.containerKind,
          of: files.first?.lastPathComponent ?? "the container")
      }
      return try spaces(of: container, source)
    }
  }

  private func makeSpool() throws -> SpoolFile {
    try SpoolFile(in: store.context.layout.imports, store.context.files)
  }

  private func rows(
    of source: ImportSource, space: String?, fallback: String?
  ) throws -> HBImport {
    let name = space ?? fallback ?? source.inputs.first?.stem ?? ""
    guard HBSpace.refusal(ofName: name) == nil else {
      throw UnreadableInput("the input has no name: give a name for its space")
    }
    let destinations = try ImportDestinations(store.catalog)
    let destination =
      try space.map(destinations.destination(meantBy:)) ?? destinations.destination(named: name)
    var notes = destinations.note(on: destination).map { [$0] } ?? []
    guard source.options.spaceColumn != nil, source.options.onlySpace == nil else {
      var source = source
      if let options = try ImportMemory(of: destination.id, in: store)?.options(for: source) {
        source.options = options
        notes.append(
          "The file begins like one imported before, so it is read the same way; give an option such "
            + "as --id COLUMN to have it examined again.")
      }
      let space = try rows(of: source, into: destination)
      notes += try ImportNotes.notes(onOverlapOf: space, in: store)
      return HBImport(spaces: [space], source: source, notes: notes)
    }
    let all = try rows(of: source, into: destination)
    let names = all.survey?.spaceNames ?? []
    // A row that names no space is reported as a faulty row.
    guard !names.isEmpty else { return HBImport(spaces: [all], source: source) }
    let spaces = try names.map { name in
      var source = source
      source.options.onlySpace = name
      return try rows(of: source, into: destinations.destination(named: name))
    }
    return HBImport(
      spaces: spaces, source: source,
      notes: try spaces.flatMap { try ImportNotes.notes(onOverlapOf: $0, in: store) })
  }

  private func rows(
    of source: ImportSource, into space: ImportDestination
  ) throws -> HBImportedSpace {
    let (existing, head) = try store.imports.log(of: space.id)
    let memory = try ImportMemory(of: space.id, in: store)
    let keys = try memory?.shortenedKeys(for: source) ?? [:]
    let survey = try engine(
      source, space.id, space.name, existing, keys: keys, origin: memory?.origin
    ).survey()
    return HBImportedSpace(
      id: space.id, name: space.name, isNew: space.isNew, content: .rows(survey), head: head)
  }

  private func engine(
    _ source: ImportSource, _ id: UUID, _ name: String, _ existing: EventIndex,
    keys: [String: String] = [:], origin: ImportedOrigin? = nil
  ) -> ImportEngine {
    let catalog = store.catalog
    var target = ImportTarget(
      spaceId: id, spaceName: name, existing: existing, actor: store.context.actor,
      homeElsewhere: { anchor in
        try catalog.space(ofAnchor: anchor, besides: id).flatMap { $0 == id ? nil : $0 }
      },
      nameOfSpace: { space in try catalog.names().first { $0.id == space }?.name })
    target.origin = origin
    return ImportEngine(
      source.options, inputs: source.inputs, times: source.times, keys: keys, into: target,
      makeSpool: makeSpool, progress: progress)
  }

  private func events(
    of source: ImportSource, named space: String?, fallback: String?
  ) throws -> HBImport {
    var lines = EventLines()
    var notes: [String] = []
    for input in source.inputs {
      notes += ImportNotes.notes(on: try lines.add(input.source), in: input.name)
    }
    let name = try name(ofNewSpacesIn: lines, space, fallback, source)
    // All files of a space at once: a second plan for it would not fit what the first one wrote.
    let spaces = try lines.spaces.map { lines in
      try self.lines(
        of: lines.id, MemoryByteSource(lines.lines), files: [], contained: nil, name: name,
        isNameGiven: space != nil
      ).space
    }
    let names = source.inputs.map(\.name)
    for (number, space) in spaces.enumerated() {
      notes += ImportNotes.notes(on: space) { line in
        lines.origin(ofLine: line, inSpace: number).map { "\(names[$0.file]), line \($0.line)" }
      }
      notes += try ImportNotes.notes(onHomesOf: space, store)
    }
    guard !spaces.isEmpty else {
      throw UnreadableInput(
        "there is no event in it: each line of a log is a JSON object with an id, a space and a date"
      )
    }
    return HBImport(
      spaces: spaces, source: source, form: "events in the form of a log", notes: notes)
  }

  /// Returns the name for the spaces that have none, whose logs do not contain it: the given one, else
  /// that of the file, unless another space has it. Several spaces must not get the same name.
  ///
  /// - Parameters:
  ///   - space: the name that was asked for.
  ///   - fallback: the name that suits if it suits only one.
  private func name(
    ofNewSpacesIn lines: EventLines, _ space: String?, _ fallback: String?, _ source: ImportSource
  ) throws -> String? {
    let known = Dictionary(
      try store.catalog.names().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let nameless = lines.spaces.filter { (known[$0.id] ?? nil) == nil }
    if let space, nameless.count > 1 {
      let name = source.inputs.first?.name ?? "the input"
      throw UnreadableInput.usage(
        "\(name) has the events of \(nameless.count) spaces without a name, and \"\(space)\" can only "
          + "name one of them. Leave out --space, and name them afterwards.")
    }
    if let name = space ?? (nameless.count > 1 ? nil : fallback) { return name }
    guard lines.spaces.count == 1, let space = lines.spaces.first,
      try !store.catalog.holds(space.id), let stem = source.inputs.first?.stem,
      HBSpace.refusal(ofName: stem) == nil, !known.values.contains(stem)
    else { return nil }
    return stem
  }
}

// MARK: - Lines

extension ImportRun {
  /// - Parameters:
  ///   - contained: the space's file, if it comes from a container that has one.
  ///   - name: what to call a space without a name.
  ///   - isNameGiven: whether somebody chose that name for it.
  func lines(
    of id: UUID, _ log: any ByteSource, files: [HBAnchor], allFiles: [UUID: HBAnchor] = [:],
    contained: ContainedSpace?, name: String?, isNameGiven: Bool = true
  ) throws -> (space: HBImportedSpace, notes: [String]) {
    let (existing, head) = try store.imports.log(of: id)
    let isNew = try !store.catalog.holds(id)
    let lines = try LineImport(
      of: log, files: files, allFiles: allFiles, into: existing)
    let known = try store.spaces.load(id)
    let merge = contained.map { SpaceFileMerge($0, over: known) }
    var file = merge.map(\.file) ?? Self.named(name, id, lines, over: known)
    // The name of a file must not replace, on other devices, the one that somebody chose there: of two names
    // the later one counts, so this one is as early as can be.
    if merge == nil, known == nil, !isNameGiven { file?.updatedAt = Date(timeIntervalSince1970: 0) }
    let space = HBImportedSpace(
      id: id, name: contained?.space.name ?? known?.name ?? name, isNew: isNew,
      content: .lines(lines, file: file), head: head)
    return (space, merge?.notes ?? [])
  }

  /// Returns the file of a space that gets a name; nil if it has one already, or none is given.
  private static func named(
    _ name: String?, _ id: UUID, _ lines: LineImport, over known: HBStorageSpace?
  ) -> HBStorageSpace? {
    guard let name, known?.name == nil else { return nil }
    return emptySpace(id, name, lines.instants, keeping: known)
  }

  /// Returns a space that an import creates. It is as old as its content, so it is the same on every
  /// machine.
  private static func emptySpace(
    _ id: UUID, _ name: String, _ instants: ClosedRange<HBInstant>?, keeping known: HBStorageSpace?
  ) -> HBStorageSpace {
    HBStorageSpace(
      id: id, name: name, worldMapData: known?.worldMapData ?? Data(),
      createdAt: known?.createdAt ?? instants?.lowerBound.date ?? Date(timeIntervalSince1970: 0),
      updatedAt: known?.updatedAt ?? instants?.upperBound.date ?? Date(timeIntervalSince1970: 0),
      isCompressed: known?.isCompressed ?? false)
  }
}

// MARK: - Writing

extension ImportRun {
  /// Refuses an import of which not everything can be read, before anything is written.
  package func check(_ plan: HBImport) throws {
    for case .rows(let survey) in plan.spaces.map(\.content) where survey.isRefused {
      throw survey.refusalError
    }
  }

  /// Writes what an import does to one space.
  ///
  /// - Returns: what the cloud must be told.
  package func write(
    _ space: HBImportedSpace, of plan: HBImport
  ) throws -> [HBPendingOperation.Kind] {
    switch space.content {
    case .lines(let lines, let file):
      try check(space)
      if let file { try store.saveSpace(file) }
      try store.imports.append(
        to: space.id, madeFor: space.head, late: lines.late, departed: lines.departed
      ) { append in
        try lines.write { try append($0.lines) }
        return lines.anchors
      }
    case .rows(let survey):
      if survey.isRefused { throw survey.refusalError }
      try write(survey, into: space, of: plan)
    }
    return [.saveSpace(space.id), .uploadEvents(space.id)]
  }

  private func write(
    _ survey: ImportSurvey, into space: HBImportedSpace, of plan: HBImport
  ) throws {
    let name = space.name ?? ""
    try check(space)
    if space.isNew {
      try store.saveSpace(Self.emptySpace(space.id, name, survey.instants, keeping: nil))
    }
    var source = plan.source
    source.options = survey.options
    let (existing, _) = try store.imports.log(of: space.id)
    let engine = engine(source, space.id, name, existing)
    let isSmall = existing.count + survey.events.total <= Self.mostEventsInMemory
    try store.imports.append(
      to: space.id, madeFor: space.head, late: survey.lateAnchors, writesAnchorFiles: isSmall
    ) { append in
      try engine.write(survey) { try append($0.lines) }
      return []
    }
    // The record may be lost without harm.
    DiagnosticLog.store.attempt("remember an import") {
      let earlier = try ImportMemory(of: space.id, in: store)
      try store.importRecords.save(
        ImportRecord(survey, space: name, after: earlier).value(), of: space.id)
    }
  }

  /// Refuses an import that was made for another state of the log, before the space's file is touched;
  /// the append checks again under the lock.
  private func check(_ space: HBImportedSpace) throws {
    guard try store.imports.log(of: space.id).head == space.head else {
      throw HBStorageError.conflict
    }
    // Else a new space would come to be by its file, and its events could not be written.
    try store.requirePermission()
  }

  /// An index of more events takes more memory than an import may use.
  private static let mostEventsInMemory = 2_000_000
}
