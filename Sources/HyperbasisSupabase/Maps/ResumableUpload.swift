import Foundation
import HyperbasisHTTP
import HyperbasisStore
import HyperbasisSync

/// An upload in chunks by the protocol of tus 1.0.0 (https://tus.io/protocols/resumable-upload): what has
/// arrived stays, and after an interruption the server says how much that is.
struct ResumableUpload: Sendable {
  /// The size that Storage demands of every chunk but the last.
  private static let chunkSize = 6 << 20
  /// The upload ends after this many tries in a row by which nothing arrives; the next sync continues it.
  private static let patience = 4

  let client: CloudClient
  let map: WorldMapFile
  let path: ObjectPath

  /// Sends what the server does not have yet.
  func send(from known: KnownUpload) async throws(CloudFailure) {
    var known = known
    var failures = 0
    var reached = 0
    while true {
      let before = reached
      do {
        try await sendChunks(&known, &reached)
        known.end()
        return
      } catch {
        // The upload has expired, was finished by a request whose response was lost, or is no longer
        // where it was thought to be.
        switch error {
        case .notFound:
          known.end()
          if try await isThere() { return }
        case .unreachable, .busy(_, nil): break
        case .rejected, .tooLarge:
          known.end()
          throw error
        default: throw error
        }
        failures = reached > before ? 0 : failures + 1
        guard failures < Self.patience else { throw error }
      }
    }
  }

  /// Begins an upload, and takes it back before a byte is sent.
  func tryOut() async throws(CloudFailure) {
    let identifier = try await create()
    _ = try await client.send(try request(.delete, identifier), StorageRefusal.judge)
  }

  private func isThere() async throws(CloudFailure) -> Bool {
    let maps = MapClient(client: client, files: LiveFileSystem())
    return try await maps.byteCount(of: path) == map.byteCount
  }

  /// - Parameter reached: the most bytes that were ever seen to have arrived.
  private func sendChunks(
    _ known: inout KnownUpload, _ reached: inout Int
  ) async throws(CloudFailure) {
    let identifier: String
    var offset = 0
    if let begun = known.identifier {
      identifier = begun
      offset = try await arrivedBefore(identifier)
    } else {
      identifier = try await create()
      known.begin(as: identifier)
    }
    while offset < map.byteCount {
      reached = max(reached, offset)
      offset = try await sendChunk(at: offset, identifier)
    }
  }

  private func create() async throws(CloudFailure) -> String {
    var request = try self.request(.post, nil)
    request.headers["Upload-Length"] = String(map.byteCount)
    request.headers["Upload-Metadata"] = Self.metadata([
      ("bucketName", path.bucket), ("objectName", path.text),
      ("contentType", "application/octet-stream"), ("cacheControl", "3600"),
    ])
    request.headers["x-upsert"] = "true"
    let answer = try await client.send(request, StorageRefusal.judge)
    // Only the name: behind a proxy the server may not know its own address, and the key must go nowhere
    // else.
    guard let name = answer.headers["location"]?.split(separator: "/").last, !name.isEmpty,
      let identifier = name.prefix(while: { $0 != "?" }).removingPercentEncoding
    else {
      throw .unexpectedAnswer(
        ServerResponse(status: answer.status, message: "the upload has no address"))
    }
    return identifier
  }

  /// Returns how many bytes the server has.
  private func arrived(_ identifier: String) async throws(CloudFailure) -> Int {
    let request = try self.request(.head, identifier)
    let answer = try await client.send(request, StorageRefusal.judge)
    return try offset(answer)
  }

  /// Returns how many bytes of an earlier upload have arrived. One that the server rejects, for whatever
  /// reason, counts as gone: a new one will show the reason.
  private func arrivedBefore(_ identifier: String) async throws(CloudFailure) -> Int {
    do {
      return try await arrived(identifier)
    } catch {
      switch error {
      case .rejected(let answer), .missing(_, let answer), .tooLarge(let answer):
        throw .notFound(answer)
      // It does not say how much has arrived, or more than the file holds.
      case .unexpectedAnswer(let answer) where (200..<300).contains(answer.status):
        throw .notFound(answer)
      default: throw error
      }
    }
  }

  private func sendChunk(
    at offset: Int, _ identifier: String
  ) async throws(CloudFailure) -> Int {
    let end = min(offset + Self.chunkSize, map.byteCount)
    var request = try self.request(.patch, identifier)
    request.headers["Upload-Offset"] = String(offset)
    request.headers["Content-Type"] = "application/offset+octet-stream"
    request.body = .file(map.path, offset..<end)
    let answer = try await client.send(request) { answer, wait in
      // Less or more has arrived than was thought: this is asked below, and is no failure.
      answer.status == 409 ? nil : StorageRefusal.judge(answer, wait)
    }
    let reached = answer.status == 409 ? try await arrived(identifier) : try self.offset(answer)
    guard answer.status == 409 || reached > offset else {
      throw .unexpectedAnswer(
        ServerResponse(status: answer.status, message: "no bytes were accepted"))
    }
    return reached
  }

  private func request(
    _ method: HTTPRequest.Method, _ identifier: String?
  ) throws(CloudFailure) -> HTTPRequest {
    let parts = ["storage", "v1", "upload", "resumable"] + (identifier.map { [$0] } ?? [])
    var request = try client.request(method, parts)
    request.headers["Tus-Resumable"] = "1.0.0"
    return request
  }

  private func offset(_ answer: HTTPResponse) throws(CloudFailure) -> Int {
    guard let offset = answer.headers["upload-offset"].flatMap({ Int($0) }),
      (0...map.byteCount).contains(offset)
    else {
      throw .unexpectedAnswer(
        ServerResponse(
          status: answer.status, message: "the server does not say how much has arrived")
      )
    }
    return offset
  }

  private static func metadata(_ items: [(String, String)]) -> String {
    items.map { "\($0.0) \(Data($0.1.utf8).base64EncodedString())" }.joined(separator: ",")
  }
}

/// What is known of an upload, to the process that sends it and to those that come after it.
struct KnownUpload {
  private(set) var identifier: String?
  private let upload: MapUpload
  private let uploads: any OpenUploads

  init(_ upload: MapUpload, in uploads: any OpenUploads) {
    self.upload = upload
    self.uploads = uploads
    identifier = uploads.identifier(of: upload)
  }

  mutating func begin(as identifier: String) {
    self.identifier = identifier
    uploads.begin(upload, as: identifier)
  }

  mutating func end() {
    identifier = nil
    uploads.end(upload)
  }
}
