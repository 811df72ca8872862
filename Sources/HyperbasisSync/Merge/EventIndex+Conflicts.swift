import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

extension EventIndex {
  /// What of an anchor was changed both by events that have just come in and by events that were
  /// here, without either side knowing of the other.
  ///
  /// Who knows of an event gives a greater version to the next one. So an event that came in was
  /// written without knowledge of every event here whose version is not less than that of the first
  /// that came in from the same writer.
  ///
  /// - Parameter added: the ids of all events that have just come in.
  /// - Complexity: O(events of the anchor); only lines of events that may collide are read.
  func conflicts(ofSlot slot: Int, added: Set<UUIDBits>) throws -> [EditConflict] {
    guard hasConcurrentEvents(through: newestOrdinal(ofSlot: slot)) else { return [] }
    let events = ordinals(ofSlot: slot)
    let new = events.filter { added.contains(UUIDBits(id($0))) }
    var firstVersions: [Int: Int] = [:]
    for ordinal in new {
      let writer = actorNumber(ordinal)
      firstVersions[writer] = min(firstVersions[writer] ?? .max, version(ordinal))
    }
    guard let least = firstVersions.values.min() else { return [] }
    let here = events.filter { !added.contains(UUIDBits(id($0))) && version($0) >= least }
    guard !here.isEmpty else { return [] }
    let (mine, theirs) = (try lastEdits(of: here), try lastEdits(of: new))
    return try theirs.compactMap { part, ordinal -> EditConflict? in
      guard let own = mine[part],
        version(own) >= firstVersions[actorNumber(ordinal)] ?? .max
      else { return nil }
      return try conflict(part, here: own, came: ordinal)
    }.sorted { $0.part < $1.part }
  }

  /// The last of some events that changed each part.
  private func lastEdits(of ordinals: [Int]) throws -> [EditConflict.Part: Int] {
    var last: [EditConflict.Part: Int] = [:]
    for ordinal in ordinals {
      if type(ordinal) == .moved { last[.place] = ordinal }
      for key in try namedKeys(ordinal) ?? [] { last[.key(key)] = ordinal }
    }
    return last
  }

  /// - Returns: nil where both made the same of it.
  private func conflict(
    _ part: EditConflict.Part, here: Int, came: Int
  ) throws -> EditConflict? {
    let mine = try edit(part, here, wasHere: true)
    let theirs = try edit(part, came, wasHere: false)
    guard mine.value != theirs.value else { return nil }
    return EditConflict(
      spaceId: spaceId, anchorId: anchorId(ofSlot: slot(here)), part: part,
      kept: here > came ? mine : theirs, replaced: here > came ? theirs : mine)
  }

  private func edit(
    _ part: EditConflict.Part, _ ordinal: Int, wasHere: Bool
  ) throws -> EditConflict.Edit {
    let value: AnyCodableValue? =
      switch part {
      case .place: .position(try transform(ordinal))
      case .key(let key): try event(ordinal).metadata?[key]
      }
    return EditConflict.Edit(
      value: value, actor: actor(ordinal), instant: instant(ordinal), wasHere: wasHere)
  }
}

extension AnyCodableValue {
  /// The position of a transform, as ``EditConflict`` shows it.
  static func position(_ transform: [Float]) -> AnyCodableValue {
    .array(transform[12..<15].map { .double(Double($0)) })
  }
}

extension EditConflict.Part: Comparable {
  /// The place first, then keys by their bytes.
  package static func < (left: EditConflict.Part, right: EditConflict.Part) -> Bool {
    switch (left, right) {
    case (.place, .key): true
    case (_, .place): false
    case (.key(let left), .key(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}
