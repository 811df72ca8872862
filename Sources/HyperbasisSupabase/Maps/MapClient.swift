import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import HyperbasisSync
import SystemPackage

/// World maps in Storage.
struct MapClient: Sendable {
  /// Larger maps are sent in chunks, so that what has arrived stays.
  static let mostInOneRequest = 6_000_000
  /// A recorded link lets in anyone who reads it, and cannot be revoked, so it expires after a week.
  /// Syncing never needs it; other programs can sign a new one, since it contains the object's path.
  private static let linkLifetime = 7 * 24 * 3600

  let client: CloudClient
  let files: any FileSystem

  func upload(
    _ map: WorldMapFile, of space: UUID, resuming uploads: any OpenUploads
  ) async throws(CloudFailure) -> WorldMapReference {
    let path = ObjectPath(map: map.name, of: space)
    let upload = MapUpload(spaceId: space, name: map.name, byteCount: map.byteCount)
    if try await byteCount(of: path) != map.byteCount {
      try await send(map, to: path, KnownUpload(upload, in: uploads))
    }
    // The object may have got there in another way than by the upload that was begun.
    uploads.end(upload)
    return WorldMapReference(
      address: try await link(to: path), sha256: map.sha256, byteCount: map.byteCount,
      isCompressed: map.isCompressed)
  }

  private func send(
    _ map: WorldMapFile, to path: ObjectPath, _ known: KnownUpload
  ) async throws(CloudFailure) {
    let resumable = ResumableUpload(client: client, map: map, path: path)
    guard map.byteCount <= Self.mostInOneRequest else {
      return try await resumable.send(from: known)
    }
    do {
      try await sendWhole(map, to: path)
    } catch {
      // A server that refuses before it has read everything closes the connection, and its reason is
      // lost. In a resumable upload the reason comes first.
      guard case .unreachable = error, map.byteCount > 100_000 else { throw error }
      try await resumable.send(from: known)
    }
  }

  private func sendWhole(_ map: WorldMapFile, to path: ObjectPath) async throws(CloudFailure) {
    var request = try client.request(
      .post, ["storage", "v1", "object", path.bucket] + path.name)
    request.headers["Content-Type"] = "application/octet-stream"
    request.headers["Cache-Control"] = "max-age=3600"
    request.headers["x-upsert"] = "true"
    request.body = .file(map.path, 0..<map.byteCount)
    _ = try await client.send(request, StorageRefusal.judge)
  }

  /// Returns the size of an object; nil if there is none.
  func byteCount(of path: ObjectPath) async throws(CloudFailure) -> Int? {
    let request = try client.request(
      .get, ["storage", "v1", "object", "info", "authenticated", path.bucket] + path.name)
    do {
      let answer = try await client.send(request, StorageRefusal.judge)
      // A response without a size says nothing about it.
      return (try? JSONParser.parse(answer.body))?.dictionaryValue?["size"]?.intValue
    } catch {
      switch error {
      case .notFound: return nil
      // Hidden objects look like this on some versions; sending shows what is wrong.
      case .rejected, .missing: return nil
      default: throw error
      }
    }
  }

  /// Returns what tells an object from one that has overwritten it: its ETag, size and date, as far as
  /// the server says; nil if it says nothing.
  func version(of path: ObjectPath, link: URL?) async throws(CloudFailure) -> String? {
    let request = try client.request(
      .get, ["storage", "v1", "object", "info", "authenticated", path.bucket] + path.name)
    do {
      let answer = try await client.send(request, StorageRefusal.judge)
      // A response that is not an object says nothing.
      let members = (try? JSONParser.parse(answer.body))?.dictionaryValue ?? [:]
      return Self.version([
        members["etag"]?.stringValue, members["size"]?.intValue.map { "\($0)" },
        members["last_modified"]?.stringValue ?? members["updated_at"]?.stringValue,
      ])
    } catch {
      switch error {
      case .notFound, .rejected, .missing: return try await version(behind: link)
      default: throw error
      }
    }
  }

  /// Returns the same for a user who may not look into the bucket but has a link: from a response of one
  /// byte.
  private func version(behind link: URL?) async throws(CloudFailure) -> String? {
    guard let link else { return nil }
    var request = HTTPRequest(.get, link)
    request.headers["Range"] = "bytes=0-0"
    do {
      let answer = try await client.send(request, StorageRefusal.judge)
      guard answer.status == 206 else { return nil }
      return Self.version([answer.headers["etag"], answer.total.map { "\($0)" }])
    } catch {
      switch error {
      // A link that has expired, or leads nowhere, says nothing.
      case .notFound, .rejected, .missing, .unauthorized: return nil
      default: throw error
      }
    }
  }

  private static func version(_ parts: [String?]) -> String? {
    let known = parts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// Returns a link that needs no key, which other programs expect as the address of a map.
  private func link(to path: ObjectPath) async throws(CloudFailure) -> String {
    var request = try client.request(
      .post, ["storage", "v1", "object", "sign", path.bucket] + path.name)
    request.body = .json(Array(#"{"expiresIn":\#(Self.linkLifetime)}"#.utf8))
    let answer = try await client.send(request, StorageRefusal.judge)
    // Without a link in it, the response is refused below.
    let said = (try? JSONParser.parse(answer.body))?.dictionaryValue
    guard let link = said?["signedURL"]?.stringValue, link.hasPrefix("/") else {
      throw .unexpectedAnswer(ServerResponse(status: answer.status, message: "there is no link"))
    }
    return client.address.text + "/storage/v1" + link
  }
}

// MARK: - Removing

extension MapClient {
  /// Removes one object; it may be gone already.
  func remove(_ path: ObjectPath) async throws(CloudFailure) {
    try await remove([path.text], from: path.bucket)
  }

  /// Removes all maps of a space that is gone.
  func removeAll(of space: UUID) async throws(CloudFailure) {
    // Other programs name a space's map after the space.
    var names = [space.wireText]
    do {
      names += try await list(space.wireText)
      try await remove(names, from: ObjectPath.bucket)
    } catch {
      switch error {
      // Without a bucket there are no maps, and what may not be removed only takes up room.
      case .notFound, .missing, .rejected: return
      default: throw error
      }
    }
  }

  /// Lists the objects below a name.
  func list(_ folder: String) async throws(CloudFailure) -> [String] {
    var request = try client.request(
      .post, ["storage", "v1", "object", "list", ObjectPath.bucket])
    request.body = .json(
      Array(#"{"prefix":"\#(folder)","limit":900,"offset":0}"#.utf8))
    let answer = try await client.send(request, StorageRefusal.judge)
    // A response that is not a list names nothing that could be removed.
    let entries = (try? JSONParser.parse(answer.body))?.arrayValue ?? []
    return entries.compactMap { $0.dictionaryValue?["name"]?.stringValue }
      .map { "\(folder)/\($0)" }
  }

  func remove(_ names: [String], from bucket: String) async throws(CloudFailure) {
    var request = try client.request(.delete, ["storage", "v1", "object", bucket])
    let body: AnyCodableValue = ["prefixes": .array(names.map { .string($0) })]
    // Names are text, so this cannot fail.
    request.body = .json((try? JSONWriter.encode(body)) ?? [])
    _ = try await client.send(request, StorageRefusal.judge)
  }
}
