import Synchronization
import SystemPackage

/// One look at all anchor files that answers everything asked in one go: which spaces there are, and
/// what one of them has.
///
/// Looking at a hundred thousand files takes tenths of a second, and a person waiting for one answer
/// has no use for two looks.
package final class SharedLook: Sendable {
  /// Listings by anchor folder: a deleted space in the trash is read as a store of its own.
  private let listings = Mutex<[FilePath: AnchorListing]>([:])

  package init() {}

  /// The look that the current task shares, if any.
  @TaskLocal static var current: SharedLook?

  /// Returns the listing of a folder, taken when it is first asked for.
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
  /// Runs code that only reads, with one look at the anchor files.
  ///
  /// - Parameter look: the look to share; it may have been taken already.
  package func atOneLook<Result>(
    _ look: SharedLook = SharedLook(), _ body: () throws -> Result
  ) rethrows -> Result {
    try SharedLook.$current.withValue(look) { try body() }
  }
}
