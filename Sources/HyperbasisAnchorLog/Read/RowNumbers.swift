import Foundation
import HyperbasisModels

/// Maps the numbers of anchors, actors and operations in rows of one scanner to those of the whole
/// log.
struct RowNumbers: Sendable {
  /// By the scanner's slot.
  private(set) var slots: [Int32] = []
  /// By the scanner's number minus one.
  private(set) var actors: [Int32] = []
  private(set) var operations: [Int32] = []
}

/// What a scanner learnt from a chunk besides its rows.
struct ChunkFacts: Sendable {
  /// How many anchors, actors and operations it knows after this chunk.
  let slotCount: Int
  let actorCount: Int
  let operationCount: Int
  let rare: RareFacts
}

extension RowEncoder {
  /// Hands over what was learnt since the last call, except the numbers, which continue.
  mutating func takeChunk() -> ChunkFacts {
    let facts = ChunkFacts(
      slotCount: slots.count, actorCount: actors.names.count, operationCount: operations.ids.count,
      rare: rare)
    // The next chunk does not follow this one: its first operation gets a number of its own.
    operations.forgetLast()
    rare = RareFacts()
    return facts
  }

  /// Takes over what a scanner learnt from the next chunk.
  ///
  /// - Parameter numbers: those of what the scanner knew before; those of what was new to it are
  ///   added.
  mutating func take(_ chunk: ChunkFacts, of scanner: RowEncoder, _ numbers: inout RowNumbers) {
    rare.merge(chunk.rare)
    numbers.add(chunk, scanner, &self)
  }
}

extension RowNumbers {
  fileprivate mutating func add(
    _ chunk: ChunkFacts, _ scanner: RowEncoder, _ tables: inout RowEncoder
  ) {
    for slot in slots.count..<chunk.slotCount {
      slots.append(tables.slots.intern(scanner.slots.ids[slot]))
    }
    for actor in actors.count..<chunk.actorCount {
      actors.append(tables.actors.intern(scanner.actors.names[actor]))
    }
    for operation in operations.count..<chunk.operationCount {
      operations.append(tables.operations.intern(scanner.operations.ids[operation]))
    }
  }
}

extension ColumnStorage {
  /// Puts other numbers into rows that are being collected.
  func renumber(_ rows: [Range<Int>], _ numbers: RowNumbers) {
    precondition(rows.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= capacity })
    if !numbers.slots.enumerated().allSatisfy({ $0 == Int($1) }) {
      numbers.slots.withUnsafeBufferPointer { new in
        for rows in rows {
          for row in rows { slots.base[row] = new[Int(slots.base[row])] }
        }
      }
    }
    Self.renumber(actors.base, rows, numbers.actors)
    Self.renumber(operations.base, rows, numbers.operations)
  }

  private static func renumber(
    _ column: UnsafeMutablePointer<Int32>, _ rows: [Range<Int>], _ numbers: [Int32]
  ) {
    guard !numbers.enumerated().allSatisfy({ $0 + 1 == Int($1) }) else { return }
    numbers.withUnsafeBufferPointer { new in
      for rows in rows {
        for row in rows where column[row] != 0 { column[row] = new[Int(column[row]) - 1] }
      }
    }
  }
}
