package import Foundation
package import HyperbasisModels

/// A part of an anchor, or the name of a space, that was changed in two places by people who did not know of each other's change.
///
/// The later change counts everywhere, and a deletion counts over anything that does not bring the anchor
/// back; the history has both changes.
package struct EditConflict: Equatable, Sendable {
  package enum Part: Hashable, Sendable {
    /// Whether the anchor is there; the value is false if it was deleted, and true for any other change.
    case visibility
    /// Where the anchor is; the value is its position in metres, a list of three numbers.
    case place
    case key(String)
    /// The name of the space; nil for none. Unlike the parts of anchors, it has no history.
    case name
  }

  /// One of the two changes.
  package struct Edit: Equatable, Sendable {
    /// The new value of the part; nil if the key was removed.
    package let value: AnyCodableValue?
    /// Who made it; nil if that is not known. Rows of the cloud do not say.
    package let actor: String?
    package let instant: HBInstant
    /// Whether it was in this store before the other one came in.
    package let wasHere: Bool
    /// Whether the reader made it: what was here may have come from other devices earlier.
    package private(set) var isOwn = false

    package init(value: AnyCodableValue?, actor: String?, instant: HBInstant, wasHere: Bool) {
      self.value = value
      self.actor = actor
      self.instant = instant
      self.wasHere = wasHere
    }

    /// Returns the change as a reader sees it: one that was here and does not say who made it counts as
    /// theirs.
    fileprivate func addressed(to reader: String?) -> Edit {
      var edit = self
      edit.isOwn = wasHere && (actor == nil || actor == reader)
      return edit
    }
  }

  package let spaceId: UUID
  /// Nil for the name of the space.
  package let anchorId: UUID?
  package let part: Part
  /// The change that counts.
  package let kept: Edit
  /// The change that gave way.
  package let replaced: Edit

  package init(spaceId: UUID, anchorId: UUID?, part: Part, kept: Edit, replaced: Edit) {
    self.spaceId = spaceId
    self.anchorId = anchorId
    self.part = part
    self.kept = kept
    self.replaced = replaced
  }
}

extension EditConflict {
  /// Returns the conflict as a certain person reads of it.
  ///
  /// - Parameter reader: The name under which this person's changes are recorded here; nil for none.
  package func addressed(to reader: String?) -> EditConflict {
    EditConflict(
      spaceId: spaceId, anchorId: anchorId, part: part, kept: kept.addressed(to: reader),
      replaced: replaced.addressed(to: reader))
  }

  /// Whether the change that gave way was in this store, so that somebody here must be told.
  package var replacesWhatWasHere: Bool { replaced.wasHere }

  /// Whether a deletion counts over what the other side changed.
  package var keepsDeletion: Bool { part == .visibility && kept.value == false }
}
