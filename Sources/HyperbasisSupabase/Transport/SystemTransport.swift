import HyperbasisHTTP
import HyperbasisStore

#if canImport(Darwin)
  import HyperbasisURLSession
#endif

/// Chooses the transport of this system.
enum SystemTransport {
  static func make(files: any FileSystem) -> any HTTPTransport {
    #if canImport(Darwin)
      URLSessionTransport(files: files)
    #else
      CurlTransport(files: files)
    #endif
  }
}
