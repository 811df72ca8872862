public import Foundation

/// Why a space cannot come back from the trash. Nothing has been moved.
public enum HBRestoreError: LocalizedError, Equatable {
  /// The store has a space with that id again.
  case existsAgain(spaceId: UUID)
  /// Something stands where a file of the space belongs; the path is relative to the store's folder.
  case isInTheWay(path: String)

  public var errorDescription: String? {
    switch self {
    case .existsAgain(let id):
      "Space \(id.uuidString) exists again. Delete it first (it goes to the trash too), or leave "
        + "the older one in the trash."
    case .isInTheWay(let path):
      "\(path) is in the way. Move it out of the store, then restore the space again."
    }
  }
}
