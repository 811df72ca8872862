/// The events of one anchor: their ordinals, ascending.
public struct Postings: RandomAccessCollection, Sendable {
  fileprivate let base: FixedArray<Int32>
  fileprivate let tail: [Int32]

  public var startIndex: Int { 0 }
  public var endIndex: Int { base.count + tail.count }

  public subscript(index: Int) -> Int {
    index < base.count
      ? Int(base[index]) : Int(tail[index - base.count])
  }
}

extension Postings {
  /// Returns how many of the ordinals lie below `ordinal`.
  public func count(below ordinal: Int) -> Int {
    indices.partition { self[$0] < ordinal }
  }

  /// Returns the greatest ordinal below `ordinal`; nil if there is none.
  public func last(below ordinal: Int) -> Int? {
    let count = count(below: ordinal)
    return count > 0 ? self[count - 1] : nil
  }
}

/// The posting lists of all anchors: one flat array, and what was appended since it was built.
struct PostingStore: Sendable {
  private(set) var flat = FixedArray<Int32>()
  /// Where the list of each slot starts; one more element for the end.
  private(set) var starts: [Int32] = [0]
  private var tails: [Int32: [Int32]] = [:]
  private var tailCount = 0
  /// At most this many anchors may have tails, so that copying shared ones stays cheap.
  private static let tailLimit = 1024
  /// The lists are rebuilt when one in this many events lies in a tail: the cost per event is then
  /// the same however long the log.
  private static let tailShare = 4
}

extension PostingStore {
  /// Builds the lists of `slotCount` anchors from the slot of each event.
  init(slots: UnsafeBufferPointer<Int32>, slotCount: Int) {
    var starts = [Int32](repeating: 0, count: slotCount + 1)
    for slot in slots { starts[Int(slot) + 1] += 1 }
    for slot in 0..<slotCount { starts[slot + 1] += starts[slot] }
    var next = starts
    flat = FixedArray(count: slots.count) { flat in
      next.withUnsafeMutableBufferPointer { next in
        for (ordinal, slot) in slots.enumerated() {
          flat[Int(next[Int(slot)])] = Int32(truncatingIfNeeded: ordinal)
          next[Int(slot)] += 1
        }
      }
    }
    self.starts = starts
  }

  /// Restores the lists as an index on disk holds them.
  ///
  /// - Precondition: `starts` ascends from 0 to the number of elements.
  init(flat: FixedArray<Int32>, starts: [Int32]) {
    self.flat = flat
    self.starts = starts
  }

  /// How many anchors had lists when these were built.
  var slotCount: Int { starts.count - 1 }

  /// Whether all lists lie in the flat array.
  var isFlat: Bool { tailCount == 0 }

  func list(ofSlot slot: Int) -> Postings {
    let tail = tails.isEmpty ? [] : tails[Int32(slot)] ?? []
    guard slot + 1 < starts.count else { return Postings(base: FixedArray(), tail: tail) }
    return Postings(base: flat.part(Int(starts[slot])..<Int(starts[slot + 1])), tail: tail)
  }

  /// Adds an event after all others; returns false if the lists must be rebuilt.
  mutating func append(_ ordinal: Int, slot: Int32) -> Bool {
    guard tailCount < max(Self.tailLimit, flat.count / Self.tailShare) else { return false }
    guard tails.count < Self.tailLimit || tails[slot] != nil else { return false }
    tails[slot, default: []].append(Int32(ordinal))
    tailCount += 1
    return true
  }
}
