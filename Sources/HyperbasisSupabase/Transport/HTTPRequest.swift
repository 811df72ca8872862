import Foundation
import HyperbasisStore
import HyperbasisSync
import SystemPackage

/// One request.
struct HTTPRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  var method: Method
  var url: URL
  var headers: [String: String] = [:]
  var body: HTTPBody?
  /// Where the body of a successful answer goes; nil for memory.
  var sink: HTTPSink?
  /// What counts the bytes of both bodies.
  var meter: TransferMeter?

  init(_ method: Method, _ url: URL) {
    self.method = method
    self.url = url
  }
}

/// What is sent.
enum HTTPBody: Sendable {
  case json([UInt8])
  /// A stretch of a file.
  case file(FilePath, Range<Int>)
}

extension HTTPBody {
  var byteCount: Int {
    switch self {
    case .json(let bytes): bytes.count
    case .file(_, let range): range.count
    }
  }
}

/// One answer.
struct HTTPAnswer: Sendable {
  var status: Int
  /// By names in lower case.
  var headers: [String: String]
  /// Empty where it went to a file.
  var body: [UInt8]

  var isSuccess: Bool { (200..<300).contains(status) }

  /// How many there are of what the answer holds a part of: `bytes 0-4194303/52428800`, `0-24/3573`.
  var total: Int? { headers["content-range"]?.split(separator: "/").last.flatMap { Int($0) } }

  /// Whether the body says that it is JSON.
  var isJSON: Bool {
    guard let type = headers["content-type"]?.lowercased() else { return false }
    return type.hasPrefix("application/json") || type.contains("+json")
  }
}

/// Why there is no answer.
enum HTTPFailure: Error, Equatable, Sendable {
  /// The connection broke off while there was one: the request may have been carried out.
  case cut(String)
  /// There was none, or nobody answered in time.
  case unreachable(String)
  case file(FileError)
  /// More came than anybody takes into memory.
  case tooMuch(status: Int)
  case cancelled
}

extension HTTPFailure {
  var cloudFailure: CloudFailure {
    switch self {
    case .cut(let reason), .unreachable(let reason): .unreachable(reason)
    case .file(let error): .file(error)
    case .tooMuch(let status):
      .unexpectedAnswer(ServerAnswer(status: status, message: "a response without an end"))
    case .cancelled: .cancelled
    }
  }
}
