import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory

/// The rows of the list of anchors: those of the date on screen, then those that a draft makes.
package struct ListedAnchors: Sendable {
  /// One row.
  package enum Row: Hashable, Sendable {
    case stored(slot: Int)
    /// Made by the draft: it is not in the log yet.
    case drafted(HBAnchor)

    package static func == (left: Row, right: Row) -> Bool {
      switch (left, right) {
      case (.stored(let left), .stored(let right)): left == right
      case (.drafted(let left), .drafted(let right)): left.id == right.id
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .stored(let slot): hasher.combine(slot)
      case .drafted(let anchor): hasher.combine(anchor.id)
      }
    }
  }

  let list: AnchorList
  let drafted: [HBAnchor]

  package var count: Int { list.count + drafted.count }

  package subscript(row: Int) -> Row {
    row < list.count ? .stored(slot: Int(list.slots[row])) : .drafted(drafted[row - list.count])
  }
}

extension SpaceView {
  /// What the anchors tab lists.
  package var listedAnchors: ListedAnchors {
    ListedAnchors(list: anchorList, drafted: isAtEnd ? newlyDrafted : [])
  }

  private var newlyDrafted: [HBAnchor] {
    // An anchor that is not in the store is as it was drafted: there is nothing to lay it over.
    (editing.draft?.edits ?? []).map(\.after).filter { index.slot(of: $0.id) == nil }
  }

  /// The anchor as the draft leaves it, while what is staged is shown.
  func shownDraft(_ id: UUID) -> HBAnchor? {
    isAtEnd && editing.draft?.edit(id) != nil ? draftedAnchor(id) : nil
  }

  /// What the draft does to the selected anchor; nil where it leaves it as it is.
  var selectedDraft: HBPlannedChange? {
    lists.selection.flatMap { shownDraft($0) }.map { changeOfLive(to: $0) }
  }

  /// The row of the selected anchor; nil where it is not listed.
  var selectedAnchorRow: Int? {
    if let selectedSlot { return anchorList.number(ofSlot: selectedSlot) }
    let listed = listedAnchors
    return listed.drafted.firstIndex { $0.id == lists.selection }.map { $0 + listed.list.count }
  }
}
