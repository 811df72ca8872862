import Dispatch
package import Foundation
import HyperbasisDiagnostics
import Synchronization

/// The spaces of a store that are in use: what the parts of an open store share.
package final class OpenSpaces: Sendable {
  package let context: StoreContext
  package let anchorFiles: AnchorFileWriter
  /// Runs what changes several spaces, on a thread that may wait.
  package let writers = DispatchQueue(label: "hyperbasis.store")
  private let spaces: Mutex<UsedSpaces>

  /// - Parameter most: once more than twice this many spaces were used, those that were not used for
  ///   longest release their files.
  init(context: StoreContext, keeping most: Int = OpenFileLimit.spaces) {
    self.context = context
    anchorFiles = AnchorFileWriter(context: context)
    spaces = Mutex(UsedSpaces(most: most))
  }

  deinit {
    // Anchor files are a view: what does not reach them now is rebuilt from the log.
    DiagnosticLog.store.attempt("write anchor files at the end") { try anchorFiles.flush() }
  }

  package subscript(_ id: UUID) -> OpenSpace {
    let (space, idle) = spaces.withLock { spaces in
      spaces.use(id) { OpenSpace(spaceId: id, context: context) }
    }
    for space in idle { space.rest() }
    return space
  }

  /// Returns a space for one look at it; it is kept only if it is in use already.
  func transient(_ id: UUID) -> OpenSpace {
    spaces.withLock { $0.all[id] } ?? OpenSpace(spaceId: id, context: context)
  }

  /// How many spaces have their log in memory.
  package var loadedCount: Int { all.count { $0.isLoaded } }

  /// The spaces that have been used.
  var all: [OpenSpace] { spaces.withLock { Array($0.all.values) } }
}

/// The spaces that were used, and which of them recently: each holds one or two files open, and a
/// process may have only so many.
private struct UsedSpaces {
  /// After this many have been used, those rest that were last used among as many before them.
  let most: Int
  var all: [UUID: OpenSpace] = [:]
  private var recent: Set<UUID> = []
  private var former: Set<UUID> = []

  init(most: Int) { self.most = most }

  /// - Returns: the space, and those that have not been used for a long time.
  mutating func use(_ id: UUID, _ make: () -> OpenSpace) -> (space: OpenSpace, idle: [OpenSpace]) {
    let space = all[id] ?? make()
    all[id] = space
    guard recent.insert(id).inserted, recent.count >= most else { return (space, []) }
    let idle = former.subtracting(recent).compactMap { all[$0] }
    (former, recent) = (recent, [])
    return (space, idle)
  }
}
