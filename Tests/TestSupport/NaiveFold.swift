package import Foundation

/// The state of a space, folded line by line in the simplest way from the text of its log.
///
/// It shares nothing with the engine that it checks: Foundation parses, and dictionaries hold the state.
package struct NaiveFold {
  /// An event as far as ordering and folding need it.
  package struct Event {
    package let id: UUID
    package let anchorId: UUID
    package let type: String
    /// Microseconds since 1970.
    package let instant: Int64
    package let version: Int
    package let transform: [Float]?
    package let metadata: NSDictionary?
    package let actor: String?
    /// The keys that the line says it sets or removes.
    package fileprivate(set) var changed: [String]?
    /// The date of the row that it was derived from.
    package let derived: Int64?
  }

  /// An anchor in a state, hidden or not.
  package struct Anchor {
    package let id: UUID
    package var transform: [Float]
    package var metadata: NSDictionary
    package let createdAt: Int64
    package var updatedAt: Int64
    package var deletedAt: Int64?
  }

  /// In canonical order.
  package private(set) var events: [Event]

  /// Reads lines, without those that are no events of the space.
  package init(lines: [[UInt8]], spaceId: UUID) {
    var byId: [UUID: (line: [UInt8], event: Event)] = [:]
    for line in lines {
      guard let event = Self.event(line, spaceId) else { continue }
      if let known = byId[event.id], known.line.lexicographicallyPrecedes(line) { continue }
      byId[event.id] = (line, event)
    }
    events = Self.withoutStandIns(byId.values.map(\.event)).sorted(by: Self.precedes)
  }

  /// The same events as an event list gives them, which has no keys beyond the standard ones.
  package var withoutNamedKeys: NaiveFold {
    var fold = self
    for place in fold.events.indices { fold.events[place].changed = nil }
    return fold
  }

  /// Leaves out events derived from rows whose originals are there.
  private static func withoutStandIns(_ events: [Event]) -> [Event] {
    let originals = Set(
      events.filter { $0.derived == nil }.map { "\($0.anchorId) \($0.instant)" })
    return events.filter { event in
      event.derived.map { !originals.contains("\(event.anchorId) \($0)") } ?? true
    }
  }

  package init(log: Data, spaceId: UUID) {
    self.init(
      lines: log.split(separator: 0x0A).map { [UInt8]($0) }, spaceId: spaceId)
  }

  private static func precedes(_ left: Event, _ right: Event) -> Bool {
    if left.instant != right.instant { return left.instant < right.instant }
    if left.version != right.version { return left.version < right.version }
    return left.id.uuidString < right.id.uuidString
  }
}

// MARK: - Folding

extension NaiveFold {
  /// Returns all anchors, including hidden ones, after the first events, by (created, id).
  package func anchors(through position: Int) -> [Anchor] {
    var anchors: [UUID: Anchor] = [:]
    var versions: [UUID: Int] = [:]
    var isContested: Set<UUID> = []
    for event in events.prefix(position) {
      if event.version <= versions[event.anchorId] ?? 0 { isContested.insert(event.anchorId) }
      versions[event.anchorId] = max(versions[event.anchorId] ?? 0, event.version)
      var anchor = anchors[event.anchorId]
      if anchor == nil, let transform = event.transform {
        anchor = Anchor(
          id: event.anchorId, transform: transform, metadata: [:], createdAt: event.instant,
          updatedAt: event.instant)
      }
      guard var anchor else { continue }
      anchor.updatedAt = event.instant
      if let transform = event.transform { anchor.transform = transform }
      if let metadata = event.metadata {
        let isPart = event.type == "updated" && isContested.contains(event.anchorId)
        if isPart, let changed = event.changed {
          var result = anchor.metadata as? [String: Any] ?? [:]
          for key in changed { result[key] = metadata[key] }
          anchor.metadata = result as NSDictionary
        } else {
          anchor.metadata = metadata
        }
      }
      if event.type == "deleted", anchor.deletedAt == nil { anchor.deletedAt = event.instant }
      if event.type == "created" || event.type == "restored" { anchor.deletedAt = nil }
      anchors[event.anchorId] = anchor
    }
    return anchors.values.sorted {
      ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString)
    }
  }

  /// Returns the anchors at an instant, without hidden ones.
  package func state(at instant: Int64) -> [Anchor] {
    anchors(through: events.count { $0.instant <= instant }).filter { $0.deletedAt == nil }
  }
}

// MARK: - Reading

extension NaiveFold {
  private static let types = ["created", "moved", "updated", "deleted", "restored"]

  private static func event(_ line: [UInt8], _ spaceId: UUID) -> Event? {
    guard
      let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
      let id = uuid(object["id"]), let anchorId = uuid(object["anchorId"]),
      uuid(object["spaceId"]) == spaceId, let type = object["type"] as? String,
      types.contains(type), let instant = instant(object),
      let version = object["version"] as? Int, version >= 1,
      let transform = transform(object["transform"]),
      object["actorId"] == nil || object["actorId"] is String || object["actorId"] is NSNull
    else { return nil }
    let metadata = object["metadata"].flatMap { $0 is NSNull ? nil : $0 }
    guard metadata == nil || metadata is [String: Any] else { return nil }
    return Event(
      id: id, anchorId: anchorId, type: type, instant: instant, version: version,
      transform: transform.isEmpty ? nil : transform,
      metadata: (metadata as? [String: Any]).map { $0 as NSDictionary },
      actor: object["actorId"] as? String, changed: object["changed"] as? [String],
      derived: integer(object["derived"]))
  }

  /// Returns nil for anything else: Foundation bridges Booleans to numbers, too.
  private static func integer(_ value: Any?) -> Int64? {
    guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else {
      return nil
    }
    return Int64(exactly: number.doubleValue)
  }

  private static func uuid(_ value: Any?) -> UUID? {
    (value as? String).flatMap { $0.utf8.count == 36 ? UUID(uuidString: $0) : nil }
  }

  /// Returns an empty array if there is none, and nil if it is bad.
  private static func transform(_ value: Any?) -> [Float]? {
    guard let value, !(value is NSNull) else { return [] }
    guard let numbers = value as? [NSNumber], numbers.count == 16 else { return nil }
    // Foundation bridges Booleans to numbers, too.
    let floats = numbers.map { Float("\($0)") ?? .nan }
    return floats.allSatisfy(\.isFinite) ? floats : nil
  }

  /// Reads seconds with Foundation's own formatter; the fraction is in the text or else under the extra
  /// key.
  private static func instant(_ object: [String: Any]) -> Int64? {
    guard let text = object["timestamp"] as? String else { return nil }
    let pieces = text.split(separator: ".", maxSplits: 1)
    var whole = text
    var micros: Int64?
    if pieces.count == 2 {
      let digits = pieces[1].prefix { $0.isNumber }
      guard !digits.isEmpty else { return nil }
      whole = String(pieces[0] + pieces[1].dropFirst(digits.count))
      micros = Int64(digits.prefix(6).padding(toLength: 6, withPad: "0", startingAt: 0))
    }
    guard let date = ISO8601DateFormatter().date(from: whole) else { return nil }
    let extra = (object["microseconds"] as? Int).flatMap {
      (0..<1_000_000).contains($0) ? Int64($0) : nil
    }
    return Int64(date.timeIntervalSince1970) * 1_000_000 + (micros ?? extra ?? 0)
  }
}
