public import Foundation

/// Why a store, or the cloud behind it, could not do what it was asked to do.
public enum HBStorageError: LocalizedError {
  /// There is nothing with that id; `type` is `space` or `anchor`, and for plans also `event`, `operation`
  /// or `shift`. List what is there: it may have been deleted, or have another id now.
  case notFound(type: String, id: UUID)
  /// A request to sync, or to query the cloud, with ``HBBackend/localOnly``: name a cloud in the
  /// configuration, or do not sync.
  case cloudNotConfigured
  /// The cloud could not be reached: no connection, unknown host, no TLS, a timeout, or a response that was
  /// cut off. Nothing is lost; sync again when online.
  case networkError(any Error)
  /// The cloud refused the key or the access token, or no token could be obtained. Automatic syncing pauses
  /// until ``HBStorage/sync()`` is called; check the key, or sign in again.
  case unauthorized
  /// The cloud responded, but could not do what it was asked to do: `code` is the HTTP status; PostgREST's
  /// own code is in the message. Sync again later.
  case serverError(code: Int, message: String?)
  /// A file or folder of the store could not be read or written: `underlying` names the path and
  /// the system's reason. Nothing was acknowledged; check permissions and free space, then try
  /// again.
  case fileSystemError(underlying: any Error)
  /// What was to be saved could not be read back if it were written: metadata with a number that is not
  /// finite, nested deeper than 500 levels or larger than 16 MiB, or a date outside the years 0 to 9999.
  /// Also a query with a date that is not a number. Nothing was written; correct the value.
  case encodingFailed(underlying: any Error)
  /// A file of the store, or an imported one, is not what it should be.
  /// ``HBStorage/verify(spaceId:)`` names it; other files are not affected.
  case decodingFailed(underlying: any Error)
  /// A world map could not be compressed, which only a lack of memory can cause. Save it with
  /// ``HBCompressionLevel/none``.
  case compressionFailed
  /// Compressed data, such as a world map, are damaged or exceed the limit of 512 MiB; `underlying` is nil
  /// if nothing more is known. The anchors of the space are not affected; scan the space again. Compressed
  /// maps have no checksum, so a damaged one may also be read as different bytes without an error.
  case decompressionFailed(underlying: (any Error)?)
  /// A rollback to a version that the anchor does not have. ``HBStorage/history(anchorId:)`` lists those
  /// that it has, from 1.
  case versionNotFound(anchorId: UUID, version: Int)
  /// A rollback to a version before the first event that carries a transform, so there is no state to go
  /// back to. Choose a later version.
  case reconstructionFailed(anchorId: UUID)
  /// The log was truncated or overwritten behind an open timeline, so what it once held can no longer be
  /// read in full. Make a new timeline; ``HBStorage/verify(spaceId:)`` reports what is damaged. A storage
  /// rereads such a log by itself, and throws this only if it is overwritten again meanwhile. Nothing was
  /// written.
  case eventLogCorrupted(spaceId: UUID)
  /// The address of the cloud is not a URL, or has a user, a query or an impossible port; the text is the
  /// address as it was given, without password and query. Use one such as `https://project.supabase.co`.
  case invalidURL(String)
  /// Somebody else has written to the space since a plan or an import was made for it, or an anchor is
  /// saved under a space that is not its own. Nothing was written: look at the new state, make the plan
  /// again, or give the copy of an anchor a new id.
  case conflict
  /// An anchor that belongs to another space, `spaceId`. ``HBStorage`` does not throw it: saving such an
  /// anchor throws ``conflict``, which older code knows.
  case foreignSpace(anchorId: UUID, spaceId: UUID)
  /// A rollback to a date before the anchor's first version, which is at `first`, in UTC.
  case beforeFirstVersion(anchorId: UUID, first: Date)
  /// The newest event of an anchor is at the end of the year 9999, the last that a log can name, so no
  /// later event can be written. Nothing was written; save a copy of the anchor under a new id.
  case noLaterInstant(anchorId: UUID)
  /// Another process holds the lock of a space and has not released it for 5 seconds. Nothing was written;
  /// end or resume that process, then try again.
  case locked(spaceId: UUID)
  /// An undo when every operation is undone already, or nothing was ever done; or the undo of an operation
  /// that is undone already, of which nothing is left, or that is itself an undo or a redo.
  case nothingToUndo
  /// A redo when nothing is undone, or something else was done since the undo, or is dated after it, as by
  /// a clock that runs ahead.
  case nothingToRedo
  /// The backend cannot do what it was asked to do. ``HBBackend/supabase(url:anonKey:)`` can.
  case syncNotAvailable
  /// The cloud refuses a row for good; the text is its reason, in its own words. The row is set aside in
  /// ``HBSyncStatus/quarantined`` and the rest goes on; check permissions and the row.
  case refusedByCloud(String)
  /// The cloud lacks a table, column or bucket. Run the scripts of `Resources/supabase`; what was saved
  /// here waits until then.
  case missingInCloud(String)
  /// The cloud does not accept that much at once, such as a large world map. Raise its limit.
  case tooLargeForCloud(String)
  /// Something other than the cloud responded, such as a proxy or a login page; `code` is the HTTP status.
  /// Check the address and the network.
  case unexpectedAnswer(code: Int, message: String?)
  /// More rows are gone from the cloud than people delete at a time, `count` of `known`, so probably this
  /// user cannot see them. Nothing was deleted here: sign in as the user who made them, or call
  /// ``HBStorage/syncAcceptingDeletions()``.
  case vanishedFromCloud(count: Int, known: Int)
  /// The cloud no longer shows spaces that it had, and has not removed them: this user is no longer a
  /// member of them, or row-level security hides their rows. What is here of them stays. Ask an owner to
  /// let the user in again, sign in as their owner, or do not follow them.
  case hiddenInCloud(names: [String])
  /// The cloud has more spaces that are not here than a sync fetches unasked. Follow those that are needed
  /// with ``HBStorage/sync(spaces:)``.
  case manySpacesInCloud(count: Int)
  /// A downloaded world map is not the one that was uploaded, by its hash. The copy here stays; sync again,
  /// or save the space on the device that has the map.
  case worldMapDamaged(spaceId: UUID)
  /// Another process is syncing the store. Wait for it to end, then try again.
  case syncUnderWay

