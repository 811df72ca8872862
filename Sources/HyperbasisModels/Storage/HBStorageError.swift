public import Foundation

/// Why a store, or the cloud behind it, could not do what it was asked for.
public enum HBStorageError: LocalizedError {
  /// Nothing with that id; `type` is `space` or `anchor`.
  case notFound(type: String, id: UUID)
  case cloudNotConfigured
  case networkError(any Error)
  case unauthorized
  /// `code` is the HTTP status; PostgREST's own code stands in the message.
  case serverError(code: Int, message: String?)
  case fileSystemError(underlying: any Error)
  case encodingFailed(underlying: any Error)
  case decodingFailed(underlying: any Error)
  case compressionFailed
  /// `underlying` is nil where nothing more is known.
  case decompressionFailed(underlying: (any Error)?)
  case versionNotFound(anchorId: UUID, version: Int)
  case reconstructionFailed(anchorId: UUID)
  case eventLogCorrupted(spaceId: UUID)
  case invalidURL(String)
  /// Somebody else changed the same thing meanwhile, or an anchor is saved under a space that is
  /// not its own.
  case conflict
  /// An anchor is saved under a space that is not its own.
  case foreignSpace(anchorId: UUID, spaceId: UUID)
  /// A date before an anchor's first version, which is at `first`.
  case beforeFirstVersion(anchorId: UUID, first: Date)
  /// Another process holds the lock of a space and does not let go.
  case locked(spaceId: UUID)
  case nothingToUndo
  case nothingToRedo
  /// This version cannot sync yet.
  case syncNotAvailable
  /// The cloud refuses a row for good; the reason in its own words.
  case refusedByCloud(String)
  /// A table, column or bucket that the cloud lacks.
  case missingInCloud(String)
  /// The cloud does not accept that much at once.
  case tooLargeForCloud(String)
  /// Something answered that is not the cloud.
  case unexpectedAnswer(code: Int, message: String?)
  /// More rows are gone from the cloud than anybody deletes, which rather means that they cannot
  /// be seen: `count` of `known`.
  case vanishedFromCloud(count: Int, known: Int)
  /// The cloud has more spaces that are not here than come without being asked for.
  case manySpacesInCloud(count: Int)
  /// What came as a space's world map is not what was uploaded.
  case worldMapDamaged(spaceId: UUID)
  /// Another process is syncing the store.
  case syncUnderWay

  // What SDK 1.1.0 throws, so that code that catches it compiles; nothing throws them here.
  /// Never thrown: a save is not undone by a cloud that is away, and ``networkError(_:)`` and its
  /// neighbours say what is wrong with the cloud.
  @available(*, deprecated, renamed: "networkError")
  case cloudSyncFailed(underlying: any Error)
  /// Never thrown: see ``networkError(_:)`` and ``serverError(code:message:)``.
  @available(*, deprecated, renamed: "networkError")
  case downloadFailed
  /// Never thrown: see ``networkError(_:)`` and ``refusedByCloud(_:)``.
  @available(*, deprecated, renamed: "networkError")
  case uploadFailed(underlying: any Error)
  /// Never thrown: see ``fileSystemError(underlying:)``.
  @available(*, deprecated, renamed: "fileSystemError")
  case fileOperationFailed(underlying: any Error)
}

