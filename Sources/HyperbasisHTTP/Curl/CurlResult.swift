#if !canImport(Darwin)
  /// How a transfer ended, by libcurl's number for it.
  struct CurlResult: RawRepresentable, Equatable, Sendable {
    let rawValue: Int32
  }

  extension CurlResult {
    /// Returns what went wrong; nil for success.
    ///
    /// - Parameter hasBegun: whether the head of a response had come.
    func failure(hasBegun: Bool) -> HTTPFailure? {
      switch rawValue {
      case 0: nil
      // CURLE_UNSUPPORTED_PROTOCOL: a response without a head.
      case 1: .unreachable("the server there does not speak HTTP")
      // CURLE_COULDNT_RESOLVE_PROXY and _HOST.
      case 5: .unreachable("the proxy's host name could not be resolved")
      case 6: .unreachable("its host name could not be resolved")
      case 7: .unreachable("the connection was refused")
      case 28: .unreachable("it did not respond in time")
      // CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, _CRL_BADFILE, _ISSUER_ERROR,
      // _PINNEDPUBKEYNOTMATCH, _INVALIDCERTSTATUS.
      case 60, 77, 82, 83, 90, 91: .unreachable("its certificate is not trusted")
      // CURLE_SSL_… as far as they concern the handshake otherwise.
      case 35, 53, 54, 58, 59, 66, 80, 98: .unreachable("no secure connection could be made")
      case 42: .cancelled
      // CURLE_SEND_ERROR, _RECV_ERROR, _SEND_FAIL_REWIND.
      case 55, 56, 65: .cut("the connection was lost")
      // CURLE_PARTIAL_FILE, _GOT_NOTHING, _WEIRD_SERVER_REPLY, _HTTP2, _HTTP2_STREAM.
      case 8, 16, 18, 52, 92: .cut("the response was cut off")
      default:
        hasBegun
          ? .cut("the response was cut off") : .cut("the connection failed, error \(rawValue)")
      }
    }
  }
#endif
