package import Foundation
package import HyperbasisModels

/// A part of an anchor that was changed in two places by people who did not know of each other.
///
/// The later change counts, everywhere, and a deletion over all that does not bring the anchor back;
/// the history has both.
package struct EditConflict: Equatable, Sendable {
  package enum Part: Hashable, Sendable {
    /// Whether it is there; values are true, also for what anybody else made of it, and false where it
    /// was deleted.
    case visibility
    /// Where it is; values are its position in metres, a list of three.
    case place
    case key(String)
  }

  /// One of the two changes.
  package struct Edit: Equatable, Sendable {
    /// What it made of the part; nil where it removed the key.
    package let value: AnyCodableValue?
    /// Who made it; nil where that is not known. Rows of the cloud do not say.
    package let actor: String?
    package let instant: HBInstant
    /// Whether it was in this store before the other one came in.
    package let wasHere: Bool
    /// Whether whoever reads of it made it: what was here may have come from other devices earlier.
    package private(set) var isOwn = false

    package init(value: AnyCodableValue?, actor: String?, instant: HBInstant, wasHere: Bool) {
      self.value = value
      self.actor = actor
      self.instant = instant
      self.wasHere = wasHere
    }

    /// Nobody else is known for a change that was here and does not say who made it.
    fileprivate func addressed(to reader: String?) -> Edit {
      var edit = self
      edit.isOwn = wasHere && (actor == nil || actor == reader)
      return edit
    }
  }

  package let spaceId: UUID
  package let anchorId: UUID
  package let part: Part
  /// The change that counts.
  package let kept: Edit
  /// The change that gave way.
  package let replaced: Edit

  package init(spaceId: UUID, anchorId: UUID, part: Part, kept: Edit, replaced: Edit) {
    self.spaceId = spaceId
    self.anchorId = anchorId
    self.part = part
    self.kept = kept
    self.replaced = replaced
  }
}

extension EditConflict {
  /// The same, as a certain person reads of it.
  ///
  /// - Parameter reader: The name under which this person's changes are recorded here; nil for none.
  package func addressed(to reader: String?) -> EditConflict {
    EditConflict(
      spaceId: spaceId, anchorId: anchorId, part: part, kept: kept.addressed(to: reader),
      replaced: replaced.addressed(to: reader))
  }

  /// Whether the change that gave way was in this store, so that somebody here has to be told.
  package var replacesWhatWasHere: Bool { replaced.wasHere }

  /// Whether a deletion counts over what the other one changed.
  package var keepsDeletion: Bool { part == .visibility && kept.value == false }
}
