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
  private let spaces: Mutex<[UUID: OpenSpace]> = Mutex([:])

  init(context: StoreContext) {
    self.context = context
    anchorFiles = AnchorFileWriter(context: context)
  }

  deinit {
    // Anchor files are a view: what does not reach them now is rebuilt from the log.
    DiagnosticLog.store.attempt("write anchor files at the end") { try anchorFiles.flush() }
  }

  package subscript(_ id: UUID) -> OpenSpace {
    spaces.withLock { spaces in
      if let space = spaces[id] { return space }
      let space = OpenSpace(spaceId: id, context: context)
      spaces[id] = space
      return space
    }
  }

  /// A space for one look at it: it is kept only where it is in use already.
  func transient(_ id: UUID) -> OpenSpace {
    spaces.withLock { $0[id] } ?? OpenSpace(spaceId: id, context: context)
  }

  /// How many of them have their log in memory.
  package var loadedCount: Int { all.count { $0.isLoaded } }

  /// Those that have been used.
  var all: [OpenSpace] { spaces.withLock { Array($0.values) } }
}
