package import Foundation
package import Hyperbasis

/// An open space and how it is looked at.
package struct SpaceView: Sendable {
  package var data: SpaceData
  /// Whether somebody has deleted the space: what was read of it is still shown.
  package var isDeleted = false
  package var cursor = Cursor.end
  package var marks = Marks()
  package var diffMode = DiffMode.off
  /// The selected anchor, the same in every pane.
  package var selection: UUID?
  package var focus = Focus.tab
  package var tab = Tab.anchors
  /// The selected row of the history, counted from the newest; nil: the one in force.
  package var historyRow: Int?
  /// The first row on screen of the tab.
  package var scroll: [Tab: Int] = [:]
  package var showsDeleted = false
  package var isNarrowed = false
  package var filter: EventFilter?
  /// What was searched for last.
  package var search: String?
  /// What is staged over the live space.
  package var draft: Draft?
  /// The saved draft that was taken up; its file goes when the draft is written or dropped.
  package var takenUp: SavedDraft?
  /// Nil: the whole space fits the pane.
  package var camera: Camera?
  package var bar = BarWindow()
  package var play = Play()
  package var isSideBySide = false
  package var takesShiftOut = false
  /// Events that arrived while an earlier date was on screen.
  package var arrived = 0
  /// Events that were written here and have not been read back yet.
  package var ownEvents = 0

  package init(data: SpaceData) {
    self.data = data
    guard let start = data.index.start, let end = data.index.end else { return }
    play.speed = .suiting(
      length: end.microseconds.subtractingReportingOverflow(start.microseconds).partialValue)
  }
}

/// Where a person moved the plan to.
package struct Camera: Hashable, Sendable {
  package var centre: PlanPoint
  package var metresPerColumn: Double
}

/// How the time bar is shown.
package struct BarWindow: Hashable, Sendable {
  package var mode = TimeBarMode.time
  /// The part on screen; nil for all.
  package var window: ClosedRange<HBInstant>?
}

// MARK: - What the cursor means

extension SpaceView {
  package var index: EventIndex { data.index }

  /// How many events the state on screen folds.
  package var position: Int { data.position(of: cursor) }

  package var instant: HBInstant? { data.instant(of: cursor) }

  package var isAtEnd: Bool { cursor == .end }

  package var selectedSlot: Int? { selection.flatMap { index.slot(of: $0) } }
}

// MARK: - What is listed

extension SpaceView {
  package var anchorList: AnchorList {
    data.anchors(
      AnchorList.Key(position: position, includesDeleted: showsDeleted, filter: filter))
  }

  /// The anchor that narrows stepping, density and history.
  package var narrowedSlot: Int? { isNarrowed ? selectedSlot : nil }

  /// The events that stepping and the density are about.
  package var steppedEvents: EventSelection {
    if let narrowedSlot { return EventSelection(index, slot: narrowedSlot) }
    if let filter { return data.filtered(filter).events }
    return EventSelection(index)
  }

  /// The events of the history tab: of the selected anchor, else of the space.
  package var historyEvents: EventSelection {
    if let selectedSlot { return EventSelection(index, slot: selectedSlot) }
    // An anchor of the draft has no history yet.
    return selection == nil ? steppedEvents : EventSelection(index, ordinals: [])
  }

  package func significantDates(in zone: TimeZone) -> SignificantDates {
    let key = SignificantDates.Key(zone: zone, filter: filter, slot: narrowedSlot)
    let table = stepsThroughAll ? data.memo.allSignificant : data.memo.significant
    return table.value(for: key) {
      SignificantDates(steppedEvents, index: index, zone: zone)
    }
  }

  /// The instants that the time bar is made of.
  package var times: EventTimes {
    if stepsThroughAll { return data.memo.allTimes.value(for: 0) { steppedEvents.times } }
    if narrowedSlot == nil, let filter {
      return data.memo.filterTimes.value(for: filter) { steppedEvents.times }
    }
    return data.memo.times.value(for: EventTimesKey(filter: filter, slot: narrowedSlot)) {
      steppedEvents.times
    }
  }

  /// Whether stepping and the density are about all events.
  private var stepsThroughAll: Bool { filter == nil && narrowedSlot == nil }
}

struct EventTimesKey: Hashable, Sendable {
  let filter: EventFilter?
  let slot: Int?
}

// MARK: - What is compared

extension SpaceView {
  /// The two states that the comparison is about, as numbers of folded events.
  package var comparedPositions: (from: Int, to: Int)? {
    switch diffMode {
    case .off: nil
    case .previous: (positionBefore, position)
    case .now: (position, index.count)
    case .marks: markedPositions
    }
  }

  private var positionBefore: Int {
    guard position > 0 else { return 0 }
    return index.position(before: index.instant(position - 1))
  }

  private var markedPositions: (from: Int, to: Int)? {
    guard let a = marks.a, let b = marks.b else { return nil }
    return (index.position(through: a), index.position(through: b))
  }

  package func comparison(_ threshold: MoveThreshold) -> Comparison? {
    comparedPositions.map { comparison(from: $0.from, to: $0.to, threshold) }
  }

  /// A against B, whatever else is compared.
  func markedComparison(_ threshold: MoveThreshold) -> Comparison? {
    markedPositions.map { comparison(from: $0.from, to: $0.to, threshold) }
  }

  private func comparison(from: Int, to: Int, _ threshold: MoveThreshold) -> Comparison {
    data.comparison(
      Comparison.Key(
        from: from, to: to, threshold: threshold, filter: filter, takesShiftOut: takesShiftOut))
  }

  /// Whether what is staged is shown: it lies over the live space.
  var showsDraft: Bool { isAtEnd && diffMode == .off && draft?.isEmpty == false }

  /// The position whose anchors the plan shows: of a comparison the later state.
  package var planPosition: Int { comparedPositions?.to ?? position }
}
