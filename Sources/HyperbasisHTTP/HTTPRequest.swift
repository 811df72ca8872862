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
  /// Where the body of a successful answer goes; nil for memory.
  package var sink: HTTPSink?
  /// What counts the bytes of both bodies.
  package var meter: TransferMeter?

  package init(_ method: Method, _ url: URL) {
    self.method = method
    self.url = url
  }
}

/// What is sent.
package enum HTTPBody: Sendable {
  case json([UInt8])
  /// A stretch of a file.
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

/// One answer.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// By names in lower case.
  package var headers: [String: String]
  /// Empty where it went to a file.
  package var body: [UInt8]

  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// How many there are of what the answer holds a part of: `bytes 0-4194303/52428800`, `0-24/3573`.
  package var total: Int? {
    headers["content-range"]?.split(separator: "/").last.flatMap { Int($0) }
  }

  /// Whether the body says that it is JSON.
  package var isJSON: Bool {
    guard let type = headers["content-type"]?.lowercased() else { return false }
    return type.hasPrefix("application/json") || type.contains("+json")
  }

  /// Whether the body is a page for people.
  package var isPage: Bool {
    headers["content-type"]?.lowercased().hasPrefix("text/html") ?? false
  }

  /// Whether a limit on requests is what refuses them. Gateways say that in plain text; a page says
  /// nothing that counts.
  package var isThrottled: Bool { status == 429 && !isPage }
}

/// Why there is no answer.
package enum HTTPFailure: Error, Equatable, Sendable {
  /// The connection broke off while there was one: the request may have been carried out.
  case cut(String)
  /// There was none, or nobody answered in time.
  case unreachable(String)
  case file(FileError)
  /// More came than anybody takes into memory.
  case tooMuch(status: Int)
  case cancelled
}
