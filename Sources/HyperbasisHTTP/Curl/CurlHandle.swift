#if !canImport(Darwin)
  import CHyperbasisCurl
  import Foundation

  /// A handle of libcurl's easy interface, which keeps its connections from one transfer to the
  /// next.
  ///
  /// Sendable because it has one user at a time: the thread that runs a transfer takes it out of the pool
  /// and puts it back afterwards, both under the pool's lock.
  final class CurlHandle: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    /// Returns nil if memory is short.
    init?() {
      guard let handle = curl_shim_create() else { return nil }
      self.handle = handle
    }

    deinit {
      curl_shim_destroy(handle)
    }

    /// Runs a transfer; the calling thread waits for its end.
    func perform(_ transfer: CurlTransfer) -> Result<HTTPResponse, HTTPFailure> {
      curl_shim_reset(handle)
      let headers = headerList(of: transfer.request)
      defer { curl_shim_free_list(headers) }
      set(.headers, headers)
      setConduct()
      setCallbacks(transfer)
      let result = withRequest(transfer) { CurlResult(rawValue: curl_shim_perform(handle)) }
      // The handle outlives the transfer, and must not refer to it any more.
      curl_shim_reset(handle)
      return transfer.exchange.end { hasBegun in result.failure(hasBegun: hasBegun) }
    }
  }

  // MARK: - Options

  /// Options of libcurl, by their numbers in its interface.
  private enum CurlOption: Int32 {
    case lowSpeedLimit = 19
    case lowSpeedTime = 20
    case timeout = 13
    case hidesProgress = 43
    case noBody = 44
    case upload = 46
    case connectTimeout = 78
    case bufferSize = 98
    case noSignals = 99
    case protocols = 181
    case uploadBufferSize = 280
    case writeData = 10001
    case url = 10002
    case readData = 10009
    case postFields = 10015
    case headers = 10023
    case headerData = 10029
    case method = 10036
    case progressData = 10057
    case authorities = 10065
    case acceptedEncodings = 10102
    case seekData = 10168
    case writeFunction = 20011
    case readFunction = 20012
    case headerFunction = 20079
    case seekFunction = 20167
    case progressFunction = 20219
    case uploadSize = 30115
    case postSize = 30120
  }

  extension CurlHandle {
    private func set(_ option: CurlOption, _ number: Int) {
      _ = curl_shim_set_number(handle, option.rawValue, number)
    }

    private func set(_ option: CurlOption, _ pointer: UnsafeRawPointer?) {
      _ = curl_shim_set_pointer(handle, option.rawValue, pointer)
    }

    /// Sets a text, which libcurl copies.
    private func set(_ option: CurlOption, text: String) {
      _ = text.withCString { curl_shim_set_pointer(handle, option.rawValue, $0) }
    }

    /// Sets what is the same for all requests. By default libcurl follows no redirect, and keeps no
    /// cookies.
    private func setConduct() {
      // Signals belong to the process, which has several threads.
      set(.noSignals, 1)
      // HTTP and HTTPS.
      set(.protocols, 0b11)
      set(.connectTimeout, HTTPPatience.idle)
      set(.lowSpeedLimit, 1)
      set(.lowSpeedTime, HTTPPatience.idle)
      set(.timeout, HTTPPatience.whole)
      // All encodings that libcurl can decode.
      set(.acceptedEncodings, text: "")
      // For fewer and larger system calls.
      set(.bufferSize, 256 << 10)
      set(.uploadBufferSize, 256 << 10)
      // As Foundation does.
      if let path = ProcessInfo.processInfo.environment["URLSessionCertificateAuthorityInfoFile"] {
        set(.authorities, text: path)
      }
    }

    private func headerList(of request: HTTPRequest) -> UnsafeMutableRawPointer? {
      // Do not wait for the server's permission to send, which servers are slow to give.
      var lines = ["Expect:"]
      // libcurl would declare the body to be a form.
      if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
      for (name, value) in request.headers where !value.utf8.contains(where: { $0 < 0x20 }) {
        lines.append("\(name): \(value)")
      }
      return lines.reduce(nil) { list, line in curl_shim_append(list, line) ?? list }
    }

    /// Sets address, method and body, which live as long as `run` does.
    private func withRequest<Value>(_ transfer: CurlTransfer, _ run: () -> Value) -> Value {
      let request = transfer.request
      set(.url, text: request.url.absoluteString)
      if request.method == .head { set(.noBody, 1) }
      if let size = transfer.uploadSize {
        set(.upload, 1)
        _ = curl_shim_set_size(handle, CurlOption.uploadSize.rawValue, Int64(size))
      }
      defer { withExtendedLifetime(transfer) {} }
      guard transfer.uploadSize == nil, request.method == .post || request.body != nil else {
        if request.method != .head { set(.method, text: request.method.rawValue) }
        return run()
      }
      var bytes: [UInt8] = []
      if case .json(let body)? = request.body { bytes = body }
      return bytes.withUnsafeBytes { buffer in
        _ = curl_shim_set_size(handle, CurlOption.postSize.rawValue, Int64(buffer.count))
        // An empty body is a body all the same.
        set(.postFields, buffer.baseAddress ?? UnsafeRawPointer(handle))
        set(.method, text: request.method.rawValue)
        return run()
      }
    }
  }

  // MARK: - Callbacks

  /// What tells libcurl that a file cannot be read.
  private let readAbort = 0x1000_0000

  private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  extension CurlHandle {
    private func setCallbacks(_ target: CurlTransfer) {
      let context = UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque())
      for option in [CurlOption.writeData, .readData, .headerData, .progressData, .seekData] {
        set(option, context)
      }
      setDataFunction(.headerFunction) { bytes, size, count, context in
        transfer(context)?.take(
          headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
      }
      setDataFunction(.writeFunction) { bytes, size, count, context in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context)?.take(body: buffer) == true ? size * count : 0
      }
      setDataFunction(.readFunction) { bytes, size, count, context in
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return transfer(context)?.read(into: buffer) ?? readAbort
      }
      _ = curl_shim_set_seek_function(handle, CurlOption.seekFunction.rawValue) {
        context, offset, origin in
        origin == SEEK_SET && transfer(context)?.seek(to: Int(offset)) == true ? 0 : 1
      }
      _ = curl_shim_set_progress_function(handle, CurlOption.progressFunction.rawValue) {
        context, _, _, _, _ in
        transfer(context)?.isCancelled == false ? 0 : 1
      }
      set(.hidesProgress, 0)
    }

    private func setDataFunction(
      _ option: CurlOption, _ function: @escaping curl_shim_data_function
    ) {
      _ = curl_shim_set_data_function(handle, option.rawValue, function)
    }
  }
#endif
