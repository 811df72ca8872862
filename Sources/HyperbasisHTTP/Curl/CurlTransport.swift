#if !canImport(Darwin)
  import CHyperbasisCurl
  import Dispatch
  import Foundation
  package import HyperbasisStore
  import HyperbasisSync
  import Synchronization

  /// Sends requests through libcurl, which waits for the network without using the processor.
  ///
  /// Foundation's `URLSession` on Linux uses libcurl as well, but keeps listening for room to write after
  /// all has been written. There nearly always is room, so a wait for a response is a loop that takes a
  /// whole core: 40 wake-ups, each a write of 8 bytes, for each event that was sent. It also ends the
  /// process when a server closes a plain connection in the middle of a header line, and holds bodies in
  /// memory twice.
  package final class CurlTransport: HTTPTransport {
    private let files: any FileSystem
    /// Only syncing needs libcurl, so a system may well be without it.
    private let isAvailable: Bool
    /// The handles of transfers that are over, with the connections that they keep.
    private let idle = Mutex<[CurlHandle]>([])
    /// A transfer takes a thread, which sleeps until something comes.
    private let queue = DispatchQueue(label: "hyperbasis.http", attributes: .concurrent)

    package convenience init(files: any FileSystem) {
      self.init(files: files, isAvailable: curl_shim_is_available())
    }

    init(files: any FileSystem, isAvailable: Bool) {
      self.files = files
      self.isAvailable = isAvailable
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
      guard isAvailable else {
        throw .unreachable("libcurl is missing; install the package libcurl4")
      }
      guard !Task.isCancelled else { throw .cancelled }
      let transfer = try CurlTransfer(request, files)
      let reply = CurlReply()
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // The cancellation may have come before the wait began.
          guard reply.expect(continuation) else { return }
          queue.async { [self] in reply.resume(run(transfer)) }
        }
      } onCancel: {
        transfer.cancel()
        reply.resume(.failure(.cancelled))
      }
      return try result.get()
    }

    /// Runs a transfer; the calling thread waits.
    private func run(_ transfer: CurlTransfer) -> Result<HTTPResponse, HTTPFailure> {
      guard let handle = idle.withLock({ $0.popLast() }) ?? CurlHandle() else {
        return .failure(.unreachable("there is no memory for a connection"))
      }
      defer { idle.withLock { $0.append(handle) } }
      // Files are counted as they are read.
      if case .json(let bytes)? = transfer.request.body { transfer.request.meter?.add(bytes.count) }
      return handle.perform(transfer)
    }
  }

  /// The caller that waits for a transfer: told once, of its end or of the cancellation.
  private final class CurlReply: Sendable {
    typealias Answer = Result<HTTPResponse, HTTPFailure>

    private enum State {
      case early
      case waiting(CheckedContinuation<Answer, Never>)
      case told(Answer?)
    }

    private let state = Mutex(State.early)

    /// Whether the transfer is still wanted; otherwise the continuation has been resumed.
    func expect(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
      let early: Answer? = state.withLock { state in
        if case .told(let answer) = state { return answer }
        state = .waiting(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
      return early == nil
    }

    func resume(_ answer: Answer) {
      let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
        defer {
          switch state {
          case .early: state = .told(answer)
          case .waiting: state = .told(nil)
          case .told: break
          }
        }
        if case .waiting(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume(returning: answer)
    }
  }
#endif
