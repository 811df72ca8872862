import Foundation
import HyperbasisDiagnostics
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The base of one identity on disk: `.hyperbasis/sync/{hash of the identity}/`.
///
/// Changes are appended to the files, which are rewritten from time to time. An incomplete last line,
/// left by a process that died, is ignored; a file that is damaged elsewhere is set aside and counts as
/// absent, so that everything is compared again. For the same reason they need not survive a power cut.
struct LastSyncedFiles: Sendable {
  private let directory: FilePath
  private let files: any FileSystem

  init(identity: CloudIdentity, layout: StoreLayout, files: any FileSystem) {
    directory = layout.sync.appending(identity.fileName)
    self.files = files
  }

  private init(directory: FilePath, files: any FileSystem) {
    (self.directory, self.files) = (directory, files)
  }

  /// Returns the bases of all identities that have synced a store.
  static func all(of store: StoreContext) -> [LastSyncedFiles] {
    let entries = (try? store.files.entries(of: store.layout.sync)) ?? []
    return entries.filter(\.isDirectory).map {
      LastSyncedFiles(directory: store.layout.sync.appending($0.name), files: store.files)
    }
  }

  /// The file in which earlier versions kept the whole base.
  private var firstForm: FilePath { directory.appending("base.json") }

  private var journal: BaseJournal {
    BaseJournal(
      lines: CheckedLines(path: directory.appending("base.journal"), files: files))
  }

  private var respitePath: FilePath { directory.appending("respite.json") }

  private func anchors(of space: UUID) -> CheckedLines {
    let folder = directory.appending("anchors")
    return CheckedLines(path: folder.appending("\(space.uuidString).journal"), files: files)
  }

  private func firstAnchors(of space: UUID) -> FilePath {
    directory.appending("anchors").appending("\(space.uuidString).json")
  }
}

extension LastSyncedFiles {
  func load() -> LastSyncedState? { loadForWriting()?.base }

  /// Loads the base with what is needed to write it; nil if there is none.
  func loadForWriting() -> (base: LastSyncedState, extent: BaseJournal.Extent)? {
    // Earlier versions write nothing but this file: if it exists, it is the latest.
    let known = read(firstForm) { try JSONDecoder().decode(FirstFormBase.self, from: $0) }
    if let base = known.flatMap({ LastSyncedState($0) }) { return (base, BaseJournal.Extent()) }
    return journal.load()
  }

  /// Writes what has changed.
  ///
  /// - Parameters:
  ///   - saved: what is known to be on disk; nil if nothing is.
  ///   - extent: the extent of the file, which is updated.
  func save(
    _ base: inout LastSyncedState, over saved: LastSyncedState?,
    _ extent: inout BaseJournal.Extent
  ) throws {
    try journal.save(&base, over: saved, &extent)
    if saved == nil, try files.status(at: firstForm) != nil { try files.removeFile(firstForm) }
  }

  /// Loads the anchors of a space, and what is needed to write them.
  func loadAnchors(of space: UUID) -> (bases: AnchorBases, extent: AnchorExtent) {
    let first = read(firstAnchors(of: space)) {
      try AnchorBases(JSONParser.parse([UInt8]($0)), spaceId: space)
    }
    if let first { return (first, AnchorExtent()) }
    let lines = anchors(of: space)
    do {
      guard let contents = try lines.load(atMost: FileLimit.space) else {
        return (AnchorBases(), AnchorExtent())
      }
      guard let bases = AnchorBases(contents, spaceId: space) else { throw CheckedLines.Damage() }
      return (bases, AnchorExtent(end: contents.end, lineCount: contents.lines.count))
    } catch {
      // Without its base a space is compared as a whole, which only costs time.
      DiagnosticLog.sync.attempt("set aside \(lines.path)") { try lines.setAside() }
      return (AnchorBases(), AnchorExtent())
    }
  }

  /// Writes the rows that differ from those on disk.
  func saveAnchors(
    _ bases: AnchorBases, over saved: AnchorBases, _ extent: inout AnchorExtent, of space: UUID
  ) throws {
    let lines = anchors(of: space)
    let first = firstAnchors(of: space)
    if bases.rows.isEmpty {
      try lines.remove()
      if try files.status(at: first) != nil { try files.removeFile(first) }
      extent = AnchorExtent()
      return
    }
    let isGrown = extent.lineCount > 2 * bases.rows.count + AnchorExtent.slack
    guard extent.end > 0, !isGrown else {
      let all = try bases.lines(over: AnchorBases())
      try lines.replace(with: all)
      extent = AnchorExtent(end: all.count, lineCount: bases.rows.count)
      if try files.status(at: first) != nil { try files.removeFile(first) }
      return
    }
    let new = try bases.lines(over: saved)
    extent.end = try lines.append(new, at: extent.end)
    extent.lineCount += new.count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the file system's time, in nanoseconds since 1970.
  func currentTime() throws -> Int64 {
    let path = directory.appending("time").temporarySibling()
    try files.createDirectories(directory)
    let file = try files.open(path, .createNew)
    let status = try files.status(of: file)
    try files.removeFile(path)
    return status.modified
  }

  /// Returns the uploads that this process or another one began; they outlive the base.
  func openUploads(clock: @escaping @Sendable () -> HBInstant) -> OpenUploadsFile {
    OpenUploadsFile(path: directory.appending("uploads.json"), files: files, clock: clock)
  }

  /// Returns until when the server asked to be left alone; nil if it did not, or if that time is over.
  func respite(at now: HBInstant) -> ServerRespite? {
    let known = read(respitePath) { try JSONDecoder().decode(ServerRespite.self, from: $0) }
    // No server is obeyed for longer than this, even if the clock was set back.
    guard let known, now < known.until,
      known.until <= now.advanced(byMicroseconds: Int64(SyncLimits.longestRespite * 1e6))
    else { return nil }
    return known
  }

  /// - Parameter respite: nil once the server takes requests again.
  func save(_ respite: ServerRespite?) throws {
    if let respite {
      try write(JSONEncoder().encode(respite), to: respitePath)
    } else if try files.status(at: respitePath) != nil {
      try files.removeFile(respitePath)
    }
  }

  /// Forgets all that was known.
  func removeAll() throws {
    try journal.lines.remove()
    if try files.status(at: firstForm) != nil { try files.removeFile(firstForm) }
    let folder = directory.appending("anchors")
    for entry in try files.entries(of: folder) where !entry.isDirectory {
      try files.removeFile(folder.appending(entry.name))
    }
  }

  private func read<Value>(_ path: FilePath, _ decode: (Data) throws -> Value?) -> Value? {
    // Without its base a space is compared as a whole, which only costs time.
    DiagnosticLog.sync.attempt("read \(path)") {
      try files.contents(of: path, atMost: FileLimit.list).flatMap { try decode($0) }
    } ?? nil
  }

  private func write(_ data: Data, to path: FilePath) throws {
    try files.createDirectories(path.removingLastComponent())
    try files.replace(path, with: data, .view)
  }
}

/// What must be known of the file of a space's anchors to append to it.
struct AnchorExtent: Sendable {
  /// Where the last whole line ends.
  var end = 0
  var lineCount = 0

  /// The file is rewritten once it has this many lines more than twice its anchors.
  static let slack = 64
}
