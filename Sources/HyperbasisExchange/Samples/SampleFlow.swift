import HyperbasisAnchorLog

/// Passes samples to the differ in chronological order.
///
/// Rows are assumed to be in order, and at different instants for each anchor, until they show
/// otherwise; then the pass starts again, with a sample held back for each anchor, or with all sorted.
struct SampleFlow {
  enum Manner {
    case direct
    /// Of two samples of an anchor at the same instant the last counts.
    case waiting
    case sorting
  }

  let manner: Manner
  private let knowledge: InputKnowledge
  private let isSnapshot: Bool
  private var sorter: SampleSorter
  private var waiting: [WaitingSample?] = []
  private var last = Int64.min
  private var snapshots: Set<Int64> = []
  /// Rows that are replaced by another row of the same anchor and instant.
  private(set) var replaced = 0
  private(set) var firstReplaced: InputPlace?
  /// The first of them that differs from the row that replaces it.
  private(set) var firstLost: InputPlace?
  /// What is known if the samples are not as assumed; nil if they are.
  private(set) var restart: InputKnowledge?

  init(_ setup: PassSetup, _ knowledge: InputKnowledge) {
    self.knowledge = knowledge
    isSnapshot = setup.options.isSnapshot
    manner =
      knowledge.isUnordered || isSnapshot ? .sorting : knowledge.hasTies ? .waiting : .direct
    sorter = SampleSorter(capacity: setup.sortingMemory, makeSpool: setup.makeSpool)
  }

  mutating func notePassing(_ instant: Int64) {
    if instant > last { last = instant }
  }

  mutating func noteSnapshot(_ instant: Int64) {
    snapshots.insert(instant)
    notePassing(instant)
  }

  @inline(__always)
  mutating func take(_ sample: Sample, _ cells: [UInt8], _ differ: inout SampleDiffer) throws {
    if sample.instant > last { last = sample.instant }
    switch manner {
    case .direct:
      differ.prepare(sample.anchor)
      let seen = differ.tracks[sample.anchor].seen
      guard sample.instant > seen else { return contradict(isTie: sample.instant == seen) }
      try differ.take(sample, cells)
    case .waiting: try wait(sample, cells, &differ)
    case .sorting: try sorter.add(sample, cells)
    }
  }

  private mutating func contradict(isTie: Bool) {
    var known = knowledge
    if isTie { known.hasTies = true } else { known.isUnordered = true }
    restart = known
  }

  private mutating func wait(
    _ sample: Sample, _ cells: [UInt8], _ differ: inout SampleDiffer
  ) throws {
    differ.prepare(sample.anchor)
    while waiting.count <= sample.anchor { waiting.append(nil) }
    if let before = waiting[sample.anchor] {
      if before.sample.instant > sample.instant { return contradict(isTie: false) }
      if before.sample.instant == sample.instant {
        noteReplaced(before, by: sample, cells)
      } else {
        try differ.take(before.sample, before.cells)
      }
    }
    waiting[sample.anchor] = WaitingSample(sample: sample, cells: cells)
  }

  private mutating func noteReplaced(
    _ before: WaitingSample, by sample: Sample, _ cells: [UInt8]
  ) {
    noteReplaced(before.sample.place, isLost: before.says(otherThan: sample, cells))
  }

  private mutating func noteReplaced(_ place: InputPlace, isLost: Bool) {
    replaced += 1
    if firstReplaced == nil { firstReplaced = place }
    if isLost, firstLost == nil { firstLost = place }
  }
}

// MARK: - The end

extension SampleFlow {
  /// Hands out what was held back, and deletes anchors that are gone.
  mutating func finish(_ differ: inout SampleDiffer) throws {
    switch manner {
    case .direct: break
    case .waiting:
      for sample in waiting {
        if let sample { try differ.take(sample.sample, sample.cells) }
      }
    case .sorting: try handOutSorted(&differ)
    }
    guard last != .min else { return }
    for anchor in differ.tracks.indices { try differ.closeGap(anchor, until: last) }
  }

  private mutating func handOutSorted(_ differ: inout SampleDiffer) throws {
    if isSnapshot { try differ.prepareImportsOfLog() }
    var pending: WaitingSample?
    var rest = snapshots.sorted()[...]
    var snapshot = SnapshotGroup()
    let isSnapshot = isSnapshot
    var replaced: [(place: InputPlace, isLost: Bool)] = []
    func handOut(_ waiting: WaitingSample) throws {
      let sample = waiting.sample
      differ.prepare(sample.anchor)
      if isSnapshot {
        while let empty = rest.first, empty <= sample.instant {
          rest.removeFirst()
          if empty < sample.instant { try snapshot.move(to: empty, &differ) }
        }
        try snapshot.move(to: sample.instant, &differ)
        snapshot.see(sample.anchor)
      }
      try differ.take(sample, waiting.cells)
    }
    try sorter.handOut { sample, cells in
      if let before = pending {
        let isTie =
          before.sample.anchor == sample.anchor && before.sample.instant == sample.instant
        if isTie {
          replaced.append((before.sample.place, before.says(otherThan: sample, cells)))
        } else {
          try handOut(before)
        }
      }
      pending = WaitingSample(sample: sample, cells: cells)
    }
    if let pending { try handOut(pending) }
    for empty in rest { try snapshot.move(to: empty, &differ) }
    if isSnapshot { try snapshot.close(&differ) }
    for row in replaced.sorted(by: { $0.place < $1.place }) {
      noteReplaced(row.place, isLost: row.isLost)
    }
  }
}

/// The anchors of one complete state.
struct SnapshotGroup {
  private var instant: Int64?
  private var seen: Set<Int> = []

  mutating func see(_ anchor: Int) { seen.insert(anchor) }

  mutating func move(to next: Int64, _ differ: inout SampleDiffer) throws {
    if instant == next { return }
    try close(&differ)
    instant = next
  }

  /// Deletes anchors that the state does not have, of those that imports brought.
  mutating func close(_ differ: inout SampleDiffer) throws {
    guard let instant else { return }
    try differ.deleteAbsent(from: seen, at: instant)
    seen.removeAll(keepingCapacity: true)
    self.instant = nil
  }
}

extension SampleDiffer {
  /// Gives every anchor of the log a track, and notes whether an import brought it.
  mutating func prepareImportsOfLog() throws {
    anchors.endNames()
    for slot in 0..<log.slotCount {
      let id = log.anchorId(ofSlot: slot)
      guard log.slot(of: id) == slot else { continue }
      let isImported = try isImported(slot: slot)
      let anchor = anchors.number(of: UUIDBits(id))
      prepare(anchor)
      tracks[anchor].isImported = isImported
    }
  }

  mutating func deleteAbsent(from seen: Set<Int>, at instant: Int64) throws {
    var visible = 0
    var dropped = 0
    for anchor in tracks.indices {
      if tracks[anchor].slot >= 0 { try passLog(anchor, through: instant) }
      guard isVisibleImport(anchor) else { continue }
      visible += 1
      guard !seen.contains(anchor), !tracks[anchor].stays else { continue }
      dropped += 1
      if anchor >= anchors.namedCount { absent.insert(anchor) }
      try deleteIfVisible(anchor, at: instant)
    }
    states.add(visible: visible, dropped: dropped)
  }
}
