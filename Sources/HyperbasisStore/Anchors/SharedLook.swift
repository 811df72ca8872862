import Synchronization

/// One look at all anchor files, for everything that is asked in one go: which spaces there are, and
/// what one of them has.
///
/// To look at a hundred thousand files takes tenths of a second, and a person who waits for one
/// answer has no use for two looks.
package final class SharedLook: Sendable {
  private let listing = Mutex<AnchorListing?>(nil)

  package init() {}

  /// The look of the task at work, where it shares one.
  @TaskLocal static var current: SharedLook?

  /// The listing that was taken first.
  func listing(_ look: () throws -> AnchorListing) rethrows -> AnchorListing {
    if let known = listing.withLock({ $0 }) { return known }
    let listing = try look()
    self.listing.withLock { $0 = listing }
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
