import Foundation
package import HyperbasisModels

/// The files of some deleted anchors are removed; others could not be.
package struct PartlyPurgedError: LocalizedError {
  package let purged: [HBAnchor]
  /// How many files are left.
  package let kept: Int
  /// Why the first of them is.
  package let underlying: any Error

  package var errorDescription: String? {
    let count = purged.count + kept
    return
      "\(purged.count) of \(count) \(count == 1 ? "file" : "files") removed; \(kept) could not be: "
      + HBStorageError.describe(underlying)
  }
}
