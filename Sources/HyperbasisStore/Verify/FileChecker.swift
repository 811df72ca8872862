import Foundation
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// Checks the files of a store other than its logs' lines.
struct FileChecker {
  let context: StoreContext
  /// nil: all spaces.
  let only: UUID?
  private(set) var files = 0
  private(set) var findings: [Finding] = []

  mutating func run() throws {
    let layout = context.layout
    try check(layout.spaces) { checker, id, path in try checker.checkSpace(id, path) }
    try check(layout.anchors) { checker, id, path in try checker.checkAnchor(id, path) }
    try check(layout.worldMaps) { checker, _, _ in checker.files += 1 }
    try check(layout.logs) { checker, _, path in
      let log = path.appending(StoreLayout.logName)
      if try checker.context.files.status(at: log) != nil { checker.files += 1 }
    }
    if only == nil {
      try checkJSON(layout.pendingOperations) { $0.arrayValue != nil }
      try checkJSON(layout.syncMetadata) { $0.dictionaryValue != nil }
      try checkJSON(layout.bookmarks) { $0.arrayValue != nil }
    }
  }
}

extension FileChecker {
  /// Checks the names in a directory, and with `body` each file.
  private mutating func check(
    _ kind: NamedFileKind, _ body: (inout FileChecker, UUID, FilePath) throws -> Void
  ) throws {
    let named = try NamedFiles(kind, context.files)
    for (id, path) in named.paths.sorted(by: { $0.key.uuidString < $1.key.uuidString })
    where isWanted(id, kind) {
      try body(&self, id, path)
    }
    for path in named.doubles {
      guard let id = path.lastComponent.flatMap({ UUID(fileName: $0.string, suffix: kind.suffix) }),
        isWanted(id, kind)
      else { continue }
      add(
        .duplicateCase, path, "another name of \(id.uuidString)",
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

  private mutating func checkSpace(_ id: UUID, _ path: FilePath) throws {
    files += 1
    guard let data = try context.files.contents(of: path) else { return }
    let file: SpaceFile
    do {
      file = try SpaceFile(data)
    } catch {
      return add(.badFile, path, Self.reason(error), .moveToQuarantine(path))
    }
    guard file.id == id else { return try addMismatch(path, file.id, context.layout.spaces) }
    do {
      _ = try context.spaces.stored(file).unpacked()
    } catch {
      // The rest of the file is sound, and a map may yet be read by somebody else.
      let holder = try context.spaces.mapPath(of: id) ?? path
      add(.badFile, holder, Self.reason(error), .none)
    }
  }

  private mutating func checkAnchor(_ id: UUID, _ path: FilePath) throws {
    guard let data = try context.files.contents(of: path) else { return }
    let anchor: HBAnchor
    do {
      anchor = try AnchorFile.decode(data)
    } catch {
      // Whose it is cannot be told.
      guard only == nil else { return }
      files += 1
      return add(.badFile, path, Self.reason(error), .moveToQuarantine(path))
    }
    guard only == nil || anchor.spaceId == only else { return }
    files += 1
    if anchor.id != id { try addMismatch(path, anchor.id, context.layout.anchors) }
  }

  private mutating func checkJSON(
    _ path: FilePath, _ isSound: (AnyCodableValue) -> Bool
  ) throws {
    guard let data = try context.files.contents(of: path) else { return }
    files += 1
    // What is not JSON is the problem that is reported.
    if let value = try? JSONParser.parse([UInt8](data)), isSound(value) { return }
    add(.badFile, path, "its JSON is not as expected", .moveToQuarantine(path))
  }
}

// MARK: - Findings

extension FileChecker {
  /// A sound file under a wrong name gets the right one, unless that is taken.
  private mutating func addMismatch(_ path: FilePath, _ id: UUID, _ kind: NamedFileKind) throws {
    let right = try kind.find(id, context.files)
    add(
      .idMismatch, path, "it contains the id \(id.uuidString)",
      right.status == nil ? .rename(path, to: right.path) : .moveToQuarantine(path))
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
    case .none: "kept; its map cannot be used"
    case .rename: "skipped and kept; a repair gives it its right name"
    case .mergeLog: "skipped and kept; a repair adds its events to the other log"
    default: "skipped and kept; a repair moves it to .hyperbasis/quarantine"
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case HBStorageError.decodingFailed(let underlying): reason(underlying)
    case HBStorageError.decompressionFailed(let underlying?): reason(underlying)
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }
}
