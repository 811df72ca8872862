import Foundation
import HyperbasisCompression
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// Checks the files of a store, except for the lines of its logs.
struct FileChecker {
  let context: StoreContext
  /// Nil for all spaces.
  let only: UUID?
  private(set) var files = 0
  private(set) var findings: [Finding] = []

  mutating func run() throws {
    let layout = context.layout
    try check(layout.spaces) { checker, id, path in try checker.checkSpace(id, path) }
    try check(layout.anchors) { checker, id, path in try checker.checkAnchor(id, path) }
    try check(layout.worldMaps) { checker, _, _ in checker.files += 1 }
    try check(layout.logs) { checker, id, path in
      try checker.checkLog(path.appending(StoreLayout.logName), of: id)
    }
    guard only == nil else { return }
    try checkJSON(layout.pendingOperations) { $0.arrayValue != nil }
    try checkJSON(layout.syncMetadata) { $0.dictionaryValue != nil }
    var own = OwnFolderChecker(context: context)
    try own.run()
    // A folder that cannot be read is reported for all that it holds.
    if !own.misfits.contains(where: { $0.path == layout.own }) {
      try checkJSON(layout.bookmarks) { $0.arrayValue != nil }
    }
    let known = Set(findings.map(\.problem.file))
    for misfit in own.misfits where !known.contains(context.layout.relative(misfit.path)) {
      add(.badFile, misfit.path, misfit.reason, misfit.remedy)
    }
  }
}

extension FileChecker {
  /// Checks the names in a directory, and each file with `body`.
  private mutating func check(
    _ kind: NamedFileKind, _ body: (inout FileChecker, UUID, FilePath) throws -> Void
  ) throws {
    let named: NamedFiles
    do {
      named = try NamedFiles(kind, context.files)
    } catch {
      return try add(kind.directory, error)
    }
    for (id, path) in named.paths.sorted(by: { $0.key < $1.key })
    where isWanted(id, kind) {
      do {
        try body(&self, id, path)
      } catch {
        try add(path, error)
      }
    }
    for misfit in named.misfits
    where isWanted(misfit.id, kind) && (only == nil || kind != context.layout.anchors) {
      files += 1
      add(.badFile, misfit.path, misfit.reason, remedy(for: misfit, kind))
    }
    for path in named.doubles {
      guard let id = path.lastComponent.flatMap({ UUID(fileName: $0.string, suffix: kind.suffix) }),
        isWanted(id, kind)
      else { continue }
      add(
        .duplicateCase, path, "another name for \(id.uuidString)",
        kind == context.layout.logs ? .mergeLog(path, of: id) : .moveToQuarantine(path))
    }
    guard only == nil else { return }
    for path in named.strangers {
      add(.idMismatch, path, "the name contains no id", .moveToQuarantine(path))
    }
  }

  /// Anchor files are named after anchors, all others after spaces.
  private func isWanted(_ id: UUID, _ kind: NamedFileKind) -> Bool {
    only == nil || only == id || kind == context.layout.anchors
  }

  /// Reports what stands in a log's place; its lines are checked elsewhere.
  private mutating func checkLog(_ path: FilePath, of id: UUID) throws {
    guard let status = try context.files.status(at: path) else { return }
    files += 1
    if status.kind != .regular {
      // The history is where the link leads. Without the link a new one would be started.
      add(
        .badFile, path, "it is \(status.kind.rawValue) where a file belongs",
        status.kind == .symbolicLink ? .replaceLink : .moveToQuarantine(path))
    } else if status.links > 1 {
      add(.badFile, path, "it has \(status.links) names (hard links)", .copy(path, of: id))
    }
  }

