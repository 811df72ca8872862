import Foundation
package import HyperbasisHTTP
package import HyperbasisStore
import HyperbasisSync
import SystemPackage

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through `URLSession`: nothing is kept between them, neither cookies nor responses, and
/// no redirect is followed.
///
/// For Apple's platforms. On Linux it is only tested, and not part of the library: see `CurlTransport`.
package final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate = HTTPSessionDelegate()
  private let files: any FileSystem

  package init(files: any FileSystem) {
    let configuration = URLSessionConfiguration.ephemeral
    // How many seconds may pass without a byte, and how many one request may take.
    configuration.timeoutIntervalForRequest = TimeInterval(HTTPPatience.idle)
    configuration.timeoutIntervalForResource = TimeInterval(HTTPPatience.whole)
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
    // The session retains its delegate, and itself, until it is invalidated.
    session.invalidateAndCancel()
  }

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    let part = try request.filePart(files)
    defer { part?.remove() }
    let task = task(for: request, part)
    let exchange = HTTPExchange(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delegate.begin(exchange, as: task.taskIdentifier, continuation)
        task.resume()
        // The cancellation may have come before there was anything to cancel.
        if Task.isCancelled { delegate.cancel(task.taskIdentifier) }
      }
    } onCancel: {
      task.cancel()
      delegate.cancel(task.taskIdentifier)
    }
    request.meter?.add(request.body?.byteCount ?? 0)
    return try result.get()
  }

  private func task(for request: HTTPRequest, _ part: HTTPFilePart?) -> URLSessionTask {
    var result = URLRequest(url: request.url)
    result.httpMethod = request.method.rawValue
    for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
    if let part {
      return session.uploadTask(with: result, fromFile: URL(fileURLWithPath: part.path.string))
    }
    if case .json(let bytes)? = request.body { result.httpBody = Data(bytes) }
    return session.dataTask(with: result)
  }
}
