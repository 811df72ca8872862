import HyperbasisAnchorLog
import HyperbasisModels

/// Turns samples into events by the rules of saving, considering what the log already shows.
///
/// The samples of each anchor come in chronological order.
struct SampleDiffer {
  let options: ImportOptions
  var cells: MetadataCells
  let log: EventIndex
  var reader: PayloadReader
  var tracks: [AnchorTrack] = []
  /// How many events there are of each type.
  var counts = EventCounts()
  var eventsInThePast = 0
  /// When the first event comes that other input may have shown to be otherwise later: one of an anchor
  /// that the log has, or of a complete state.
  private(set) var firstOverlap: Int64?
  /// The slots of the anchors of those events.
  var lateSlots = Set<Int>()
  var rowsAlreadyThere = 0
  var rowsThinnedOut = 0
  var deletionsOfNothing = 0
  /// What complete states deleted.
  var states = StateCounts()
  /// Anchors of the log that the input does not name, and that a complete state deletes.
  var absent: Set<Int> = []
  /// Which keys of the metadata cause `updated` events, for anchors that the log does not have: only
  /// their metadata come from rows alone.
  var keyUpdates = KeyUpdates()
  /// The kinds of values that each key of the metadata has.
  private(set) var kinds = ValueKinds()
  let hasLog: Bool
  private let isThinning: Bool
  /// Nil while events are only counted.
  var emit: ((EventDraft) throws -> Void)?
  var anchors: AnchorRegistry
  var actors: [String] = []
  let actor: String?

  init(
    _ options: ImportOptions, _ cells: MetadataCells, _ target: ImportTarget,
    emit: ((EventDraft) throws -> Void)?
  ) {
    self.options = options
    self.cells = cells
    log = target.existing
    reader = PayloadReader(target.existing)
    hasLog = target.existing.count > 0
    isThinning =
      options.leastMove > 0 || options.leastTurn > 0 || options.leastInterval > 0
    anchors = AnchorRegistry(target, rekeys: options.rekeys)
    actor = target.actor
    self.emit = emit
  }
}

// MARK: - Samples

extension SampleDiffer {
  /// Makes sure that an anchor has a track.
  @inline(__always)
  mutating func prepare(_ anchor: Int) {
    if anchor >= tracks.count { addTracks(anchor) }
  }

  private mutating func addTracks(_ anchor: Int) {
    while tracks.count <= anchor {
      var track = AnchorTrack()
      if hasLog, let slot = log.slot(of: anchors.id(tracks.count).uuid) {
        track.slot = Int32(slot)
        track.version = Int32(log.maximumVersion(ofSlot: slot))
      }
      tracks.append(track)
    }
  }

  /// Takes one sample.
  mutating func take(_ sample: Sample, _ row: [UInt8]) throws {
    let anchor = sample.anchor
    try closeGap(anchor, until: sample.instant)
    tracks[anchor].seen = sample.instant
    tracks[anchor].stays = sample.stays
    if tracks[anchor].slot >= 0 { try passLog(anchor, through: sample.instant) }
    switch sample.kind {
    case .seen: try see(sample, completed(row, anchor))
    case .deletion:
      guard tracks[anchor].hasState else {
        deletionsOfNothing += 1
        return
      }
      guard !tracks[anchor].isHidden else {
        rowsAlreadyThere += 1
        return
      }
      try delete(anchor, at: sample.instant, by: sample.actor)
    }
  }

  /// Returns a row's cells together with those that the anchor keeps.
  @inline(__always)
  private mutating func completed(_ row: [UInt8], _ anchor: Int) -> [UInt8] {
    guard
      tracks[anchor].logged != nil || tracks[anchor].hasKept || cells.hasSeveralInputs
        || options.empty == .keep
    else { return row }
    let (cells, hasKept) = cells.completed(
      row, over: tracks[anchor].cells, logged: tracks[anchor].logged?.metadata,
      label: anchors.label(anchor))
    tracks[anchor].hasKept = hasKept
    return cells
  }

