public import Foundation

/// What an event takes back or does again: the operation that it names.
public enum OperationTag: Hashable, Sendable {
  case undoes(UUID)
  case redoes(UUID)
}
