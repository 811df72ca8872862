import Foundation
import HyperbasisModels

/// Why compressed data could not be read.
package enum HBInflateError: LocalizedError, Equatable, Sendable {
  /// The bytes are not a DEFLATE stream; `reason` is zlib's.
  case damaged(reason: String)
  /// The data ends before its stream does.
  case truncated
  /// `count` bytes follow the end of the stream.
  case trailingBytes(count: Int)
  /// More than `limit` bytes would come out.
  case tooLarge(limit: Int)
  case outOfMemory

  package var errorDescription: String? {
    switch self {
    case .damaged(let reason): "the compressed data is damaged: \(reason)"
    case .truncated: "the compressed data ends too early"
    case .trailingBytes(1): "1 byte follows the compressed data"
    case .trailingBytes(let count): "\(count) bytes follow the compressed data"
    case .tooLarge(let limit): "the data would expand to more than \(ByteCountText.text(limit))"
    case .outOfMemory: "there is not enough memory"
    }
  }

  var isTooLarge: Bool {
    if case .tooLarge = self { return true }
    return false
  }
}
