package import Foundation

extension HBLocalStore {
  /// Checks every file of the store, or of one space.
  package func verify(spaceId: UUID? = nil) throws -> VerifyReport {
    VerifyReport()
  }

  /// Repairs what can be repaired, deletes no byte, and gives what was found and done.
  package func repair(spaceId: UUID? = nil) throws -> VerifyReport {
    VerifyReport()
  }
}
