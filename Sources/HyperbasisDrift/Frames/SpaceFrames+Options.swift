package import Foundation
package import HyperbasisAnchorLog

extension SpaceFrames {
  /// How the frames of other actors and tagged corrections are treated.
  package struct Options: Sendable {
    /// Shifts that the frames of all actors followed, and those that only their own actor's did; for the
    /// others the class decides.
    package var followed: Set<UUID> = []
    package var stayed: Set<UUID> = []
    /// The tags of corrections, by operation.
    package var corrections: [UUID: CorrectionTag] = [:]

    package init(corrections: [UUID: CorrectionTag] = [:]) {
      self.corrections = corrections
    }
  }
}

extension SpaceFrames.Options {
  /// Returns the same options, with the redo of a shift standing for the shift as well.
  func naming(redoneIn shifts: [FoundShift], _ index: EventIndex) -> Self {
    var options = self
    for shift in shifts where followed.contains(shift.id) || stayed.contains(shift.id) {
      guard case .redoes(let operation) = index.undone(shift.firstOrdinal) else { continue }
      let originals = shifts.filter { $0.isOf(operation, index) }.map(\.id)
      if followed.contains(shift.id) { options.followed.formUnion(originals) }
      if stayed.contains(shift.id) { options.stayed.formUnion(originals) }
    }
    return options
  }
}

extension FoundShift {
  /// Whether an operation wrote this shift.
  func isOf(_ operation: UUID, _ index: EventIndex) -> Bool {
    id == operation || burst.allSatisfy { index.operation(Int($0.ordinal)) == operation }
  }
}
