import Foundation
import SystemPackage

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests.
protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer
}

/// Sends requests through `URLSession`: nothing is kept between them, neither cookies nor
/// answers, and no redirect is followed.
///
/// On Linux Foundation ends the process when a server closes a plain connection in the middle of
/// a line of an answer's header ("Transfer completed, but there's no response"): tried with data,
/// upload and download tasks, and with delegates as with callbacks, since the check lies below all
/// of them and before the first callback. Closing between lines, resets, and closing before the
/// first byte are ordinary errors; over HTTP/2, which is what the platform speaks, and with TLS
/// that is cut without a farewell the case does not exist. Nothing here can catch it; what keeps
/// it harmless is that a store is whole at every moment.
final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate = HTTPSessionDelegate()
  private let files: any FileSystem

  /// - Parameters:
  ///   - silence: how many seconds may pass without a byte.
  ///   - total: how many seconds one request may take.
  init(
    files: any FileSystem = LiveFileSystem(), silence: TimeInterval = 60,
    total: TimeInterval = 600
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = silence
    configuration.timeoutIntervalForResource = total
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    self.files = files
  }

  deinit {
    // The session holds its delegate, and with it itself, until it is told to end.
    session.invalidateAndCancel()
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer {
    guard !Task.isCancelled else { throw .cancelled }
    let task = session.dataTask(with: try urlRequest(request))
    let exchange = HTTPExchange(sink: request.sink)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delegate.begin(exchange, as: task.taskIdentifier, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  private func urlRequest(_ request: HTTPRequest) throws(HTTPFailure) -> URLRequest {
    var result = URLRequest(url: request.url)
    result.httpMethod = request.method.rawValue
    for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
    switch request.body {
    case nil: break
    case .bytes(let bytes): result.httpBody = Data(bytes)
    case .file(let path, let range):
      do {
        result.httpBody = try files.contents(of: path, range)
      } catch {
        throw .file(error)
      }
    }
    return result
  }
}

extension FileSystem {
  /// A stretch of a file.
  func contents(of path: FilePath, _ range: Range<Int>) throws(FileError) -> Data {
    let file = try open(path, .read)
    var data = Data(count: range.count)
    try data.withUnsafeMutableBytes { buffer -> Result<Void, FileError> in
      do throws(FileError) {
        return .success(try fill(buffer, from: file, at: range.lowerBound))
      } catch {
        return .failure(error)
      }
    }.get()
    return data
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: OpenFile, at offset: Int
  ) throws(FileError) {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try read(file, at: offset + filled, into: rest)
      guard count > 0 else { throw FileError(.read, file.path, .ioError) }
      filled += count
    }
  }
}
