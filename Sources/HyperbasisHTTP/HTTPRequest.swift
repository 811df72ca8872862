package import Foundation
package import HyperbasisStore
package import HyperbasisSync
package import SystemPackage

/// One request.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  package var method: Method
  package var url: URL
  package var headers: [String: String] = [:]
  package var body: HTTPBody?
  /// Where the body of a successful response goes; nil for memory.
  package var sink: HTTPSink?
  /// Counts the bytes of both bodies.
  package var meter: TransferMeter?

  package init(_ method: Method, _ url: URL) {
    self.method = method
    self.url = url
  }
}

/// The body of a request.
package enum HTTPBody: Sendable {
  case json([UInt8])
  /// A range of a file.
  case file(FilePath, Range<Int>)
}

extension HTTPBody {
  package var byteCount: Int {
    switch self {
    case .json(let bytes): bytes.count
    case .file(_, let range): range.count
    }
  }
}

/// One response.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// The headers, by names in lower case.
  package var headers: [String: String]
  /// Empty if it went to a file.
  package var body: [UInt8]

  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The total number of what the response holds a part of: `bytes 0-4194303/52428800`, `0-24/3573`.
  package var total: Int? {
    headers["content-range"]?.split(separator: "/").last.flatMap { Int($0) }
  }

  /// Whether the headers say that the body is JSON.
  package var isJSON: Bool {
    guard let type = headers["content-type"]?.lowercased() else { return false }
    return type.hasPrefix("application/json") || type.contains("+json")
  }

  /// Whether the body is a page for people.
  package var isPage: Bool {
    headers["content-type"]?.lowercased().hasPrefix("text/html") ?? false
  }

  /// Whether the request was refused by a limit on requests. Gateways say that in plain text; what a page
  /// says does not count.
  package var isThrottled: Bool { status == 429 && !isPage }
}

/// Why there is no response.
package enum HTTPFailure: Error, Equatable, Sendable {
  /// An existing connection broke off: the request may have been carried out.
  case cut(String)
  /// There was no connection, or no response in time.
  case unreachable(String)
  case file(FileError)
  /// The response is too large to be taken into memory.
  case tooMuch(status: Int)
  case cancelled
}