  // Errors of SDK 1.1.0, so that code that catches them compiles; nothing here throws them.
  /// Never thrown: a save is not undone if the cloud is unreachable, and ``networkError(_:)`` and its
  /// neighbours report what is wrong with the cloud.
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
  // One switch without a default, so that no new case goes without a message of its own.
  /// What happened, and what to do.
  public var errorDescription: String? {
    switch self {
    case .notFound(let type, let id):
      "\(type.capitalized) \(id.uuidString) was not found. List what is there to find its id."
    case .cloudNotConfigured:
      "The cloud is not configured. Give the storage a cloud as its backend, or work locally."
    case .networkError(let error):
      "The cloud could not be reached (\(Self.clause(error))). Try again when online; "
        + "nothing that was saved here is lost."
    case .unauthorized:
      "The cloud refused the key or the token. Check the credentials and sign in again."
    case .serverError(let code, let message):
      "The cloud responded with status \(code)\(Self.after(message, of: code)). Try again later."
    case .fileSystemError(let underlying):
      "A file could not be read or written (\(Self.clause(underlying))). Check the path, its "
        + "permissions and the free space."
    case .encodingFailed(let date as NotADateError): date.errorDescription
    case .encodingFailed(let underlying):
      "The data could not be encoded (\(Self.clause(underlying))). Nothing was written."
    case .decodingFailed(let file as FileFormatError) where file.file != nil:
      "\(Self.describe(file)). "
        + "\(file.remedy ?? "Correct it, or repair the store, which keeps every byte")."
    case .decodingFailed(let underlying):
      "The data could not be decoded (\(Self.clause(underlying))). Verify the store to see which file."
    case .compressionFailed:
      "The world map could not be compressed. Save it without compression."
    case .decompressionFailed(let underlying):
      "The data could not be decompressed\(underlying.map { " (\(Self.clause($0)))" } ?? ""). "
        + "If it is a space's world map, scan the space again; its anchors are not affected."
    case .versionNotFound(let anchorId, let version):
      "Anchor \(anchorId.uuidString) has no version \(version). Its history lists the ones it has."
    case .reconstructionFailed(let anchorId):
      "The state of anchor \(anchorId.uuidString) could not be reconstructed: no event up to "
        + "that point carries a transform. Choose a version with a transform, or save the anchor "
        + "with one."
    case .eventLogCorrupted(let spaceId):
      "The event log of space \(spaceId.uuidString) is corrupted. Verify the store, then "
        + "repair it, which keeps every byte."
    case .invalidURL(let text):
      "\"\(text)\" is not the address of a project. Give one such as https://project.supabase.co, without "
        + "a user or a query."
    case .conflict:
      "The change conflicts with what is stored. Nothing was written. If an anchor was saved under a "
        + "space that is not its own, or under two spaces, give the copy a new id; if somebody "
        + "else changed the space in the meantime, check its new state and try again."
    case .foreignSpace(let anchorId, let spaceId):
      "Anchor \(anchorId.uuidString) belongs to space \(spaceId.uuidString). Save it there, or "
        + "give the copy a new id."
    case .beforeFirstVersion(let anchorId, let first):
      "Anchor \(anchorId.uuidString) did not exist yet: its first version is from "
        + "\(HBInstant(first).rfc3339Text). Choose that date or a later one."
    case .noLaterInstant(let anchorId):
      "Anchor \(anchorId.uuidString) has an event at the end of the year 9999, after which a log "
        + "cannot name a date. Nothing was written; save a copy under a new id."
    case .locked(let spaceId):
      "Another process holds the lock of space \(spaceId.uuidString) and has not released it for 5 "
        + "seconds. End or resume that process, then try again."
    case .nothingToUndo:
      "There is nothing to undo: no operation was made, all are already undone, or nothing is left "
        + "of what they changed. A redo takes an undo back."
    case .nothingToRedo:
      "There is nothing to redo: nothing is undone, or something else was done since the undo, or is "
        + "dated after it. Roll back to a date to bring an earlier state back."
    case .syncNotAvailable:
      "The backend of this storage cannot do that; HBBackend.supabase can. What is saved stays here."
    case .refusedByCloud(let reason):
      "The cloud refuses a request (\(reason)). Check the row and the permissions; the changes "
        + "that it refuses are kept here and tried again with each sync."
    case .missingInCloud(let name):
      "The cloud lacks the \(name). Create the tables and the bucket as the server's "
        + "documentation says; what was saved here waits until then."
    case .tooLargeForCloud(let reason):
      "The cloud does not accept that much at once (\(reason)). Raise its limit; the copy here stays."
    case .unexpectedAnswer(let code, let message):
      "Something other than the cloud responded with status \(code)"
        + "\(Self.after(message, of: code)). Check the URL, the proxy and the network's login page."
    case .vanishedFromCloud(let count, let known):
      "\(count) of \(known) \(known == 1 ? "row is" : "rows are") gone from the cloud. Nothing was "
        + "deleted here: if nobody deleted \(count == 1 ? "it" : "them"), permissions are missing, "
        + "so sign in as the user who made \(count == 1 ? "it" : "them"); otherwise accept the "
        + "deletion."
    case .hiddenInCloud(let names):
      "\(Self.list(names)) can no longer be read in the cloud, which has not deleted "
        + "\(names.count == 1 ? "it" : "them"): your membership has ended, row security hides the "
        + "rows, or they were removed by hand. What is here stays; ask an owner to invite you again, or "
        + "sign in as the owner."
    case .manySpacesInCloud(let count):
      "The cloud has \(count) \(count == 1 ? "space that is" : "spaces that are") not here. "
        + "Nothing was added: accept all of them, or follow the ones you need."
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

  /// A message to follow a status. Pages of errors are often entitled with the status itself.
  private static func after(_ message: String?, of code: Int) -> String {
    guard let message, message.hasPrefix("\(code)") else { return after(message) }
    let rest = message.dropFirst("\(code)".count)
    guard rest.first.map({ !$0.isNumber && !$0.isLetter }) ?? true else { return after(message) }
    return after(String(rest.drop { !$0.isNumber && !$0.isLetter }))
  }

  /// A message to follow a colon, without a full stop of its own; empty if there is none.
  private static func after(_ message: String?) -> String {
    guard let message = message.map(withoutStop), !message.isEmpty else { return "" }
    return ": \(message)"
  }

  /// Returns the text of an error, to go in brackets within a sentence.
  package static func clause(_ error: any Error) -> String {
    let text = withoutStop(describe(error))
    return text.hasPrefix("It ") ? "it " + text.dropFirst(3) : text
  }

  private static func withoutStop(_ text: String) -> String {
    var text = text
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// `The space Lab`, `The spaces Lab, Attic and 3 more`.
  private static func list(_ names: [String]) -> String {
    let most = 3
    let rest = names.count > most ? " and \(names.count - most) more" : ""
    return "The space\(names.count == 1 ? "" : "s") \(names.prefix(most).joined(separator: ", "))"
      + rest
  }

  /// Returns what an error says to people, or else its name.
  package static func describe(_ error: any Error) -> String {
    if let localized = error as? any LocalizedError, let text = localized.errorDescription {
      return text
    }
    return String(describing: error)
  }
}
