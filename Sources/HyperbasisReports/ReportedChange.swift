import Foundation
package import HyperbasisCanvas
import HyperbasisHistory
package import HyperbasisModels
package import HyperbasisTimeMachine
package import HyperbasisWording

/// One change of one anchor: a row of a report. An anchor that moved and was updated has two.
package struct ReportedChange {
  package let kind: Difference
  /// The anchor as it is at the second date; a removed one as it was at the first.
  package let anchor: HBAnchor
  /// The move, with the transform before it; nil unless the anchor moved.
  package let move: DiffReport.Move?
  /// What its metadata were before; nil unless they changed.
  package let previousMetadata: [String: AnyCodableValue]?
}

extension DiffReport {
  /// All changes, in the order that is used everywhere: what is gone, what is new, what moved, what
  /// was edited.
  package var changes: [ReportedChange] {
    diff.removed.map {
      ReportedChange(kind: .removed, anchor: $0, move: nil, previousMetadata: nil)
    }
      + diff.added.map {
        ReportedChange(kind: .added, anchor: $0, move: nil, previousMetadata: nil)
      }
      + moved.map {
        ReportedChange(kind: .moved, anchor: $0.anchor, move: $0, previousMetadata: nil)
      }
      + diff.updated.map {
        ReportedChange(
          kind: .updated, anchor: $0.anchor, move: nil, previousMetadata: $0.previousMetadata)
      }
  }
}

extension ReportedChange {
  package var label: TerminalText { AnchorDescription(anchor.metadata, id: anchor.id).label }

  /// What the anchor is called, exactly as in its metadata: for use as data.
  package var name: String { AnchorDescription.name(of: anchor.metadata, id: anchor.id) }

  /// Returns `moved 1.42 m, yaw +12°` or `text: milk → bread`; empty for what was added or removed.
  package func text(in unit: LengthUnit?) -> TerminalText {
    ChangeText(
      transforms: move.map { ($0.previousTransform, $0.withoutShift) },
      metadata: previousMetadata.map { ($0, anchor.metadata) }
    ).text(in: unit)
  }

  /// Where the anchor is, or where it was and is, as stored; if it was only turned, scaled or
  /// mirrored, that is one place.
  package var place: TerminalText {
    guard let move else { return PointText.text(anchor.position) }
    return PointText.change(
      from: HBTransform.position(move.previousTransform), to: anchor.position)
  }

  /// The keys of the metadata that differ, in the order of their bytes.
  package var keys: [(key: String, old: AnyCodableValue?, new: AnyCodableValue?)] {
    guard let old = previousMetadata else { return [] }
    return anchor.metadata.changes(from: old).map { ($0.key, $0.old, $0.new) }
  }
}
