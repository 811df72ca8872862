import Foundation
import HyperbasisDiagnostics
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The base of one identity on disk: `.hyperbasis/sync/{hash of the identity}/`.
///
/// Files are replaced as a whole. One that is torn or cannot be read counts as absent; then all
/// is compared again. They need not survive a power cut for the same reason.
struct LastSyncedFiles: Sendable {
  private let directory: FilePath
  private let files: any FileSystem

  init(identity: CloudIdentity, layout: StoreLayout, files: any FileSystem) {
    directory = layout.sync.appending(identity.fileName)
    self.files = files
  }

  private var state: FilePath { directory.appending("base.json") }

  private var respitePath: FilePath { directory.appending("respite.json") }

  private func anchors(of space: UUID) -> FilePath {
    directory.appending("anchors").appending("\(space.uuidString).json")
  }
}

extension LastSyncedFiles {
  func load() -> LastSyncedState? {
    let known = read(state) { try JSONDecoder().decode(LastSyncedState.self, from: $0) }
    return known?.format == 1 ? known : nil
  }

  func save(_ base: LastSyncedState) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try write(encoder.encode(base), to: state)
  }

  func loadAnchors(of space: UUID) -> AnchorBases {
    read(anchors(of: space)) { try AnchorBases(JSONParser.parse([UInt8]($0)), spaceId: space) }
      ?? AnchorBases()
  }

  func saveAnchors(_ bases: AnchorBases, of space: UUID) throws {
    let path = anchors(of: space)
    if bases.rows.isEmpty {
      if try files.status(at: path) != nil { try files.removeFile(path) }
    } else {
      try write(JSONWriter.data(bases.json), to: path)
    }
  }

  /// Uploads that this process or another one began; they outlive a base that is forgotten.
  func openUploads(clock: @escaping @Sendable () -> HBInstant) -> OpenUploadsFile {
    OpenUploadsFile(path: directory.appending("uploads.json"), files: files, clock: clock)
  }

  /// How long the server asked to be left alone; nil where it did not, or that is over.
  func respite(at now: HBInstant) -> ServerRespite? {
    let known = read(respitePath) { try JSONDecoder().decode(ServerRespite.self, from: $0) }
    // No server is obeyed for longer than a day, and no clock that was set back.
    guard let known, now < known.until,
      known.until <= now.advanced(byMicroseconds: 86_400_000_000)
    else { return nil }
    return known
  }

  /// - Parameter respite: nil where the server takes requests again.
  func save(_ respite: ServerRespite?) throws {
    if let respite {
      try write(JSONEncoder().encode(respite), to: respitePath)
    } else if try files.status(at: respitePath) != nil {
      try files.removeFile(respitePath)
    }
  }

  /// Forgets all that was known.
  func removeAll() throws {
    if try files.status(at: state) != nil { try files.removeFile(state) }
    let folder = directory.appending("anchors")
    for entry in try files.entries(of: folder) where !entry.isDirectory {
      try files.removeFile(folder.appending(entry.name))
    }
  }

  private func read<Value>(_ path: FilePath, _ decode: (Data) throws -> Value?) -> Value? {
    // Without its base a space is compared as a whole, which costs time alone.
    DiagnosticLog.sync.attempt("read \(path)") {
      try files.contents(of: path, atMost: FileLimit.list).flatMap { try decode($0) }
    } ?? nil
  }

  private func write(_ data: Data, to path: FilePath) throws {
    try files.createDirectories(path.removingLastComponent())
    try files.replace(path, with: data, .view)
  }
}
