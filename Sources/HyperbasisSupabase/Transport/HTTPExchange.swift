import Foundation
import HyperbasisStore
import HyperbasisSync
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An answer as it comes in.
final class HTTPExchange: Sendable {
  /// Far above a page of large rows.
  private static let mostBytes = 64 << 20

  private struct State {
    var answer: HTTPAnswer?
    var failure: HTTPFailure?
  }

  private let sink: HTTPSink?
  private let state = Mutex(State())

  private let meter: TransferMeter?

  init(_ request: HTTPRequest) {
    (sink, meter) = (request.sink, request.meter)
  }

  func begin(_ response: HTTPURLResponse) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      headers[name.lowercased()] = value
    }
    begin(HTTPAnswer(status: response.statusCode, headers: headers, body: []))
  }

  func begin(_ answer: HTTPAnswer) {
    state.withLock { state in
      if state.answer == nil { state.answer = answer }
    }
  }

  /// Takes nothing more: whoever waited has been told that the exchange failed.
  func give(up failure: HTTPFailure) {
    state.withLock { state in
      if state.failure == nil { state.failure = failure }
    }
  }

  /// Takes bytes; false where nothing more is wanted.
  func take(_ data: Data) -> Bool {
    meter?.add(data.count)
    return keep(data)
  }

  private func keep(_ data: Data) -> Bool {
    state.withLock { state in
      guard state.failure == nil, let answer = state.answer else { return false }
      if let sink, answer.isSuccess {
        do throws(FileError) {
          try sink.write(data)
        } catch {
          state.failure = .file(error)
        }
      } else if answer.body.count + data.count > Self.mostBytes {
        state.failure = .tooMuch(status: answer.status)
      } else {
        state.answer?.body.append(contentsOf: data)
      }
      return state.failure == nil
    }
  }

  func end(_ error: (any Error)?) -> Result<HTTPAnswer, HTTPFailure> {
    end { hasBegun in error.map { HTTPFailure($0, hasBegun: hasBegun) } }
  }

  /// - Parameter failure: What went wrong, given whether an answer had begun; nil for nothing.
  func end(_ failure: (_ hasBegun: Bool) -> HTTPFailure?) -> Result<HTTPAnswer, HTTPFailure> {
    state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      if let failure = failure(state.answer != nil) { return .failure(failure) }
      guard let answer = state.answer else { return .failure(.cut("there was no response")) }
      return .success(answer)
    }
  }
}

extension HTTPFailure {
  /// Foundation's error in words of our own: its description holds the URL, and a URL may hold a
  /// signature.
  init(_ error: any Error, hasBegun: Bool) {
    let code = (error as NSError).domain == NSURLErrorDomain ? (error as NSError).code : 0
    switch URLError.Code(rawValue: code) {
    case .cancelled: self = .cancelled
    case .timedOut: self = .unreachable("it did not respond in time")
    case .cannotFindHost, .dnsLookupFailed: self = .unreachable("its name is not known")
    case .cannotConnectToHost: self = .unreachable("the connection was refused")
    case .notConnectedToInternet: self = .unreachable("there is no network")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      self = .unreachable("its certificate is not trusted")
    case .networkConnectionLost: self = .cut("the connection was lost")
    case .badServerResponse, .cannotParseResponse, .zeroByteResource:
      self = .cut("the response was cut off")
    default:
      self =
        hasBegun ? .cut("the response was cut off") : .cut("the connection failed, error \(code)")
    }
  }
}
