import Foundation

/// The limits of the numbers in an index on disk that lead to memory or to the log: they are not
/// checked again when they are used.
struct ImageLimits: Sendable {
  let rows: Int
  let slots: SlotTable
  let postingStarts: [Int32]
  let actors: [String]
  let operationCount: Int
  /// How many events each keyframe folds, and how many anchors it has.
  let framePositions: [Int]
  let frameLengths: [Int]
  /// How many bytes of the log it covers.
  let coveredSize: Int
}

// MARK: - Tables

extension ImageLimits {
  /// Returns whether the tables only name events and anchors that exist.
  func tablesAreSound(_ storeOrder: [Int32]) -> Bool {
    guard rows == 0 || slots.count > 0 else { return false }
    let isSound = (0..<slots.count).allSatisfy { slot in
      let (newest, start) = (slots.newest[slot], slots.foldStart[slot])
      let hasEvents = postingStarts[slot + 1] > postingStarts[slot]
      return newest >= -1 && newest < rows && hasEvents == (newest >= 0)
        && start >= -1 && start <= newest
    }
    return isSound
      && storeOrder.allSatisfy { slot in
        slot >= 0 && slot < slots.count && slots.foldStart[Int(slot)] >= 0
      }
  }
}

// MARK: - Blocks

extension ImageLimits {
  /// Returns whether elements of a part stay within the limits.
  ///
  /// - Parameter elements: the places of the elements in the part.
  func isSound(_ part: ImagePart, _ bytes: UnsafeRawBufferPointer, _ elements: Range<Int>) -> Bool {
    switch part {
    case .column(.instants):
      all(bytes) { (instant: Int64) in instant.magnitude < UInt64(Int64.max / 2) }
    case .column(.slots): all(bytes) { (slot: Int32) in slot >= 0 && slot < slots.count }
    case .column(.folded): foldedRowsAreSound(bytes, from: elements.lowerBound)
    case .column(.places): placesAreSound(bytes)
    case .column(.actors): all(bytes) { (number: Int32) in number >= 0 && number <= actors.count }
    case .column(.operations):
      all(bytes) { (number: Int32) in number >= 0 && number <= operationCount }
    case .column(.ids), .column(.versions), .column(.rotationDigests), .column(.metadataDigests),
      .column(.metadataShapes):
      true
    case .table(.keyframes): framesAreSound(bytes.bindMemory(to: Int32.self), elements)
    case .table: true
    }
  }

  @inline(__always)
  private func all<Element>(
    _ bytes: UnsafeRawBufferPointer, _ isSound: (Element) -> Bool
  ) -> Bool {
    // Accumulated instead of returning early: no branch per element.
    var isAll = true
    for element in bytes.bindMemory(to: Element.self) { isAll = isSound(element) && isAll }
    return isAll
  }

  private func foldedRowsAreSound(_ bytes: UnsafeRawBufferPointer, from first: Int) -> Bool {
    var isSound = true
    var row = Int32(truncatingIfNeeded: first)
    for folded in bytes.bindMemory(to: FoldedRow.self) {
      isSound = folded.transformSource >= -1 && folded.transformSource <= row && isSound
      isSound = folded.metadataSource >= -1 && folded.metadataSource <= row && isSound
      isSound = !folded.flags.contains(.synthetic) && isSound
      row += 1
    }
    return isSound
  }

  private func placesAreSound(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let size = Int64(coveredSize)
    return all(bytes) { (place: EventPlace) in
      place.offset >= 0 && place.offset <= size - Int64(place.length) && place.hasSoundOffsets
    }
  }

  /// Returns whether every keyframe names only rows before it.
  private func framesAreSound(
    _ latest: UnsafeBufferPointer<Int32>, _ elements: Range<Int>
  ) -> Bool {
    var start = 0
    for (position, length) in zip(framePositions, frameLengths) {
      let own = elements.clamped(to: start..<start + length)
      let isSound = own.allSatisfy { place in
        let ordinal = latest[place - elements.lowerBound]
        return ordinal >= -1 && ordinal < position
      }
      guard isSound else { return false }
      start += length
    }
    return true
  }

  /// Returns whether every list ascends and holds only rows of its anchor; as there are as many
  /// places as rows, it then holds all of them.
  ///
  /// - Parameter column: the anchor of each row; nil if all belong to the first.
  func listsAreSound(
    _ flat: UnsafeBufferPointer<Int32>, slots column: UnsafeBufferPointer<Int32>?
  ) -> Bool {
    for slot in 0..<slots.count {
      var last: Int32 = -1
      for place in Int(postingStarts[slot])..<Int(postingStarts[slot + 1]) {
        let ordinal = flat[place]
        guard ordinal > last, ordinal < rows, slot == column.map({ Int($0[Int(ordinal)]) }) ?? 0
        else {
          return false
        }
        last = ordinal
      }
      guard slots.newest[slot] == last else { return false }
    }
    return true
  }
}

extension EventPlace {
  /// Whether the values that it points to lie within the line.
  fileprivate var hasSoundOffsets: Bool {
    (UInt32(transform) <= length || transform == Self.far)
      && (UInt32(metadata) <= length || metadata == Self.far)
  }
}

// MARK: - Replacing what is damaged

extension ImageLimits {
  /// Returns whether an index that was read from the log numbers everything as this one does.
  func agree(with log: EventIndex) -> Bool {
    let table = log.anchors.slots
    return log.count == rows && table.ids == slots.ids && table.newest == slots.newest
      && table.foldStart == slots.foldStart && log.anchors.postings.starts == postingStarts
      && log.actors.names == actors && log.operations.ids.count == operationCount
  }

  /// Runs `body` on what a part should hold according to the log.
  func withBytes(
    of part: ImagePart, _ log: EventIndex, _ layout: ImageLayout,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    switch part {
    case .column(let column):
      if layout.holds(column) { body(log.columns.bytes(column, count: rows)) }
    case .table(.postings):
      log.anchors.postings.flat.withElements { body(UnsafeRawBufferPointer($0)) }
    case .table(.operationIds): Array(log.operations.ids).withUnsafeBytes(body)
    case .table(.keyframes): frames(log).withUnsafeBytes(body)
    case .table: break
    }
  }

  /// Returns keyframes at the same positions, which depend on how the log grew.
  private func frames(_ log: EventIndex) -> [Int32] {
    zip(framePositions, frameLengths).flatMap { position, length in
      log.state(through: position).latest.prefix(length)
    }
  }

  /// Overwrites elements of a part with values that lead nowhere.
  func clear(_ part: ImagePart, _ bytes: UnsafeMutableRawBufferPointer) {
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    switch part {
    case .column(.folded):
      _ = bytes.initializeMemory(
        as: FoldedRow.self,
        repeating: FoldedRow(position: PackedPosition(.zero), flags: EventFlags()))
    case .table(.keyframes): _ = bytes.initializeMemory(as: Int32.self, repeating: -1)
    default: break
    }
  }
}
