import Foundation
package import HyperbasisHistory
import HyperbasisModels

/// Some of several operations were saved; the next one could not be.
package struct PartlyWrittenError: LocalizedError {
  package let written: [HBPlan]
  /// How many there were to write.
  let count: Int
  package let underlying: any Error

  package var errorDescription: String? {
    let verb = written.count == 1 ? "is" : "are"
    return
      "\(written.count) of \(count) operations \(verb) saved; the next one is not: "
      + HBStorageError.describe(underlying)
  }
}
