package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// The deleted anchors of a space that may still lack the file without which they count as purged.
///
/// An anchor whose deletion reaches the log before its first file does, as with most that others have
/// deleted, would look purged if the process ended in between. So this is noted first, and the note goes
/// once all of them have a file.
struct UnfiledDeletions: Equatable, Sendable {
  /// Where in the log the lines begin that may have deleted them, in bytes.
  var start: Int
  /// Those that such lines concern, but that are purged: they were before, or have been since.
  var purged: Set<UUID>

  init(start: Int, purged: Set<UUID> = []) {
    (self.start, self.purged) = (start, purged)
  }

  /// Returns the anchors that are not purged though they may have no file.
  func anchors(in index: EventIndex) -> Set<UUID> {
    Set(index.hiddenAnchors(changedFrom: start)).subtracting(purged)
  }
}

// MARK: - On disk

extension UnfiledDeletions {
  fileprivate init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue, let start = members["start"]?.intValue, start >= 0,
      let purged = members["purged"]?.arrayValue
    else { return nil }
    self.init(start: start, purged: Set(purged.compactMap { $0.stringValue.flatMap(UUID.init) }))
  }

  fileprivate var value: AnyCodableValue {
    .dictionary([
      "start": .int(start),
      "purged": .array(
        purged.sorted { UUIDBits($0) < UUIDBits($1) }.map { .string($0.uuidString) }),
    ])
  }
}

/// The file with the note of a space, `.hyperbasis/unfiled/SPACE.json`; changed under the space's lock.
package struct UnfiledDeletionsFile: Sendable {
  let spaceId: UUID
  let context: StoreContext

  private var path: FilePath { context.layout.unfiled(of: spaceId) }

  /// Returns the note; nil if there is none. One that cannot be read counts as none: its anchors then
  /// look purged, and are still in the log.
  func load() -> UnfiledDeletions? {
    DiagnosticLog.store.attempt("read \(path.string)") { () -> UnfiledDeletions? in
      guard let data = try context.files.contents(of: path, atMost: FileLimit.list) else {
        return nil
      }
      return UnfiledDeletions(try JSONParser.parse([UInt8](data)))
    } ?? nil
  }

  /// Notes that lines from an offset on will delete anchors that have no file.
  ///
  /// - Parameters:
  ///   - deleted: those anchors, as far as they are known.
  ///   - purged: those that such lines concern, and that were purged before.
  package func note(deleted: Set<UUID>, purged: Set<UUID>, from start: Int) throws {
    var note = load() ?? UnfiledDeletions(start: start)
    note.start = min(note.start, start)
    note.purged = note.purged.subtracting(deleted).union(purged)
    try save(note)
  }

  /// Notes that anchors are being purged, if there is a note in which they may be.
  func note(purged: some Sequence<UUID>) throws {
    guard var note = load() else { return }
    note.purged.formUnion(purged)
    try save(note)
  }

  /// Removes the note.
  func remove() {
    DiagnosticLog.store.attempt("remove \(path.string)") {
      guard try context.files.status(at: path) != nil else { return }
      try context.files.removeFile(path)
    }
  }

  // The note must survive what the events survive.
  private func save(_ note: UnfiledDeletions) throws {
    guard note != load() else { return }
    let folder = context.layout.unfiled
    switch context.durability {
    case .os: try context.files.createDirectories(folder)
    case .disk: try context.createOwnDirectory(folder)
    }
    try context.files.replace(
      path, with: JSONWriter.data(note.value), context.durability == .disk ? .durable : .view)
  }
}

extension OpenSpace {
  /// The note of deleted anchors that may still lack a file.
  package var unfiledDeletions: UnfiledDeletionsFile {
    UnfiledDeletionsFile(spaceId: spaceId, context: context)
  }

  /// Removes the note once all anchors that it is about have a file. Under the space's lock.
  func settleUnfiledDeletions() throws {
    guard let note = unfiledDeletions.load() else { return }
    let anchors = try withLog { note.anchors(in: $0.index) }
    for id in anchors where try context.anchors.owner(of: id) == nil { return }
    unfiledDeletions.remove()
  }
}