  @inline(__always)
  private mutating func see(_ sample: Sample, _ row: [UInt8]) throws {
    let anchor = sample.anchor
    guard tracks[anchor].hasState, !tracks[anchor].isHidden else {
      let type: HBAnchorEvent.EventType = tracks[anchor].hasState ? .restored : .created
      return try show(sample, row, type)
    }
    let isMoved = sample.pose != tracks[anchor].pose
    let isUpdated = hasOtherMetadata(anchor, row)
    guard isMoved || isUpdated else {
      rowsAlreadyThere += 1
      return
    }
    if isThinning, isBelowThreshold(sample, isUpdated: isUpdated) {
      rowsThinnedOut += 1
      return
    }
    if isMoved {
      try write(.moved, sample.instant, anchor, pose: sample.pose, by: sample.actor)
      tracks[anchor].pose = sample.pose
    }
    if isUpdated {
      if tracks[anchor].slot < 0, emit == nil {
        keyUpdates.add(cells.changedKeys(tracks[anchor].cells, row))
      }
      try write(.updated, sample.instant, anchor, cells: row, by: sample.actor)
      setMetadata(anchor, row)
    }
    tracks[anchor].written = sample.instant
  }

  private mutating func show(
    _ sample: Sample, _ row: [UInt8], _ type: HBAnchorEvent.EventType
  ) throws {
    let anchor = sample.anchor
    try write(
      type, sample.instant, anchor, pose: sample.pose, cells: row, by: sample.actor)
    tracks[anchor].pose = sample.pose
    setMetadata(anchor, row)
    tracks[anchor].hasState = true
    tracks[anchor].isHidden = false
    tracks[anchor].written = sample.instant
  }

  @inline(__always)
  private mutating func setMetadata(_ anchor: Int, _ row: [UInt8]) {
    if tracks[anchor].cells != row { tracks[anchor].cells = row }
    if tracks[anchor].logged != nil { tracks[anchor].logged = nil }
  }

  /// Returns whether the metadata differ by value; if not, the row's bytes serve the next comparison.
  @inline(__always)
  private mutating func hasOtherMetadata(_ anchor: Int, _ row: [UInt8]) -> Bool {
    if tracks[anchor].logged == nil, tracks[anchor].cells == row { return false }
    return hasOtherValues(anchor, row)
  }

  private mutating func hasOtherValues(_ anchor: Int, _ row: [UInt8]) -> Bool {
    let after = cells.metadata(row, label: anchors.label(anchor))
    guard after.hasSameMembers(as: metadata(anchor)) else { return true }
    setMetadata(anchor, row)
    return false
  }

  /// Returns the metadata in force.
  private func metadata(_ anchor: Int) -> [String: AnyCodableValue] {
    tracks[anchor].logged?.metadata
      ?? cells.metadata(tracks[anchor].cells, label: anchors.label(anchor))
  }

  /// Returns whether a sample is too close to the last state that was written.
  private func isBelowThreshold(_ sample: Sample, isUpdated: Bool) -> Bool {
    let track = tracks[sample.anchor]
    if options.leastInterval > 0, sample.instant - track.written < options.leastInterval {
      return true
    }
    if isUpdated { return false }
    let isMoved =
      sample.pose.position != track.pose.position
      && sample.pose.distance(to: track.pose) >= options.leastMove
    let isTurned =
      sample.pose.isTurned(from: track.pose)
      && sample.pose.turn(from: track.pose) >= options.leastTurn
    return !isMoved && !isTurned
  }
}

// MARK: - Absence

extension SampleDiffer {
  /// Deletes an anchor that was not seen for longer than the options allow.
  @inline(__always)
  mutating func closeGap(_ anchor: Int, until instant: Int64) throws {
    guard let limit = options.goneAfter else { return }
    let seen = tracks[anchor].seen
    guard seen != .min, instant - seen > limit, !tracks[anchor].stays else { return }
    try deleteIfVisible(anchor, at: seen + limit)
  }

  mutating func deleteIfVisible(_ anchor: Int, at instant: Int64) throws {
    if tracks[anchor].slot >= 0 { try passLog(anchor, through: instant) }
    guard tracks[anchor].hasState, !tracks[anchor].isHidden else { return }
    try delete(anchor, at: instant, by: 0)
  }

  private mutating func delete(_ anchor: Int, at instant: Int64, by actor: Int32) throws {
    try write(.deleted, instant, anchor, by: actor)
    tracks[anchor].isHidden = true
    tracks[anchor].written = instant
  }

  /// Returns whether an anchor is visible and came from an import.
  func isVisibleImport(_ anchor: Int) -> Bool {
    tracks[anchor].hasState && !tracks[anchor].isHidden && tracks[anchor].isImported
  }
}

// MARK: - The log

