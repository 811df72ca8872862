import Foundation
import HyperbasisHTTP
import HyperbasisSync
import SystemPackage

extension MapClient {
  /// How many bytes are requested at once: Foundation takes them into memory as fast as they come,
  /// however slowly they get to the disk.
  private static let pieceSize = 4 << 20
  /// The download ends after this many tries in a row that bring nothing.
  private static let patience = 3

  /// Downloads an object into a new file, piece by piece; after an interruption it goes on where it
  /// stopped.
  func download(
    _ map: WorldMapReference, of space: UUID, to path: FilePath
  ) async throws(CloudFailure) {
    guard let object = ObjectPath(map.address) else {
      throw .rejected(
        ServerResponse(status: 0, message: "the address in its row is not a Storage address"))
    }
    let sink: HTTPSink
    do {
      sink = try HTTPSink(path, files)
    } catch {
      throw .file(error)
    }
    let own = try client.request(
      .get, ["storage", "v1", "object", "authenticated", object.bucket] + object.name)
    do {
      try await download(own.url, into: sink)
    } catch {
      // A user who may not read the bucket may still have a valid link.
      guard let link = client.address.url(ifBelow: map.address), sink.byteCount == 0 else {
        throw error
      }
      switch error {
      case .notFound, .rejected, .missing:
        do {
          try await download(link, into: sink)
        } catch {
          // An expired link has nothing to do with the key.
          if case .unauthorized(let answer) = error { throw .notFound(answer) }
          throw error
        }
      default: throw error
      }
    }
  }

  private func download(_ url: URL, into sink: HTTPSink) async throws(CloudFailure) {
    var version: String?
    var failures = 0
    while true {
      let start = sink.byteCount
      do throws(CloudFailure) {
        let answer = try await piece(url, at: start, version, into: sink)
        version = answer.headers["etag"]
        guard answer.status == 206, let total = answer.total else { return }
        if sink.byteCount >= total { return }
        guard sink.byteCount > start else {
          throw .unexpectedAnswer(
            ServerResponse(status: 206, message: "the server sent an empty part"))
        }
        failures = 0
      } catch {
        guard case .unreachable = error else { throw error }
        failures = sink.byteCount > start ? 0 : failures + 1
        guard failures < Self.patience else { throw error }
      }
    }
  }

  private func piece(
    _ url: URL, at start: Int, _ version: String?, into sink: HTTPSink
  ) async throws(CloudFailure) -> HTTPResponse {
    var request = HTTPRequest(.get, url)
    request.headers["Range"] = "bytes=\(start)-\(start + Self.pieceSize - 1)"
    // A changed object would come as a whole, and not continue what is there.
    if let version { request.headers["If-Range"] = version }
    request.sink = sink
    return try await client.send(request) { answer, wait in
      if answer.status == 200, start > 0 {
        return .unexpectedAnswer(
          ServerResponse(status: 200, message: "the whole file was sent where a part was requested")
        )
      }
      return StorageRefusal.judge(answer, wait)
    }
  }
}