  private mutating func checkSpace(_ id: UUID, _ path: FilePath) throws {
    files += 1
    guard let data = try context.files.contents(of: path, atMost: FileLimit.space) else { return }
    let file: SpaceFile
    do {
      file = try SpaceFile(data)
    } catch {
      return try add(path, error)
    }
    guard file.id == id else { return try addMismatch(path, file.id, context.layout.spaces) }
    do {
      _ = try context.spaces.stored(file).mapSize()
    } catch {
      guard SkippedFiles.concernsOneFile(error) else { throw error }
      // The rest of the file is sound, and somebody else may still be able to read the map.
      let holder = try context.spaces.mapPath(of: id) ?? path
      guard try context.files.status(at: holder)?.kind == .regular else { return }
      let isUnreadable = FileError(in: error)?.isUnreadable ?? false
      return add(.badFile, holder, Self.reason(error), isUnreadable ? .none : .replaceDamaged)
    }
    try checkMapIsThere(of: file)
  }

  /// Checks, if maps lie in files of their own, that a packed one is there: without a map the space
  /// would not be marked as packed. An empty file may stand for it: each space is given one for the SDK.
  private mutating func checkMapIsThere(of file: SpaceFile) throws {
    guard file.isCompressed, try context.files.status(at: context.layout.worldMaps.directory) != nil
    else { return }
    let map = try context.layout.worldMaps.find(file.id, context.files)
    guard map.status?.size ?? 0 == 0, try file.inlineMap()?.isEmpty ?? true else { return }
    add(.badFile, map.path, "the space's world map is missing", .emptyMap(file.id))
  }

  private mutating func checkAnchor(_ id: UUID, _ path: FilePath) throws {
    let anchor: HBAnchor
    do {
      guard let data = try context.files.contents(of: path, atMost: FileLimit.anchor) else {
        return
      }
      anchor = try AnchorFile.decode(data)
    } catch {
      guard SkippedFiles.concernsOneFile(error) else { throw error }
      // There is no way to tell whose it is.
      guard only == nil else { return }
      files += 1
      return try add(path, error)
    }
    guard only == nil || anchor.spaceId == only else { return }
    files += 1
    if anchor.id != id { try addMismatch(path, anchor.id, context.layout.anchors) }
  }

  private mutating func checkJSON(
    _ path: FilePath, _ isSound: (AnyCodableValue) -> Bool
  ) throws {
    let data: Data
    do {
      guard let found = try context.files.contents(of: path, atMost: FileLimit.list) else { return }
      data = found
    } catch {
      files += 1
      return try add(path, error)
    }
    files += 1
    // That it is not JSON is the problem that is reported.
    if let value = try? JSONParser.parse([UInt8](data)), isSound(value) { return }
    add(.badFile, path, "its JSON is not as expected", .moveToQuarantine(path))
  }
}

// MARK: - Findings

extension FileChecker {
  /// Adds a sound file under a wrong name, which gets the right one unless that is taken.
  private mutating func addMismatch(_ path: FilePath, _ id: UUID, _ kind: NamedFileKind) throws {
    let right = try kind.find(id, context.files)
    let remedy: Finding.Remedy =
      if right.status == nil {
        .rename(path, to: right.path)
      } else if try Self.arePlacedCrosswise(path, right.path, kind, context) {
        .exchange(path, with: right.path)
      } else {
        .moveToQuarantine(path)
      }
    add(.idMismatch, path, Self.contains(id), remedy)
  }

  static func contains(_ id: UUID) -> String { "it contains the id \(id.uuidString)" }

  /// Whether each of two space files has the name that belongs to the other.
  static func arePlacedCrosswise(
    _ path: FilePath, _ other: FilePath, _ kind: NamedFileKind, _ context: StoreContext
  ) throws -> Bool {
    guard kind == context.layout.spaces else { return false }
    let ids = try [path, other].map { try idInside($0, context) }
    let names = [path, other].map { id(inName: $0, kind) }
    return ids[0] != nil && ids[1] != nil && ids[0] != ids[1] && ids == names.reversed()
  }

  /// Whether the name of a space's file is that of the space in it.
  static func hasRightName(
    _ path: FilePath, _ kind: NamedFileKind, _ context: StoreContext
  ) throws -> Bool {
    let inside = try idInside(path, context)
    return inside != nil && inside == id(inName: path, kind)
  }

