import Dispatch
package import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization

/// The shifts of a space through its history, as found in a log up to some event.
///
/// The same log gives the same shifts on every machine, however it grew. An update costs the new
/// events, and the bursts that they may still extend.
///
/// The entry points:
/// - ``init(_:frameKeys:)`` and ``update(_:)``: find the shifts; the result is kept for the head of a log.
/// - ``shifts``: ``FoundShift``, in the order of their first events; ``streamCount``.
/// - ``SpaceFrames``: the frame of each anchor, and the motion between two dates for a diff.
/// - ``DriftCurve``: how far the space is from where it was, at each burst.
/// - ``CorrectionPlan``: what takes shifts out, and the ``CorrectionTag`` of its events.
package struct DriftHistory: Sendable {
  /// All motions that were found, whatever their class, in the order of their first events.
  package private(set) var shifts: [FoundShift] = []
  /// How many bursts were of anchors under way, so that they were not searched.
  package private(set) var streamCount = 0
  /// Bursts that wrote many of the live anchors, in the order of their first events.
  private(set) var rewrites: [Rewrite] = []
  /// How many events have been examined.
  package var eventCount: Int { walk.eventCount }

  private let frameKeys: FrameKeys
  private var walk = WriteWalk()
  private var quick = QuickGrouping()
  private var slow = SlowGrouping()
  /// The shifts that no later event can change.
  private var closed: [FoundShift] = []
  /// What was found in bursts that no later event can extend, as far as it is not closed.
  private var settled = BurstEvaluation.Outcome()
  /// The last event that was walked.
  private var head: Head?

  private struct Head: Equatable, Sendable {
    let space: UUIDBits
    let id: UUIDBits
  }

  /// Metadata keys that name the frame of an anchor; its type does not.
  package static let defaultFrameKeys = [
    "room", "floor", "map", "mapId", "device", "session", "zone", "scan",
  ]

  /// Finds all shifts of a log.
  ///
  /// - Parameter frameKeys: the metadata keys whose values tie anchors to one frame.
  /// - Throws: ``LogError`` or the source's error if the log cannot be read.
  package init(_ index: EventIndex, frameKeys: [String] = defaultFrameKeys) throws {
    self.frameKeys = FrameKeys(names: frameKeys)
    try update(index)
  }

  private init(frameKeys: FrameKeys) {
    self.frameKeys = frameKeys
  }
}

extension DriftHistory {
  /// Updates the result to an index: of the same log, grown or not, or of any other.
  ///
  /// - Throws: ``LogError`` or the source's error if the log cannot be read; the result so far is kept.
  package mutating func update(_ index: EventIndex) throws {
    var next = isContinued(by: index) ? self : DriftHistory(frameKeys: frameKeys)
    if next.head != nil, next.walk.eventCount == index.count { return }
    try next.extend(index)
    self = next
  }

  private func isContinued(by index: EventIndex) -> Bool {
    guard let head, walk.eventCount <= index.count else { return false }
    return head == Self.head(of: index, walk.eventCount)
  }

  private static func head(of index: EventIndex, _ count: Int) -> Head? {
    guard count > 0 else { return nil }
    return Head(space: UUIDBits(index.spaceId), id: UUIDBits(index.id(count - 1)))
  }

  private mutating func extend(_ index: EventIndex) throws {
    walk.advance(index) { quick.add($0, index) }
    let end = index.end?.microseconds ?? 0
    let outcome = try evaluate(quick.takeClosed(before: end), index)
    for write in outcome.leftOver { slow.add(write, index) }
    settled.append(outcome.withoutLeftOver)
    let ready = quick.firstOpenOrdinal ?? Int32(truncatingIfNeeded: index.count)
    settled.append(try evaluate(slow.takeClosed(before: ready, index), index).withoutLeftOver)
    head = Self.head(of: index, index.count)
    try close(before: min(ready, slow.firstOpenOrdinal ?? ready), index)
    try conclude(index)
  }

  /// Closes the shifts that no write from an ordinal on can change.
  private mutating func close(before ordinal: Int32, _ index: EventIndex) throws {
    let evaluation = BurstEvaluation(index: index, frameKeys: frameKeys)
    let list = try ShiftList(closed: closed, settled.shifts, evaluation)
    (closed, settled.shifts) = list.split(before: ordinal, index)
  }

  /// Evaluates the bursts that may still grow as if the log ended here, and combines all results.
  private mutating func conclude(_ index: EventIndex) throws {
    var (quick, slow) = (quick, slow)
    let last = try evaluate(quick.takeAll(), index)
    for write in last.leftOver { slow.add(write, index) }
    let slowest = try evaluate(slow.takeAll(index), index)
    rewrites = (settled.rewrites + last.rewrites + slowest.rewrites)
      .sorted { $0.first < $1.first }
    streamCount = settled.streamCount + last.streamCount + slowest.streamCount
    let evaluation = BurstEvaluation(index: index, frameKeys: frameKeys)
    let open = settled.shifts + last.shifts + slowest.shifts
    shifts = try ShiftList(closed: closed, open, evaluation).shifts
  }
}

// MARK: - Evaluation

extension DriftHistory {
  /// About how many writes a thread evaluates at a time.
  private static let chunk = 4096

  private func evaluate(
    _ bursts: WriteList, _ index: EventIndex
  ) throws -> BurstEvaluation.Outcome {
    let evaluation = BurstEvaluation(index: index, frameKeys: frameKeys)
    let chunks = Self.chunks(bursts)
    let results = Mutex<[Int: Result<BurstEvaluation.Outcome, any Error>]>([:])
    let work: @Sendable (Int) -> Void = { number in
      let result = Result { try evaluation.evaluate(bursts, chunks[number]) }
      results.withLock { $0[number] = result }
    }
    if chunks.count == 1 {
      work(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: chunks.count, execute: work)
    }
    let all = results.withLock { $0 }
    var outcome = BurstEvaluation.Outcome()
    for number in chunks.indices {
      if let result = all[number] { outcome.append(try result.get()) }
    }
    return outcome
  }

  private static func chunks(_ bursts: WriteList) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var (start, written) = (0, 0)
    for number in 0..<bursts.count where bursts.ends[number] - written >= chunk {
      chunks.append(start..<number + 1)
      (start, written) = (number + 1, bursts.ends[number])
    }
    if start < bursts.count { chunks.append(start..<bursts.count) }
    return chunks
  }
}

extension BurstEvaluation {
  fileprivate func evaluate(_ bursts: WriteList, _ numbers: Range<Int>) throws -> Outcome {
    var outcome = Outcome()
    for number in numbers { try evaluate(bursts[number], into: &outcome) }
    return outcome
  }
}

extension BurstEvaluation.Outcome {
  fileprivate var withoutLeftOver: Self {
    var outcome = self
    outcome.leftOver = []
    return outcome
  }
}
