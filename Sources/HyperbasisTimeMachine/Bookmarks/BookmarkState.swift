package import HyperbasisHistory

/// The notes on instants of the open space.
package struct BookmarkState: Hashable, Sendable {
  /// In order of their instants.
  package var list: [Bookmark] = []
  /// The bookmarks removed here since the space was opened, the most recent last.
  var removed: [Bookmark] = []
}

extension BookmarkState {
  func previous(before instant: HBInstant) -> HBInstant? {
    list.last { $0.instant < instant }?.instant
  }

  func next(after instant: HBInstant) -> HBInstant? {
    list.first { $0.instant > instant }?.instant
  }

  func notes(at instant: HBInstant) -> [String] {
    list.filter { $0.instant == instant }.map(\.note)
  }
}

/// A request to the store about its bookmarks.
package enum BookmarkRequest: Hashable, Sendable {
  case load
  /// Reload them, since others may have set some meanwhile, and list them.
  case show
  case add(note: String, at: HBInstant)
  case remove(Bookmark)
  /// Add a removed bookmark again.
  case putBack(Bookmark)
}

/// The list of bookmarks that is shown over the space.
package struct BookmarkList: Hashable, Sendable {
  package var row = 0
}