  private static func id(inName path: FilePath, _ kind: NamedFileKind) -> UUID? {
    path.lastComponent.flatMap { UUID(fileName: $0.string, suffix: kind.suffix) }
  }

  /// Returns the id in a space's file; nil if the file cannot be read, or is damaged.
  private static func idInside(_ path: FilePath, _ context: StoreContext) throws -> UUID? {
    do {
      return try context.files.contents(of: path, atMost: FileLimit.space).map { data in
        try SpaceFile(data).id
      }
    } catch {
      guard SkippedFiles.concernsOneFile(error) else { throw error }
      return nil
    }
  }

  /// Adds what an error says about a file, or about a folder.
  ///
  /// - Throws: errors that concern more than this file.
  private mutating func add(_ path: FilePath, _ error: any Error) throws {
    guard SkippedFiles.concernsOneFile(error) else { throw error }
    let remedy = try remedy(for: path, error)
    if case .replaceLink = remedy {
      return add(.badFile, path, "it is \(FileKind.symbolicLink.rawValue)", remedy)
    }
    add(.badFile, path, Self.reason(error), remedy)
  }

  /// Returns the remedy for a misfit. The log has all there is to know about an anchor; anything else
  /// that a link leads to would be lost with the link.
  private func remedy(
    for misfit: NamedFiles.Misfit, _ kind: NamedFileKind
  ) -> Finding.Remedy {
    misfit.kind == .symbolicLink && kind != context.layout.anchors
      ? .replaceLink : .moveToQuarantine(misfit.path)
  }

  /// Returns the remedy for an error. Somebody else may still be able to read what cannot be read, and
  /// where a folder lies is its owner's affair; what is damaged, or is not a file, is moved away.
  private func remedy(for path: FilePath, _ error: any Error) throws -> Finding.Remedy {
    let layout = context.layout
    let folders = [layout.spaces, layout.anchors, layout.worldMaps, layout.logs].map(\.directory)
    if folders.contains(path) { return try isLink(path) ? .replaceLink : .none }
    guard let error = error as? FileError, error.refusal == nil else {
      return .moveToQuarantine(path)
    }
    return try isLink(path) ? .moveToQuarantine(path) : .none
  }

  /// Whether a path is that of a link. False in a folder that may not be entered, so that what is there
  /// stays.
  private func isLink(_ path: FilePath) throws -> Bool {
    do {
      return try context.files.status(at: path)?.kind == .symbolicLink
    } catch {
      guard error.concernsOneFile else { throw error }
      return false
    }
  }

  private mutating func add(
    _ kind: HBStoreProblem.Kind, _ path: FilePath, _ excerpt: String, _ remedy: Finding.Remedy
  ) {
    let problem = HBStoreProblem(
      file: context.layout.relative(path), kind: kind, excerpt: excerpt,
      action: Self.advice(remedy))
    findings.append(Finding(problem: problem, remedy: remedy))
  }

  private static func advice(_ remedy: Finding.Remedy) -> String {
    switch remedy {
    case .none: "kept; its contents cannot be used until this is fixed"
    case .replaceLink:
      "links in a store are not followed; replace it with what it leads to, or remove it"
    case .replaceDamaged:
      "kept; its contents cannot be used as they are; replace it with a sound copy from a backup"
    case .emptyMap:
      "restore it from a backup, or sync to fetch it if the cloud has it: without it the iOS SDK "
        + "cannot open any space; a repair records that the space has no map"
    case .copy: "read, but not written; a repair replaces it with a copy"
    case .rename: "skipped and kept; a repair gives it the right name"
    case .exchange(_, let other):
      "skipped and kept; a repair gives it the name of \(other.lastComponent?.string ?? "the other"), "
        + "and that one its own"
    case .mergeLog: "skipped and kept; a repair adds its events to the other log"
    default: "skipped and kept; a repair moves it to .hyperbasis/quarantine"
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case HBStorageError.decodingFailed(let underlying): reason(underlying)
    case HBStorageError.decompressionFailed(let underlying?): reason(underlying)
    case let error as FileError: error.reason
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }
}
