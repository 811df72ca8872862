import Foundation
package import HyperbasisAnchorLog

/// All operations of a space, the newest first, each described when its turn comes, so that a long history
/// can be listed without being held in memory.
///
/// The positions of each operation's events are found in one pass and kept as plain numbers, eight bytes an
/// event.
package struct OperationSequence: Sequence, Sendable {
  private let index: EventIndex
  /// The number of each operation that the log names, by the number that the index gives it; an id that was
  /// met in several places has several of the latter.
  private let numbers: [Int32]
  /// Where the list of each number starts in ``ordinals``, with one more entry at the end.
  private let starts: [Int32]
  private let ordinals: [Int32]
  /// The newest event that undoes or redoes each operation.
  private let tags: [UUID: Int]

  /// - Complexity: O(events).
  package init(_ index: EventIndex) {
    self.index = index
    numbers = Self.numbers(of: index.operations.ids)
    var starts = [Int32](repeating: 0, count: index.operations.ids.count + 2)
    index.withOperationNumbers { [numbers] column in
      for number in column where number > 0 { starts[Int(numbers[Int(number) - 1]) + 1] += 1 }
    }
    for number in 1..<starts.count { starts[number] += starts[number - 1] }
    var next = starts
    var ordinals = [Int32](repeating: 0, count: Int(starts.last ?? 0))
    index.withOperationNumbers { [numbers] column in
      for (ordinal, number) in column.enumerated() where number > 0 {
        let list = Int(numbers[Int(number) - 1])
        ordinals[Int(next[list])] = Int32(truncatingIfNeeded: ordinal)
        next[list] += 1
      }
    }
    (self.starts, self.ordinals) = (starts, ordinals)
    tags = Self.tags(of: index)
  }

  /// Returns one number for each id: that of its first occurrence.
  ///
  /// An open-addressing table of numbers; a dictionary of ids would take ten times as much.
  private static func numbers(of ids: OperationIds) -> [Int32] {
    var size = 64
    while size < ids.count * 2 { size *= 2 }
    var buckets = [Int32](repeating: -1, count: size)
    // Random, so that no log can be made to collide.
    let key = UInt64.random(in: .min ... .max) | 1
    return ids.enumerated().map { number, id in
      var mixed = (id.high ^ key) &* 0x9E37_79B9_7F4A_7C15
      mixed = (mixed ^ mixed >> 32 ^ id.low) &* key
      var bucket = Int(truncatingIfNeeded: mixed >> 20) & (size - 1)
      while buckets[bucket] >= 0 {
        if ids[Int(buckets[bucket])] == id { return buckets[bucket] }
        bucket = (bucket + 1) & (size - 1)
      }
      buckets[bucket] = Int32(truncatingIfNeeded: number)
      return Int32(truncatingIfNeeded: number)
    }
  }

  private static func tags(of index: EventIndex) -> [UUID: Int] {
    guard !index.tags.isEmpty else { return [:] }
    return (0..<index.count).reduce(into: [:]) { tags, ordinal in
      if let original = index.undone(ordinal)?.original { tags[original] = ordinal }
    }
  }
}

extension OperationSequence {
  package func makeIterator() -> AnyIterator<HBOperation> {
    var position = index.count
    return AnyIterator {
      while position > 0 {
        position -= 1
        if let group = group(endingWith: position) { return HBOperation(group, in: index) }
      }
      return nil
    }
  }

  /// How many events there are, any of which may be the last of an operation.
  package var eventCount: Int { index.count }

  /// Returns the operations whose last events are in a range of ordinals, the newest first.
  ///
  /// Ranges may be requested concurrently.
  package func summaries(endingIn range: Range<Int>) -> [OperationSummary] {
    let actors = index.actorNames
    var summaries: [OperationSummary] = []
    summaries.reserveCapacity(range.count)
    for ordinal in range.reversed() {
      if isAlone(ordinal) {
        let id = index.id(ordinal)
        let number = index.actorNumber(ordinal)
        summaries.append(
          OperationSummary(
            id: id, instant: index.instant(ordinal), actor: number > 0 ? actors[number - 1] : nil,
            kind: HBOperation.Kind(index.type(ordinal)), eventCount: 1, anchorCount: 1,
            isUndone: isUndone(id)))
      } else if let group = group(endingWith: ordinal) {
        summaries.append(OperationSummary(HBOperation(group, in: index)))
      }
    }
    return summaries
  }

  /// Whether an event names no operation, undoes none, and shares its instant with no other, as is true of
  /// nearly all events in logs whose writers name no operations.
  private func isAlone(_ ordinal: Int) -> Bool {
    let instant = index.instant(ordinal)
    return index.operationNumber(ordinal) == 0
      && (ordinal == 0 || index.instant(ordinal - 1) != instant)
      && (ordinal + 1 == index.count || index.instant(ordinal + 1) != instant)
      && index.undone(ordinal) == nil
  }

  /// The operation whose last event this is; nil if it is not the last of one.
  private func group(endingWith ordinal: Int) -> OperationGroup? {
    let number = index.operationNumber(ordinal)
    guard number > 0 else { return untagged(endingWith: ordinal) }
    let list = Int(numbers[number - 1])
    let range = Int(starts[list])..<Int(starts[list + 1])
    guard Int(ordinals[range.upperBound - 1]) == ordinal else { return nil }
    let id = index.operations.ids[list].uuid
    return OperationGroup(
      id: id, ordinals: ordinals[range].map { Int($0) }, isUndone: isUndone(id))
  }

  private func untagged(endingWith ordinal: Int) -> OperationGroup? {
    let group = index.untaggedGroup(of: ordinal)
    guard group.last == ordinal else { return nil }
    let id = index.id(group[0])
    return OperationGroup(id: id, ordinals: group, isUndone: isUndone(id))
  }

  private func isUndone(_ id: UUID) -> Bool {
    guard !tags.isEmpty, let ordinal = tags[id], case .undoes = index.undone(ordinal) else {
      return false
    }
    return true
  }
}
