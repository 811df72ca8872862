import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory

/// The anchors of a state in the store's order.
package struct AnchorList: Sendable {
  package struct Key: Hashable, Sendable {
    /// How many events the state folds.
    package var offset: Int
    package var includesDeleted: Bool
    package var filter: EventFilter?

    package var order = AnchorOrder.usual
    /// The date of the state, which matters for the order by age; nil for that of its last event.
    package var date: HBInstant?

    package init(
      offset: Int, includesDeleted: Bool, filter: EventFilter? = nil, order: AnchorOrder = .usual,
      date: HBInstant? = nil
    ) {
      self.offset = offset
      self.includesDeleted = includesDeleted
      self.filter = filter
      self.order = order
      self.date = order == .alive ? date : nil
    }
  }

  package let slots: [Int32]
  /// How many of the state's visible anchors a filter hides.
  package let hiddenByFilter: Int
  private let numbers: RowNumbers

  init(slots: [Int32], hiddenByFilter: Int) {
    self.slots = slots
    self.hiddenByFilter = hiddenByFilter
    numbers = RowNumbers(slots: slots.lazy.map { Int($0) })
  }

  package var count: Int { slots.count }

  /// Returns the number of an anchor's row; nil if it is not listed.
  package func number(ofSlot slot: Int) -> Int? { numbers[slot] }
}

extension SpaceData {
  /// Returns the anchors of a state; cached.
  ///
  /// - Complexity: O(anchors) the first time.
  package func anchors(_ key: AnchorList.Key) -> AnchorList {
    memo.lists.value(for: key) {
      if key.order != .usual { return sortedAnchors(key) }
      let rows = rows(at: key.offset)
      let slots = key.includesDeleted ? index.startedSlots(in: rows) : index.visibleSlots(in: rows)
      guard let filter = key.filter else { return AnchorList(slots: slots, hiddenByFilter: 0) }
      let passing = filtered(filter).passing(
        slots, in: rows, at: date(ofStateAfter: key.offset, for: filter))
      return AnchorList(slots: passing, hiddenByFilter: slots.count - passing.count)
    }
  }
}

extension SpaceData {
  /// Returns the same anchors in another order.
  private func sortedAnchors(_ key: AnchorList.Key) -> AnchorList {
    var usual = key
    (usual.order, usual.date) = (.usual, nil)
    let list = anchors(usual)
    let date = key.date ?? (key.offset > 0 ? index.instant(key.offset - 1) : nil)
    return AnchorList(
      slots: sorted(list.slots, key.order, in: state(at: key.offset), at: date),
      hiddenByFilter: list.hiddenByFilter)
  }
}

/// The rows of the list of anchors: those of the date on screen, then those that a draft adds.
package struct ListedAnchors: Sendable {
  /// One row.
  package enum Row: Sendable {
    case stored(slot: Int)
    /// Created or restored by the draft, so that no row of the date has it.
    case drafted(HBAnchor)
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

  /// How many of the anchors that are there are listed, how many are there in all, and how many rows
  /// are those of deleted ones.
  var listedCounts: (shown: Int, all: Int, deleted: Int) {
    let list = anchorList
    guard lists.showsDeleted else { return (list.count, list.count + list.hiddenByFilter, 0) }
    let there = data.anchors(
      AnchorList.Key(offset: offset, includesDeleted: false, filter: stateFilter))
    return (there.count, there.count + there.hiddenByFilter, list.count - there.count)
  }

  private var newlyDrafted: [HBAnchor] {
    let list = anchorList
    return (editing.draft?.edits ?? []).compactMap { edit -> HBAnchor? in
      // An anchor that is not in the store is as drafted: there is nothing to apply the draft to.
      guard let slot = index.slot(of: edit.after.id) else { return edit.after }
      guard index.isHidden(index.newestOrdinal(ofSlot: slot)), list.number(ofSlot: slot) == nil,
        let anchor = draftedAnchor(edit.after.id), !anchor.isDeleted
      else { return nil }
      return anchor
    }
  }

  /// Returns the anchor as the draft leaves it, while staged changes are shown.
  func shownDraft(_ id: UUID) -> HBAnchor? {
    isAtEnd && editing.draft?.edit(id) != nil ? draftedAnchor(id) : nil
  }

  /// What the draft does to the selected anchor; nil if it does not change it.
  var selectedDraft: HBPlannedChange? {
    lists.selection.flatMap { shownDraft($0) }.map { changeOfLive(to: $0) }
  }

  /// The row of the selected anchor; nil if it is not listed.
  var selectedAnchorRow: Int? {
    if let row = selectedSlot.flatMap({ anchorList.number(ofSlot: $0) }) { return row }
    let listed = listedAnchors
    return listed.drafted.firstIndex { $0.id == lists.selection }.map { $0 + listed.list.count }
  }
}

/// The row number of each anchor of a list: an array by slot, filled in one pass.
struct RowNumbers: Sendable {
  private var numbers: [Int32] = []

  init(slots: some Collection<Int>) {
    numbers = [Int32](repeating: -1, count: (slots.max() ?? -1) + 1)
    var number: Int32 = 0
    for slot in slots {
      numbers[slot] = number
      number &+= 1
    }
  }

  /// The row of an anchor; nil if it is not listed.
  subscript(slot: Int) -> Int? {
    guard numbers.indices.contains(slot), numbers[slot] >= 0 else { return nil }
    return Int(numbers[slot])
  }
}
