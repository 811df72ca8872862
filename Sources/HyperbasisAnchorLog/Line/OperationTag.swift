public import Foundation

/// What an event undoes or redoes: the operation that it names.
public enum OperationTag: Hashable, Sendable {
  case undoes(UUID)
  case redoes(UUID)
}

extension OperationTag {
  /// The operation that is undone or redone.
  package var original: UUID {
    switch self {
    case .undoes(let id), .redoes(let id): id
    }
  }
}
