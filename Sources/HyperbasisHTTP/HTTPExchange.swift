package import Foundation
import HyperbasisStore
import HyperbasisSync
import Synchronization

/// A response as it comes in.
package final class HTTPExchange: Sendable {
  /// Far above a page of large rows.
  private static let mostBytes = 64 << 20

  private struct State {
    var answer: HTTPResponse?
    var failure: HTTPFailure?
  }

  private let sink: HTTPSink?
  private let state = Mutex(State())

  private let meter: TransferMeter?

  package init(_ request: HTTPRequest) {
    (sink, meter) = (request.sink, request.meter)
  }

  package func begin(_ answer: HTTPResponse) {
    state.withLock { state in
      if state.answer == nil { state.answer = answer }
    }
  }

  /// Ends the exchange with a failure, so that it takes nothing more.
  package func give(up failure: HTTPFailure) {
    state.withLock { state in
      if state.failure == nil { state.failure = failure }
    }
  }

  /// Takes bytes; returns false if nothing more is wanted.
  package func take(_ data: Data) -> Bool {
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

  /// - Parameter failure: What went wrong, given whether a response had begun; nil if nothing did.
  package func end(
    _ failure: (_ hasBegun: Bool) -> HTTPFailure?
  ) -> Result<HTTPResponse, HTTPFailure> {
    state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      if let failure = failure(state.answer != nil) { return .failure(failure) }
      guard let answer = state.answer else { return .failure(.cut("there was no response")) }
      return .success(answer)
    }
  }
}