extension HBStorageError {
  // One switch without a default, so that a new case cannot go without words of its own.
  /// What happened, and what to do.
  public var errorDescription: String? {
    switch self {
    case .notFound(let type, let id):
      "\(type.capitalized) \(id.uuidString) was not found. List what is there to find its id."
    case .cloudNotConfigured:
      "The cloud is not configured. Give the storage a cloud as its backend, or work locally."
    case .networkError(let error):
      "The cloud could not be reached (\(Self.describe(error))). Try again when online; "
        + "nothing that was saved here is lost."
    case .unauthorized:
      "The cloud refused the key or the token. Check the credentials and sign in again."
    case .serverError(let code, let message):
      "The cloud responded with status \(code)\(message.map { ": \($0)" } ?? ""). Try again later."
    case .fileSystemError(let underlying):
      "A file could not be read or written (\(Self.describe(underlying))). Check the path, its "
        + "permissions and the free space."
    case .encodingFailed(let underlying):
      "The data could not be encoded (\(Self.describe(underlying))). Nothing was written."
    case .decodingFailed(let underlying):
      "The data could not be decoded (\(Self.describe(underlying))). Verify the store to see which file."
    case .compressionFailed:
      "The world map could not be compressed. Save it without compression."
    case .decompressionFailed(let underlying):
      "The world map could not be decompressed\(underlying.map { " (\(Self.describe($0)))" } ?? ""). "
        + "Scan the space again; its anchors are not affected."
    case .versionNotFound(let anchorId, let version):
      "Anchor \(anchorId.uuidString) has no version \(version). Its history lists those it has."
    case .reconstructionFailed(let anchorId):
      "The state of anchor \(anchorId.uuidString) could not be reconstructed: no event up to "
        + "there carries a transform. Choose a later version."
    case .eventLogCorrupted(let spaceId):
      "The event log of space \(spaceId.uuidString) is corrupted. Verify the store, then "
        + "repair it, which keeps every byte."
    case .invalidURL(let text):
      "\"\(text)\" is not a valid URL. Give one such as https://project.supabase.co."
    case .conflict:
      "The change conflicts with what is stored: somebody else changed the space meanwhile, or "
        + "the anchor belongs to another space. Nothing was written; look at the new state and "
        + "try again."
    case .foreignSpace(let anchorId, let spaceId):
      "Anchor \(anchorId.uuidString) belongs to space \(spaceId.uuidString). Save it there, or "
        + "give the copy an id of its own."
    case .beforeFirstVersion(let anchorId, let first):
      "Anchor \(anchorId.uuidString) did not exist yet: its first version is from "
        + "\(HBInstant(first).rfc3339Text). Choose that date or a later one."
    case .locked(let spaceId):
      "Another process holds the lock of space \(spaceId.uuidString) and has not released it for 5 "
        + "seconds. End or resume that process, then try again."
    case .nothingToUndo:
      "There is nothing to undo."
    case .nothingToRedo:
      "There is nothing to redo."
    case .syncNotAvailable:
      "This version does not sync yet. What is saved stays here, and is synced by a later one."
    case .refusedByCloud(let reason):
      "The cloud refuses what was sent (\(reason)). It is set aside and tried "
        + "again with each sync, and the rest goes on; check the row and the permissions."
    case .missingInCloud(let name):
      "The cloud lacks the \(name). Create the tables and the bucket as the documentation of the "
        + "server says; what was saved here waits until then."
    case .tooLargeForCloud(let reason):
      "The cloud does not accept that much at once (\(reason)). Raise its limit; the copy here stays."
    case .unexpectedAnswer(let code, let message):
      "Something other than the cloud responded with status \(code)"
        + "\(message.map { ": \($0)" } ?? ""). Check the URL, the proxy and the network's login page."
    case .vanishedFromCloud(let count, let known):
      "\(count) of \(known) rows are gone from the cloud. Nothing was deleted here, since such a "
        + "change mostly means missing permissions: sign in as the user who made them, or accept "
        + "the deletion."
    case .manySpacesInCloud(let count):
      "The cloud has \(count) spaces that are not here. None was taken in: accept all of them, or "
        + "follow those that are needed."
    case .worldMapDamaged(let spaceId):
      "The world map of space \(spaceId.uuidString) did not arrive as it was uploaded. The copy "
        + "here stays as it is; sync again, or save the space on the device that has the map."
    case .syncUnderWay:
      "Another process is syncing this store. Wait for it to end, then try again."
    case .cloudSyncFailed(let underlying), .uploadFailed(let underlying):
      HBStorageError.networkError(underlying).errorDescription
    case .downloadFailed:
      "The space could not be downloaded from the cloud. Try again when online."
    case .fileOperationFailed(let underlying):
      HBStorageError.fileSystemError(underlying: underlying).errorDescription
    }
  }

  /// What an error says for people, else what it is called.
  package static func describe(_ error: any Error) -> String {
    if let localized = error as? any LocalizedError, let text = localized.errorDescription {
      return text
    }
    return String(describing: error)
  }
}
