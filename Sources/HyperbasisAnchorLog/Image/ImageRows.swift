import Dispatch
import Synchronization

/// Checks that what the rows and tables of an index from disk refer to is there: nobody checks when
/// they are used.
struct ImageRows {
  private let index: EventIndex
  private let coveredSize: Int64

  private static let blockSize = 1 << 16

  /// - Parameter coveredSize: how many bytes of the log it covers.
  init(_ index: EventIndex, coveredSize: Int) {
    self.index = index
    self.coveredSize = Int64(coveredSize)
  }
}

extension ImageRows {
  func areSound() -> Bool {
    let slots = index.anchors.slots
    guard tablesAreSound(slots) else { return false }
    let blocks = (index.count + Self.blockSize - 1) / Self.blockSize
    return allBlocks(blocks) { block in
      let start = block * Self.blockSize
      return rowsAreSound(start..<min(index.count, start + Self.blockSize), slots.count)
    } && postingsAreSound(slots) && keyframesAreSound()
  }

  private func allBlocks(_ count: Int, _ isSound: @Sendable (Int) -> Bool) -> Bool {
    let fault = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: count) { block in
      if !isSound(block) { fault.store(true, ordering: .relaxed) }
    }
    return !fault.load(ordering: .relaxed)
  }

  private func rowsAreSound(_ rows: Range<Int>, _ slotCount: Int) -> Bool {
    let columns = index.columns
    let (actors, operations) = (index.actors.names.count, index.operations.ids.count)
    // Collected instead of left early: no branch a row.
    var isSound = true
    for row in rows {
      let folded = columns.folded[row]
      let place = columns.places[row]
      let slot = Int(columns.slots[row])
      isSound = isSound && columns.instants[row].magnitude < UInt64(Int64.max / 2)
      isSound = isSound && slot >= 0 && slot < slotCount
      isSound = isSound && folded.transformSource >= -1 && Int(folded.transformSource) <= row
      isSound = isSound && folded.metadataSource >= -1 && Int(folded.metadataSource) <= row
      isSound = isSound && !folded.flags.contains(.synthetic)
      isSound = isSound && place.offset >= 0 && place.offset <= coveredSize - Int64(place.length)
      isSound = isSound && place.hasSoundOffsets
      isSound = isSound && columns.actors[row] >= 0 && Int(columns.actors[row]) <= actors
      isSound =
        isSound && columns.operations[row] >= 0 && Int(columns.operations[row]) <= operations
    }
    return isSound
  }

  private func tablesAreSound(_ slots: SlotTable) -> Bool {
    let count = Int32(truncatingIfNeeded: index.count)
    return slots.foldStart.allSatisfy { $0 >= -1 && $0 < count }
      && index.anchors.storeOrder.allSatisfy { slot in
        slot >= 0 && slot < slots.count && slots.foldStart[Int(slot)] >= 0
      }
  }

  /// Every list ascends and holds rows of its anchor alone; as there are as many places as rows, it
  /// holds all of them.
  private func postingsAreSound(_ slots: SlotTable) -> Bool {
    let (columns, count) = (index.columns, Int32(truncatingIfNeeded: index.count))
    let postings = index.anchors.postings
    return postings.flat.withElements { flat in
      for slot in 0..<slots.count {
        var last: Int32 = -1
        for place in Int(postings.starts[slot])..<Int(postings.starts[slot + 1]) {
          let ordinal = flat[place]
          guard ordinal > last, ordinal < count, columns.slots[Int(ordinal)] == slot else {
            return false
          }
          last = ordinal
        }
        guard slots.newest[slot] == last else { return false }
      }
      return true
    }
  }

  private func keyframesAreSound() -> Bool {
    let keyframes = index.anchors.keyframes
    return zip(keyframes.positions, keyframes.frames).allSatisfy { position, frame in
      frame.withElements { $0.allSatisfy { $0 >= -1 && $0 < position } }
    }
  }
}

extension EventPlace {
  /// Whether the values that it points to lie within the line.
  fileprivate var hasSoundOffsets: Bool {
    (UInt32(transform) <= length || transform == Self.far)
      && (UInt32(metadata) <= length || metadata == Self.far)
  }
}
