package import Foundation
import Synchronization

/// One look at all anchor files, for everything that is asked in one go: which spaces there are, and
/// what one of them has.
///
/// To look at a hundred thousand files takes tenths of a second: a person who waits for one answer has
/// no use for two looks, and who works on many spaces none for one each.
package final class SharedLook: Sendable {
  private let listing: Mutex<AnchorListing?>

  package convenience init() { self.init(nil) }

  /// - Parameter listing: what was seen already; nil to look when somebody first asks.
  init(_ listing: AnchorListing?) {
    self.listing = Mutex(listing)
  }

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

extension StoreSurvey {
  /// Opens spaces by this survey while `body` runs, which is to follow it at once. What somebody
  /// changes meanwhile is found with the next survey.
  package func loadingSpaces<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SharedLook.$current.withValue(SharedLook(anchors)) { try body() }
  }

  /// The same for longer; what files hold is read again then.
  package func whileLoadingSpaces<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    // Handed on as it is: a closure around it would run elsewhere and come back, and somebody could
    // come in between.
    try await SharedLook.$current.withValue(
      SharedLook(anchors.withoutContents), operation: body, isolation: isolation)
  }
}

extension OpenSpaces {
  /// Drops what is in memory of a space where its anchor files have changed since it was loaded.
  package func reload(_ id: UUID, ifChangedSince survey: StoreSurvey) {
    self[id].forget(unlessLoadedWith: survey.anchorDigest(of: id))
  }
}
