import Foundation
import HyperbasisHTTP
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes what comes in to the exchange that it belongs to.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  private struct Entry {
    let exchange: HTTPExchange
    let continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  }

  private let entries = Mutex<[Int: Entry]>([:])

  func begin(
    _ exchange: HTTPExchange, as number: Int,
    _ continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>
  ) {
    let entry = Entry(exchange: exchange, continuation: continuation)
    entries.withLock { $0[number] = entry }
  }

  /// Ends an exchange at once: a task that is cancelled before its exchange has begun does not report its
  /// end.
  func cancel(_ number: Int) {
    let entry = entries.withLock { $0.removeValue(forKey: number) }
    entry?.continuation.resume(returning: .failure(.cancelled))
  }

  private func exchange(_ task: URLSessionTask) -> HTTPExchange? {
    entries.withLock { $0[task.taskIdentifier]?.exchange }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Neither service redirects, and a request carries the key: the redirect itself is the response.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { exchange(dataTask)?.begin(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let exchange = exchange(dataTask), !exchange.take(data) else { return }
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let entry else { return }
    // A redirect that was not followed ends its task without the callback for its head.
    if let response = task.response as? HTTPURLResponse { entry.exchange.begin(response) }
    entry.continuation.resume(returning: entry.exchange.end(error))
  }
}

extension HTTPExchange {
  fileprivate func begin(_ response: HTTPURLResponse) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      headers[name.lowercased()] = value
    }
    begin(HTTPResponse(status: response.statusCode, headers: headers, body: []))
  }

  fileprivate func end(_ error: (any Error)?) -> Result<HTTPResponse, HTTPFailure> {
    end { hasBegun in error.map { HTTPFailure($0, hasBegun: hasBegun) } }
  }
}
