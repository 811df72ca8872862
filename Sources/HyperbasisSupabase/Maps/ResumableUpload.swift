import Foundation
import HyperbasisHTTP
import HyperbasisStore
import HyperbasisSync

/// An upload in chunks by the protocol of tus 1.0.0 (https://tus.io/protocols/resumable-upload):
/// what has arrived stays, and after a cut the server says how much that is.
struct ResumableUpload: Sendable {
  /// What Storage demands of every chunk but the last.
  private static let chunkSize = 6 << 20
  /// So often nothing may arrive before the upload ends, for the next sync to continue.
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
        // It has expired, was finished by the request whose answer was lost, or is no more where
        // it was thought to be.
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

  /// Begins, and takes it back before a byte is sent.
  func tryOut() async throws(CloudFailure) {
    let identifier = try await create()
    _ = try await client.send(try request(.delete, identifier), StorageRefusal.judge)
  }

  private func isThere() async throws(CloudFailure) -> Bool {
    let maps = MapClient(client: client, files: LiveFileSystem())
    return try await maps.byteCount(of: path) == map.byteCount
  }

  /// - Parameter reached: how many bytes were ever seen to have arrived.
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
    // Its name alone: behind a proxy the server may not know by which address it is reached, and
    // the key goes nowhere else.
    guard let name = answer.headers["location"]?.split(separator: "/").last, !name.isEmpty,
      let identifier = name.prefix(while: { $0 != "?" }).removingPercentEncoding
    else {
      throw .unexpectedAnswer(
        ServerResponse(status: answer.status, message: "the upload has no address"))
    }
    return identifier
  }

  /// How many bytes the server has.
  private func arrived(_ identifier: String) async throws(CloudFailure) -> Int {
    let request = try self.request(.head, identifier)
    let answer = try await client.send(request, StorageRefusal.judge)
    return try offset(answer)
  }

  /// How many bytes of an upload have arrived that began some time ago. One that the server does
  /// not want to hear of, for whatever reason, counts as gone: a new one tells the reason.
  private func arrivedBefore(_ identifier: String) async throws(CloudFailure) -> Int {
    do {
      return try await arrived(identifier)
    } catch {
      switch error {
      case .rejected(let answer), .missing(_, let answer), .tooLarge(let answer):
        throw .notFound(answer)
      // It is not as long as it would have to be.
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
      // Less or more has arrived than was thought: to be asked, and no failure.
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

/// An upload as far as it is known: to the process that sends it, and to those that come after it.
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
