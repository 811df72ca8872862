import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// The part of a space to export.
struct ExportScope {
  let session: StoreSession
  let snapshot: LogSnapshot
  let filtered: FilteredSpace?
  /// The only anchors to include; nil for all.
  let slots: Set<Int>?
  /// What is left out of the space, for those who get the file: `only type:light`. Nil for nothing.
  let note: TerminalText?
  let at: String?
  let from: String?
  let to: String?

  init(_ command: ExportCommand, _ session: StoreSession) throws {
    self.session = session
    snapshot = try session.snapshot(command.space)
    filtered = try command.filter.filtered(snapshot, session)
    (at, from, to) = (command.at, command.from, command.to)
    slots = try Self.slots(command.anchors, in: snapshot)
    let notes = [Self.note(of: slots, in: snapshot), command.filter.note].compactMap { $0 }
    note = notes.isEmpty ? nil : notes.joined(separator: " · ")
  }

  private static func note(of slots: Set<Int>?, in snapshot: LogSnapshot) -> TerminalText? {
    guard let slots else { return nil }
    guard slots.count <= mostNamed else { return "only \(CountText.text(slots.count, "anchor"))" }
    let data = SpaceData(snapshot)
    let names = slots.sorted().map { slot in
      data.description(after: snapshot.timeline.index.newestOrdinal(ofSlot: slot)).label
    }
    return "only \(names.joined(separator: ", "))"
  }

  /// With more names, a heading would no longer fit on a line.
  private static let mostNamed = 3

  private static func slots(_ anchors: [String], in snapshot: LogSnapshot) throws -> Set<Int>? {
    guard !anchors.isEmpty else { return nil }
    return try Set(
      anchors.map { text in
        let id = try StoreSession.anchorId(text, in: [snapshot])
        guard let slot = snapshot.timeline.index.slot(of: id) else {
          throw HBStorageError.notFound(type: "anchor", id: id)
        }
        return slot
      })
  }
}

extension ExportScope {
  var index: EventIndex { snapshot.timeline.index }

  func includes(slot: Int) -> Bool { slots?.contains(slot) ?? true }

  /// Whether all events are included.
  var isWhole: Bool { slots == nil && filtered == nil }

  /// Returns the included events, in canonical order.
  func ordinals(in range: Range<Int>? = nil) -> [Int] {
    let range = range ?? 0..<index.count
    let passing = filtered?.events
    return range.filter {
      includes(slot: index.slot($0)) && passing?.contains($0) ?? true
    }
  }

  /// Returns the anchors that the filter lets through at any time; nil for all.
  func slotsThatEverPass() -> Set<Int>? {
    guard let events = filtered?.events else { return nil }
    return Set((0..<index.count).lazy.filter(events.contains).map(index.slot))
  }

  /// Returns how many anchors changed, after the last of these events, in ones that are not among them:
  /// a reader takes such an anchor to be as it was last written.
  ///
  /// - Parameter ordinals: in canonical order.
  func countOfOutdated(after ordinals: [Int]) -> Int {
    guard filtered != nil else { return 0 }
    let latest = Dictionary(ordinals.map { (index.slot($0), $0) }) { _, last in last }
    return latest.count { slot, last in
      index.isVisible(last) && index.newestOrdinal(ofSlot: slot) != last
    }
  }

  /// Returns the latest events of the anchors that are there at a moment, in the store's order.
  func ordinals(of moment: Moment) -> [Int] {
    let data = filtered?.data ?? SpaceData(snapshot)
    let key = AnchorList.Key(
      offset: moment.state.eventCount, includesDeleted: false,
      filter: filtered?.filter(at: moment), order: .usual, date: moment.isLatest ? nil : moment.at)
    return data.anchors(key).slots.compactMap { slot in
      includes(slot: Int(slot)) ? moment.state.ordinal(ofSlot: Int(slot)) : nil
    }
  }

  /// Returns the moment of `--at`, or the latest.
  func moment() throws -> Moment { try session.moment(at, in: index) }

  /// Returns the two moments of a comparison: the start and the latest state, unless dates are given.
  func period() throws -> (from: Moment, to: Moment) {
    let to = try session.moment(to, in: index)
    if let from { return (try session.moment(from, in: index), to) }
    let start = index.start ?? session.now
    return (Moment(at: start, state: index.state(at: start), isLatest: false), to)
  }
}
