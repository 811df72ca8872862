import Canvas
import Foundation
import Hyperbasis
import TimeMachine

/// Prints events one by one, in columns of fixed width, so that a log of any length starts at once.
final class EventPrinter {
  private let session: StoreSession
  private let showsSpace: Bool
  private var ids: [UUID: ShortIds] = [:]

  init(_ session: StoreSession, showsSpace: Bool) {
    self.session = session
    self.showsSpace = showsSpace
  }

  func print(_ reference: EventReference) throws {
    let index = reference.index
    let ordinal = reference.ordinal
    let type = index.type(ordinal)
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    var line = [
      field(session.time.text(index.instant(ordinal)), 30),
      field(TerminalText(type.rawValue), 8, Self.style(of: type)),
      field(TerminalText(shortIds(reference).text(id)), 8, .init(.accent)),
      field(TerminalText("v\(index.version(ordinal))"), 5),
    ]
    if showsSpace { line.append(field(SpaceTitle.text(reference.snapshot).truncated(to: 20), 20)) }
    line.append(session.paint(try summary(index, ordinal)))
    let actor = index.actor(ordinal).map { session.paint(" by \(TerminalText($0))", .dim) } ?? ""
    let note = index.isSynthetic(ordinal) ? session.paint(" (not in the log)", .dim) : ""
    try session.output.writeLine(line.joined(separator: "  ") + actor + note)
  }

  static func style(of type: HBAnchorEvent.EventType) -> Style {
    switch type {
    case .created, .restored: Style(.added)
    case .deleted: Style(.removed)
    case .moved: Style(.moved)
    case .updated: Style(.updated)
    }
  }

  private func field(_ text: String, _ width: Int) -> String { field(TerminalText(text), width) }

  private func field(_ text: TerminalText, _ width: Int, _ style: Style = .plain) -> String {
    let missing = max(0, width - text.width)
    return session.paint(text, style) + String(repeating: " ", count: missing)
  }

  private func shortIds(_ reference: EventReference) -> ShortIds {
    if let known = ids[reference.snapshot.spaceId] { return known }
    let made = ShortIds(reference.index)
    ids[reference.snapshot.spaceId] = made
    return made
  }

  /// What the anchor is called after the event, and what the event did.
  private func summary(_ index: EventIndex, _ ordinal: Int) throws -> TerminalText {
    let id = index.anchorId(ofSlot: index.slot(ordinal))
    let label = AnchorFace(try index.metadata(ordinal), id: id).label
    let change = try EventChange.text(of: ordinal, in: index)
    return change.isEmpty ? label : "\(label): \(change)"
  }
}
