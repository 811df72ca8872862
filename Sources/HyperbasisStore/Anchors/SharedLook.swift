import Synchronization
import SystemPackage

/// One look at all anchor files, for everything that is asked in one go: which spaces there are, and
/// what one of them has.
///
/// To look at a hundred thousand files takes tenths of a second, and a person who waits for one
/// answer has no use for two looks.
package final class SharedLook: Sendable {
  /// By the folder of the anchors: a deleted space in the trash is read as a store of its own.
  private let listings = Mutex<[FilePath: AnchorListing]>([:])

  package init() {}

  /// The look of the task at work, where it shares one.
  @TaskLocal static var current: SharedLook?

  /// The listing of a folder that was taken first.
  func listing(
    of folder: FilePath, _ look: () throws -> AnchorListing
  ) rethrows -> AnchorListing {
    if let known = listings.withLock({ $0[folder] }) { return known }
    let listing = try look()
    listings.withLock { $0[folder] = listing }
    return listing
  }
}

extension HBLocalStore {
  /// Does what only reads with one look at the anchor files.
  ///
  /// - Parameter look: a look that is perhaps taken already.
  package func atOneLook<Result>(
    _ look: SharedLook = SharedLook(), _ body: () throws -> Result
  ) rethrows -> Result {
    try SharedLook.$current.withValue(look) { try body() }
  }
}
