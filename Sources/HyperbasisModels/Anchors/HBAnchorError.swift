public import Foundation

/// What can be wrong with an anchor.
public enum HBAnchorError: LocalizedError, Equatable, Sendable {
  /// A transform that is not 16 finite floats; `count` is how many it has.
  case invalidTransform(count: Int)
  /// An attempt to delete an anchor that is already deleted.
  case alreadyDeleted
  /// An attempt to remove a metadata key that the anchor does not have.
  case metadataKeyNotFound(key: String)

  public var errorDescription: String? {
    switch self {
    case .invalidTransform(16):
      "The transform holds a value that is not finite. Give 16 finite numbers, column by column."
    case .invalidTransform(let count):
      "The transform has \(count) values. Give 16 finite numbers, column by column."
    case .alreadyDeleted:
      "The anchor is already deleted. Restore it first, or leave it as it is."
    case .metadataKeyNotFound(let key):
      "The anchor has no metadata key \(key.debugDescription). Its history shows which keys it had."
    }
  }
}
