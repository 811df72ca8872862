package import Foundation
package import HyperbasisAnchorLog

// An operation consists of the events that name it; events that name none are grouped by anchor and
// instant, under the id of the first.

extension EventIndex {
  /// Returns the event of the same anchor before an event.
  func anchorOrdinal(before ordinal: Int) -> Int? {
    ordinals(ofSlot: slot(ordinal)).last(below: ordinal)
  }

  /// Returns the events without an operation that share anchor and instant with one of them.
  func untaggedGroup(of ordinal: Int) -> [Int] {
    let list = ordinals(ofSlot: slot(ordinal))
    let instant = instant(ordinal)
    var start = list.count(below: ordinal)
    while start > 0, self.instant(list[start - 1]) == instant { start -= 1 }
    return list[start...].prefix { self.instant($0) == instant }.filter { operation($0) == nil }
  }

  /// Returns the id of the operation that an event belongs to.
  package func operationId(ofEvent ordinal: Int) -> UUID {
    operation(ordinal) ?? id(untaggedGroup(of: ordinal)[0])
  }

  /// Returns the events that name one of some operations, each list ascending.
  ///
  /// - Complexity: one pass over a column of small numbers, under a millisecond for a million
  ///   events: the events of an operation may lie anywhere.
  package func ordinals(ofOperations ids: Set<UUID>) -> [UUID: [Int]] {
    let names = Dictionary(uniqueKeysWithValues: ids.map { (UUIDBits($0), $0) })
    var wanted = [Bool](repeating: false, count: operations.ids.count + 1)
    var sieve = [Bool](repeating: false, count: 1 << 12)
    for bits in names.keys { sieve[Int(bits.low & 0xFFF)] = true }
    for (number, bits) in operations.ids.enumerated() where sieve[Int(bits.low & 0xFFF)] {
      if names[bits] != nil { wanted[number + 1] = true }
    }
    var result: [UUID: [Int]] = [:]
    withOperationNumbers { numbers in
      for (ordinal, number) in numbers.enumerated() where wanted[Int(number)] {
        if let name = names[operations.ids[Int(number) - 1]] {
          result[name, default: []].append(ordinal)
        }
      }
    }
    return result
  }
}

extension EventIndex {
  /// Whether an operation's moves bring the anchors into one frame of the space, according to its
  /// correction tag.
  package func isCorrection(_ operation: UUID) -> Bool { corrections[operation]?.frame != nil }

  /// Returns how many events an event's operation had, if its line says so.
  package func batchCount(_ ordinal: Int) throws -> Int? {
    let bytes = try lineBytes(ordinal)
    guard bytes.contains("\"batch\"".utf8) else { return nil }
    // Damaged lines are reported elsewhere.
    let extra = (try? LogLine.decode(bytes))?.extraKeys.first { $0.key == "batch" }
    return extra?.value.dictionaryValue?["count"]?.intValue
  }
}
