import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints events one by one, in columns of fixed width, so that a log of any length starts at once.
struct EventPrinter {
  /// What is shown of each event of a space.
  private struct Space {
    let index: EventIndex
    let title: TerminalText
    let ids: ShortIds
  }

  private let session: StoreSession
  private let spaces: [Space]
  /// The unit of all lengths.
  private let unit: LengthUnit?

  /// - Parameter events: what will be printed.
  init(_ session: StoreSession, _ snapshots: [LogSnapshot], _ events: [EventReference]) {
    self.session = session
    spaces = snapshots.map { snapshot in
      let index = snapshot.timeline.index
      return Space(index: index, title: snapshot.title.truncated(to: 20), ids: ShortIds(index))
    }
    unit = Self.unit(of: events, snapshots)
  }

  /// Metres for a log so long that looking at all of it would keep one waiting.
  private static func unit(
    of events: [EventReference], _ snapshots: [LogSnapshot]
  ) -> LengthUnit? {
    guard events.count <= 100_000 else { return .metres }
    return LengthUnit(
      ofColumn: events.lazy.map { event in
        EventText(snapshots[event.space].timeline.index).distance(event.ordinal)
      })
  }

  func print(_ reference: EventReference) throws {
    let space = spaces[reference.space]
    let index = space.index
    let ordinal = reference.ordinal
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    var line = [
      field(session.time.text(index.instant(ordinal)), 30),
      field(
        TerminalText(index.type(ordinal).rawValue), 8,
        index.difference(ofEvent: ordinal).style),
      field(TerminalText(space.ids.text(id)), 8, .init(.accent)),
      field(TerminalText("v\(index.version(ordinal))"), 5),
    ]
    if spaces.count > 1 { line.append(field(space.title, 20)) }
    line.append(session.paint(try summary(index, ordinal)))
    let actor = index.actor(ordinal).map { session.paint(" by \(TerminalText($0))", .dim) } ?? ""
    let note = index.isSynthetic(ordinal) ? session.paint(" (not in the log)", .dim) : ""
    try session.output.writeLine(line.joined(separator: "  ") + actor + note)
  }

  private func field(_ text: String, _ width: Int) -> String { field(TerminalText(text), width) }

  private func field(_ text: TerminalText, _ width: Int, _ style: Style = .plain) -> String {
    let missing = max(0, width - text.width)
    return session.paint(text, style) + String(repeating: " ", count: missing)
  }

  /// What the anchor is called after the event, and what the event did.
  private func summary(_ index: EventIndex, _ ordinal: Int) throws -> TerminalText {
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    let label = AnchorDescription(try index.metadata(ordinal), id: id).label
    let change = try EventText(index, unit: unit).details(ordinal)
    return change.isEmpty ? label : "\(label): \(change)"
  }
}
