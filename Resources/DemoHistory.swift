import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Records what people do in a space as the events that a store would have written.
struct DemoHistory {
  /// One change of one thing, known by its name in the story.
  enum Change {
    case place(String, Pose, [String: AnyCodableValue])
    case move(String, Pose)
    case update(String, [String: AnyCodableValue])
    case remove(String)
    case bringBack(String)
  }

  /// A thing as the story knows it.
  struct Thing {
    let id: UUID
    var pose: Pose
    var metadata: [String: AnyCodableValue]
    var transform: [Float]
    var version = 0
    var isRemoved = false
  }

  let spaceId: UUID
  var random: DemoRandom
  /// Who acts.
  var actor = ""
  private(set) var now: HBInstant
  private(set) var things: [String: Thing] = [:]
  private(set) var lines: [(event: HBAnchorEvent, extras: LogExtras)] = []
  private var frame = DemoFrame()
  /// What each operation found: the things that it touched, nil where one was new.
  private var found: [UUID: [(name: String, before: Thing?)]] = [:]

  init(spaceId: UUID, seed: UInt64, start: HBInstant) {
    self.spaceId = spaceId
    random = DemoRandom(seed: seed)
    now = start
  }
}

// MARK: - Time

extension DemoHistory {
  /// Goes on to a later moment; an earlier one is ignored.
  mutating func wait(until instant: HBInstant) {
    now = max(now, instant)
  }

  /// Lets a random time pass, in seconds: whole ones, for dates that are read at a glance.
  mutating func wait(_ low: Double, _ high: Double) {
    let seconds = Int64(random.between(low, high).rounded())
    now = now.advanced(byMicroseconds: seconds * Self.second)
  }

  private static let second: Int64 = 1_000_000
}

// MARK: - Acting

extension DemoHistory {
  /// One action of the actor; the id of its operation.
  @discardableResult
  mutating func perform(_ changes: Change...) -> UUID {
    perform(changes)
  }

  @discardableResult
  mutating func perform(_ changes: [Change]) -> UUID {
    let operation = random.uuid()
    write(operation: operation) { history in changes.map { history.apply($0) } }
    return operation
  }

  /// The device finds itself elsewhere: everything that is there shifts at once.
  mutating func relocalise(to frame: DemoFrame) {
    self.frame = frame
    let present = things.filter { !$0.value.isRemoved }.keys.sorted()
    perform(present.compactMap { name in things[name].map { .move(name, $0.pose) } })
  }

  /// Takes an operation back.
  mutating func undo(_ operation: UUID) {
    let before = found[operation] ?? []
    write(operation: random.uuid(), undone: .undoes(operation)) { history in
      before.flatMap { history.returned($0.name, to: $0.before) }
    }
  }

  /// Brings an operation back that was undone: what it did is what its undo found.
  mutating func redo(_ operation: UUID, undoneBy undo: UUID) {
    let before = found[undo] ?? []
    write(operation: random.uuid(), undone: .redoes(operation)) { history in
      before.flatMap { history.returned($0.name, to: $0.before) }
    }
  }

  /// The newest operation.
  var newestOperation: UUID? { lines.last?.extras.operation }

  /// Rolls a thing back to a pose and metadata of the past.
  mutating func rollBack(_ name: String, to past: Thing) {
    write(operation: random.uuid()) { history in
      history.things[name]?.pose = past.pose
      history.things[name]?.metadata = past.metadata
      return [history.event(.restored, name)]
    }
  }

  private mutating func write(
    operation: UUID, undone: OperationTag? = nil,
    _ body: (inout DemoHistory) -> [HBAnchorEvent?]
  ) {
    let past = things
    let events = body(&self).compactMap(\.self)
    var names: [String] = []
    for event in events {
      guard let name = things.first(where: { $0.value.id == event.anchorId })?.key,
        !names.contains(name)
      else { continue }
      names.append(name)
    }
    found[operation] = names.map { ($0, past[$0]) }
    for (index, event) in events.enumerated() {
      let batch =
        events.count > 1 ? LogExtras.Batch(index: index, count: events.count) : nil
      lines.append((event, LogExtras(operation: operation, undone: undone, batch: batch)))
    }
    now = now.advanced(byMicroseconds: Self.second)
  }
}

// MARK: - Events

extension DemoHistory {
  private mutating func apply(_ change: Change) -> HBAnchorEvent? {
    switch change {
    case .place(let name, let pose, let metadata):
      things[name] = Thing(id: random.uuid(), pose: pose, metadata: metadata, transform: [])
      return event(.created, name)
    case .move(let name, let pose):
      things[name]?.pose = pose
      return event(.moved, name)
    case .update(let name, let changes):
      things[name]?.metadata.merge(changes) { _, new in new }
      return event(.updated, name)
    case .remove(let name):
      things[name]?.isRemoved = true
      return event(.deleted, name)
    case .bringBack(let name):
      things[name]?.isRemoved = false
      return event(.restored, name)
    }
  }

  /// The events that bring a thing to what it was.
  private mutating func returned(_ name: String, to past: Thing?) -> [HBAnchorEvent?] {
    guard let present = things[name] else { return [] }
    guard let past, !past.isRemoved else {
      things[name]?.isRemoved = true
      return present.isRemoved ? [] : [event(.deleted, name)]
    }
    things[name]?.pose = past.pose
    things[name]?.metadata = past.metadata
    things[name]?.isRemoved = false
    if present.isRemoved { return [event(.restored, name)] }
    return [
      past.pose != present.pose ? event(.moved, name) : nil,
      past.metadata != present.metadata ? event(.updated, name) : nil,
    ]
  }

  /// The next event of a thing as it is now.
  private mutating func event(_ type: HBAnchorEvent.EventType, _ name: String) -> HBAnchorEvent? {
    guard var thing = things[name] else { return nil }
    thing.version += 1
    thing.transform = frame.transform(thing.pose)
    things[name] = thing
    let isWhole = type == .created || type == .restored
    return HBAnchorEvent(
      id: random.uuid(), anchorId: thing.id, spaceId: spaceId, type: type, timestamp: now.date,
      version: thing.version, transform: isWhole || type == .moved ? thing.transform : nil,
      metadata: isWhole || type == .updated ? thing.metadata : nil, actorId: actor)
  }
}
