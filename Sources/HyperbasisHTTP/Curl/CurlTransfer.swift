#if !canImport(Darwin)
  import Foundation
  import HyperbasisStore
  import HyperbasisSync
  import Synchronization
  import SystemPackage

  /// One request on its way through libcurl: what is still to be sent, and what has come.
  final class CurlTransfer: Sendable {
    /// A file as a body, with how far it was read.
    private struct Upload {
      let file: OpenFile
      let range: Range<Int>
      var offset: Int
    }

    private struct State {
      var upload: Upload?
      /// The head of the response as far as it has come; of several the last one counts.
      var head = HTTPResponse(status: 0, headers: [:], body: [])
      var hasHead = false
    }

    let request: HTTPRequest
    let exchange: HTTPExchange
    private let files: any FileSystem
    private let state: Mutex<State>
    private let cancellation = Atomic(false)

    init(_ request: HTTPRequest, _ files: any FileSystem) throws(HTTPFailure) {
      self.request = request
      self.files = files
      exchange = HTTPExchange(request)
      var upload: Upload?
      if case .file(let path, let range)? = request.body {
        do {
          upload = Upload(file: try files.open(path, .read), range: range, offset: range.lowerBound)
        } catch {
          throw .file(error)
        }
      }
      state = Mutex(State(upload: upload))
    }

    var isCancelled: Bool { cancellation.load(ordering: .relaxed) }

    /// Ends the transfer as soon as libcurl calls back.
    func cancel() {
      exchange.give(up: .cancelled)
      cancellation.store(true, ordering: .relaxed)
    }
  }

  // MARK: - What is sent

  extension CurlTransfer {
    /// How many bytes of a file are sent; nil if the body is not a file.
    var uploadSize: Int? {
      if case .file(_, let range)? = request.body { range.count } else { nil }
    }

    /// Fills a buffer with the next bytes of a file; returns their number, 0 at its end, nil if it cannot
    /// be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
      state.withLock { state in
        guard !isCancelled, let upload = state.upload else { return nil }
        let count = min(buffer.count, upload.range.upperBound - upload.offset)
        guard count > 0 else { return 0 }
        do throws(FileError) {
          let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
          let found = try files.read(upload.file, at: upload.offset, into: part)
          // A file that has become shorter is not the one that was to be sent.
          guard found > 0 else { throw FileError(.read, upload.file.path, .ioError) }
          state.upload?.offset += found
          request.meter?.add(found)
          return found
        } catch {
          exchange.give(up: .file(error))
          return nil
        }
      }
    }

    /// Goes to a place in a file: what was sent over a connection that turned out to be dead is sent
    /// again.
    func seek(to offset: Int) -> Bool {
      state.withLock { state in
        guard let range = state.upload?.range, (0...range.count).contains(offset) else {
          return false
        }
        state.upload?.offset = range.lowerBound + offset
        return true
      }
    }
  }

  // MARK: - What is received

  extension CurlTransfer {
    /// Takes a line of the head: its status, a header, or the empty line at its end.
    func take(headerLine bytes: UnsafeRawBufferPointer) {
      let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
      state.withLock { state in
        // Headers after a chunked body say nothing that is needed.
        if state.hasHead { return }
        if line.hasPrefix("HTTP/") {
          let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
          state.head = HTTPResponse(status: status ?? 0, headers: [:], body: [])
        } else if line.isEmpty {
          // `100 Continue` and its like announce the real head.
          state.hasHead = state.head.status >= 200
          if state.hasHead { exchange.begin(state.head) }
        } else if let colon = line.firstIndex(of: ":") {
          let name = line[..<colon].lowercased()
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          let former = state.head.headers[name]
          state.head.headers[name] = former.map { "\($0), \(value)" } ?? value
        }
      }
    }

    /// Takes bytes of the body; returns false if nothing more is wanted.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
      guard !isCancelled, let start = bytes.baseAddress else { return !isCancelled }
      return exchange.take(Data(bytes: start, count: bytes.count))
    }
  }
#endif
