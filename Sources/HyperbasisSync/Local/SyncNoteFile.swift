import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore

/// Why an earlier pass failed, as it was recorded.
struct RecordedSyncError: LocalizedError, Equatable {
  let text: String
  let instant: HBInstant

  var errorDescription: String? { text }
}

/// A note of how the last pass ended, for other programs to read, `sync_metadata.json`: `{"lastSyncDate":
/// "2024-01-15T10:30:00Z"}`, and `lastError` with `lastErrorDate` and `lastErrorCloud`, a hash of project and
/// user, if something went wrong. Syncing does not depend on it.
struct SyncNoteFile: Sendable {
  let context: StoreContext
  /// The project and the user, whose errors concern no other; nil if they could not be determined.
  let identity: CloudIdentity?
}

extension SyncNoteFile {
  /// Saves how a pass ended. Other members stay; a file that is not an object is left as it is.
  ///
  /// - Parameter lastSync: nil if the pass did not succeed.
  func save(lastSync: HBInstant?, error: (any Error)?) throws {
    try reachingFiles {
      guard var members = try members() else { return }
      let former = members
      if let lastSync { members["lastSyncDate"] = .string(lastSync.wholeSecondText) }
      members["lastError"] = error.map { .string(HBStorageError.describe($0)) }
      members["lastErrorDate"] = error.map { _ in .string(context.clock().wholeSecondText) }
      members["lastErrorCloud"] = error.flatMap { _ in identity.map { .string($0.fileName) } }
      guard members != former else { return }
      try write(try JSONWriter.data(.dictionary(members)))
    }
  }

  private func write(_ data: Data) throws {
    let path = context.layout.syncMetadata
    do {
      try context.files.createDirectories(context.layout.base, isFlushed: true)
      try context.files.replace(path, with: data, .view)
    } catch {
      // A full disk has no room for a second file; the old one's own bytes are enough. Otherwise a note of
      // success would outlive the failure.
      guard try context.files.status(at: path) != nil else { throw error }
      let file = try context.files.open(path, .append)
      try context.files.truncate(file, to: 0)
      try context.files.writeAll(file, [UInt8](data))
    }
  }

  /// Returns why the last pass failed, whichever process ran it; nil if that was with another project.
  func loadError() -> RecordedSyncError? {
    // An error that cannot be read is not shown.
    guard let members = try? members(),
      let text = members["lastError"]?.stringValue
    else { return nil }
    if let cloud = members["lastErrorCloud"]?.stringValue, let identity, cloud != identity.fileName
    {
      return nil
    }
    let date = members["lastErrorDate"]?.stringValue.flatMap { HBInstant(rfc3339: $0) }
    return RecordedSyncError(text: text, instant: date ?? HBInstant(microseconds: 0))
  }

  /// Returns nil if the file is not an object.
  private func members() throws -> [String: AnyCodableValue]? {
    let path = context.layout.syncMetadata
    let data = try context.skipped.reading(path) {
      try context.files.contents(of: path, atMost: FileLimit.list)
    }
    // A file that cannot be read counts like one that is not an object.
    guard let data else { return nil }
    // What is left of a note for which even a full disk had no room.
    if data == Data() { return [:] }
    return data.map { (try? JSONParser.parse([UInt8]($0)))?.dictionaryValue } ?? [:]
  }
}
