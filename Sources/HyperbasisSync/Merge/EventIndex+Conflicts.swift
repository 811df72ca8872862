import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

extension EventIndex {
  /// Returns what was changed in an anchor both by events that have just come in and by events that were
  /// here, without either side knowing of the other.
  ///
  /// - Complexity: O(events of the anchor); only lines of events that may collide are read.
  func conflicts(ofSlot slot: Int, _ arrivals: Arrivals) throws -> [EditConflict] {
    guard hasConcurrentEvents(through: newestOrdinal(ofSlot: slot)) else { return [] }
    guard let meeting = ConcurrentMeeting(ofSlot: slot, in: self, arrivals) else { return [] }
    return try meeting.conflicts()
  }
}

/// Events of one anchor that have just come in, and those that were here and that the writers of some of
/// these may not have known.
private struct ConcurrentMeeting {
  private let index: EventIndex
  private let knowledge: WriterKnowledge
  private let here: [Int]
  private let came: [Int]
  /// The last event that both sides had before; nil if the anchor began with these events.
  private let start: Int?

  /// Returns nil if the writers of what came knew of all that was here.
  init?(ofSlot slot: Int, in index: EventIndex, _ arrivals: Arrivals) {
    let events = index.ordinals(ofSlot: slot)
    let came = events.filter { arrivals.contains(index.id($0)) }
    let knowledge = WriterKnowledge(of: came, in: index, arrivals)
    guard let least = knowledge.leastVersion else { return nil }
    let here = events.filter { !arrivals.contains(index.id($0)) && index.version($0) >= least }
    guard let first = here.first, let firstCame = came.first else { return nil }
    (self.index, self.knowledge, self.here, self.came) = (index, knowledge, here, came)
    start = events.last { $0 < min(first, firstCame) }
  }
}

// MARK: - Conflicts

extension ConcurrentMeeting {
  func conflicts() throws -> [EditConflict] {
    let base = try index.anchorState(after: start)
    let mine = try SideEdits(here, over: base, in: index)
    let theirs = try SideEdits(came, over: base, in: index)
    let visibility = try visibilityConflict(mine, theirs)
    // While the anchor is hidden, nobody sees which value of its parts counts.
    if let visibility, visibility.keepsDeletion { return [visibility] }
    var found = visibility.map { [$0] } ?? []
    for part in Set(mine.last.keys).union(theirs.last.keys) {
      guard let own = mine.source(of: part, against: theirs),
        let other = theirs.source(of: part, against: mine)
      else { continue }
      if let conflict = try conflict(part, here: own, came: other) { found.append(conflict) }
    }
    return found.sorted { $0.part < $1.part }
  }

  /// Returns the conflict if one side deleted what the other one changed. A deletion hides any other
  /// change, even a later one; only bringing the anchor back counts against it.
  private func visibilityConflict(_ mine: SideEdits, _ theirs: SideEdits) throws -> EditConflict? {
    if let deletion = theirs.deletion, mine.deletion == nil {
      guard let edit = mine.counterpart(of: deletion) else { return nil }
      return try conflict(.visibility, here: edit, came: deletion)
    }
    if let deletion = mine.deletion, theirs.deletion == nil {
      guard let edit = theirs.counterpart(of: deletion) else { return nil }
      return try conflict(.visibility, here: deletion, came: edit)
    }
    return nil
  }

  /// - Returns: nil if both set the same value, or one knew of the other.
  private func conflict(
    _ part: EditConflict.Part, here: Int, came: Int
  ) throws -> EditConflict? {
    guard !knowledge.covers(here, by: came) else { return nil }
    let mine = try edit(part, here, wasHere: true)
    let theirs = try edit(part, came, wasHere: false)
    guard mine.value != theirs.value else { return nil }
    let isMineKept = counts(here, over: came, part)
    return EditConflict(
      spaceId: index.spaceId, anchorId: index.anchorId(ofSlot: index.slot(here)), part: part,
      kept: isMineKept ? mine : theirs, replaced: isMineKept ? theirs : mine)
  }

  private func counts(_ left: Int, over right: Int, _ part: EditConflict.Part) -> Bool {
    guard part == .visibility else { return left > right }
    let (deletion, other) = index.type(left) == .deleted ? (left, right) : (right, left)
    let isDeletionKept = deletion > other || index.type(other) != .restored
    return isDeletionKept == (deletion == left)
  }

  private func edit(
    _ part: EditConflict.Part, _ ordinal: Int, wasHere: Bool
  ) throws -> EditConflict.Edit {
    let value: AnyCodableValue? =
      switch part {
      case .visibility: .bool(index.type(ordinal) != .deleted)
      case .place: .position(try index.transform(ordinal))
      case .key(let key): try index.event(ordinal).metadata?[key]
      // No event renames a space.
      case .name: nil
      }
    return EditConflict.Edit(
      value: value, actor: index.actor(ordinal), instant: index.instant(ordinal), wasHere: wasHere)
  }
}

extension AnyCodableValue {
  /// Returns the position of a transform, as ``EditConflict`` shows it.
  static func position(_ transform: [Float]) -> AnyCodableValue {
    .array(transform[12..<15].map { .double(Double($0)) })
  }
}

extension EditConflict.Part: Comparable {
  /// Orders visibility first, then the place, then keys by their bytes, then the name of the space.
  package static func < (left: EditConflict.Part, right: EditConflict.Part) -> Bool {
    if case .key(let left) = left, case .key(let right) = right {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .visibility: 0
    case .place: 1
    case .key: 2
    case .name: 3
    }
  }
}
