import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// What an event was written for, as far as its line says.
///
/// Motions that were written for different purposes are not one, however alike they are and however soon one
/// follows the other.
struct WritePurpose: Equatable, Sendable {
  enum Action: Sendable {
    case ownChange, undo, redo
  }

  let action: Action
  /// Whether it brings an earlier place back, carried into the frame of the day.
  let isCarried: Bool
  /// The operation, if it corrects shifts, or undoes or redoes a correction: each of these is an action of
  /// its own. What has several operations may be undone in as many.
  let correction: UUID?
}

extension EventIndex {
  func purpose(_ ordinal: Int) -> WritePurpose {
    let action: WritePurpose.Action =
      switch undone(ordinal) {
      case nil: .ownChange
      case .undoes: .undo
      case .redoes: .redo
      }
    let tag = correction(ordinal, corrections)
    return WritePurpose(
      action: action, isCarried: tag != nil && tag?.frame == nil,
      correction: tag?.frame == nil ? nil : operation(ordinal))
  }

  /// Whether an event corrects shifts, or undoes or redoes a correction.
  package func isOfCorrection(_ ordinal: Int) -> Bool {
    correction(ordinal, corrections)?.frame != nil
  }
}