extension SampleDiffer {
  /// Folds the anchor's events of the log up to an instant.
  mutating func passLog(_ anchor: Int, through instant: Int64) throws {
    let events = log.ordinals(ofSlot: Int(tracks[anchor].slot))
    while Int(tracks[anchor].passed) < events.count {
      let ordinal = events[Int(tracks[anchor].passed)]
      guard log.instant(ordinal).microseconds <= instant else { return }
      try fold(ordinal, anchor)
      tracks[anchor].passed += 1
    }
  }

  private mutating func fold(_ ordinal: Int, _ anchor: Int) throws {
    let carriesTransform = log.carriesTransform(ordinal)
    guard tracks[anchor].hasState || carriesTransform else { return }
    if carriesTransform || log.carriesMetadata(ordinal) {
      let event = try event(ordinal)
      if let transform = event.transform, transform.count == 16 {
        tracks[anchor].pose = Pose(transform)
      }
      if let metadata = try mergedMetadata(ordinal, event, anchor) {
        tracks[anchor].logged = LoggedMetadata(metadata)
      } else if let metadata = event.metadata {
        tracks[anchor].logged = LoggedMetadata(metadata)
      } else if !tracks[anchor].hasState {
        tracks[anchor].logged = LoggedMetadata([:])
      }
    }
    tracks[anchor].hasState = true
    switch log.type(ordinal) {
    case .deleted: tracks[anchor].isHidden = true
    case .created, .restored: tracks[anchor].isHidden = false
    case .moved, .updated: break
    }
    tracks[anchor].written = log.instant(ordinal).microseconds
  }

  /// Returns the metadata in force after an event whose metadata count only in part; nil if all count.
  private func mergedMetadata(
    _ ordinal: Int, _ event: HBAnchorEvent, _ anchor: Int
  ) throws -> [String: AnyCodableValue]? {
    guard tracks[anchor].precedesLog, let changed = try log.namedKeys(ordinal) else {
      return log.mergesMetadata(ordinal) ? try log.metadata(ordinal) : nil
    }
    var merged = metadata(anchor)
    for key in changed { merged[key] = event.metadata?[key] }
    return merged
  }

  private mutating func event(_ ordinal: Int) throws -> HBAnchorEvent {
    if log.lineRange(ordinal) == nil { return try log.event(ordinal) }
    return try reader.line(ordinal).event
  }

  /// Returns whether the first event of an anchor of the log was written by an import.
  mutating func isImported(slot: Int) throws -> Bool {
    guard let first = log.ordinals(ofSlot: slot).first else { return true }
    return try event(first).isImported(at: log.instant(first))
  }
}

// MARK: - Events

extension SampleDiffer {
  private mutating func write(
    _ type: HBAnchorEvent.EventType, _ instant: Int64, _ anchor: Int, pose: Pose? = nil,
    cells row: [UInt8]? = nil, by actor: Int32
  ) throws {
    counts.add(type)
    tracks[anchor].version += 1
    let slot = Int(tracks[anchor].slot)
    if slot >= 0 || options.isSnapshot { firstOverlap = min(firstOverlap ?? instant, instant) }
    if slot >= 0, Int(tracks[anchor].passed) < log.ordinals(ofSlot: slot).count {
      eventsInThePast += 1
      lateSlots.insert(slot)
      tracks[anchor].precedesLog = true
    }
    guard let emit else {
      if let row { kinds.note(cells.metadata(row, label: nil)) }
      return
    }
    var draft = EventDraft(
      anchor: anchors.id(anchor), type: type, instant: instant,
      version: Int(tracks[anchor].version), pose: pose,
      actor: actor > 0 ? actors[Int(actor) - 1] : self.actor)
    if let row { draft.metadata = cells.metadata(row, label: anchors.label(anchor)) }
    if type == .updated { draft.previous = metadata(anchor) }
    draft.isIdTaken = try isIdTaken(draft, anchor)
    try emit(draft)
  }

  /// Returns whether the log has an event with the draft's id: the same state was there before, and
  /// another one replaced it at the same instant.
  private func isIdTaken(_ draft: EventDraft, _ anchor: Int) throws -> Bool {
    let passed = Int(tracks[anchor].passed)
    guard tracks[anchor].slot >= 0, passed > 0 else { return false }
    let last = log.ordinals(ofSlot: Int(tracks[anchor].slot))[passed - 1]
    guard log.instant(last).microseconds == draft.instant else { return false }
    return log.ordinal(ofEvent: try draft.event(in: log.spaceId).id) != nil
  }
}
