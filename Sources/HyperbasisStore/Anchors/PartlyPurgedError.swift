import Foundation
package import HyperbasisModels

/// The files of some deleted anchors were removed; those of others could not be.
package struct PartlyPurgedError: LocalizedError {
  package let purged: [HBAnchor]
  /// How many files are left.
  package let kept: Int
  /// Why the first of them could not be removed.
  package let underlying: any Error

  package var errorDescription: String? {
    let count = purged.count + kept
    return
      "\(purged.count) of \(count) \(count == 1 ? "file" : "files") removed; \(kept) could not be: "
      + HBStorageError.describe(underlying)
  }
}
