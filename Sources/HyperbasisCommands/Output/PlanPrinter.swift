import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Formats plans: what will be written, or was.
struct PlanPrinter {
  let session: StoreSession
  let ids: ShortIds

  init(_ session: StoreSession, _ index: EventIndex) {
    self.session = session
    ids = ShortIds(index)
  }
}

extension PlanPrinter {
  /// Returns a title, then a line for each event.
  func lines(_ plan: HBPlan, title: String) -> [String] {
    let anchors = CountText.text(plan.changes.count, "anchor")
    let counts = "\(CountText.text(plan.events.count, "event")) on \(anchors)"
    let heading = session.paint(TerminalText(title), .bold) + session.paint(": \(counts)")
    let unit = LengthUnit(ofChanges: plan.changes)
    return [heading] + remarks(plan) + plan.changes.flatMap { lines($0, unit) }
  }

  /// Returns a remark on the frame of its places, unless a warning says so.
  private func remarks(_ plan: HBPlan) -> [String] {
    guard let crossed = plan.crossed, crossed.frame == .now else { return [] }
    return ["  " + session.paint(session.text(crossed).text)]
  }

  private func lines(_ change: HBPlannedChange, _ unit: LengthUnit?) -> [String] {
    let metadata = change.after?.metadata ?? change.before?.metadata ?? [:]
    let label = AnchorDescription(metadata, id: change.anchorId).label.truncated(to: 40)
    let details = PlannedEventText(change, unit: unit).details
    return change.events.indices.map { number in
      let event = change.events[number]
      let type = TerminalText(event.type.rawValue).padded(to: 8)
      let isLast = number == change.events.count - 1
      let texts = [details[number], isLast ? stillDeleted(change) : .empty]
        .filter { !$0.isEmpty }
      var line =
        "  " + session.paint(type, change.difference.style) + "  "
        + session.paint(TerminalText(ids.text(change.anchorId)), .init(.accent)) + "  "
        + session.paint(label)
      if !texts.isEmpty { line += session.paint(": \(texts.joined(separator: ", "))") }
      return line
    }
  }

  /// Returns a remark on an anchor that was deleted before and still is: unlike a deletion by the
  /// change itself, no event shows it.
  private func stillDeleted(_ change: HBPlannedChange) -> TerminalText {
    guard change.before?.isDeleted == true, change.after?.isDeleted == true else { return .empty }
    let command = session.command("restore \(ids.text(change.anchorId))")
    return "still deleted (\(TerminalText(command)) brings it back)"
  }
}

extension JSONNode {
  /// Returns the events of a plan as they are written.
  static func events(of plan: HBPlan) -> [JSONNode] {
    plan.lines.map { line in
      JSONNode(
        line.event, instant: line.event.instant,
        extraKeys: line.extras.members.map { ($0.key.name, $0.value) }, isSynthetic: false)
    }
  }

  /// Returns `{operation, dryRun, events, anchors}` of what was written together, or would be.
  ///
  /// - Parameter extra: further members.
  static func change(_ plans: [HBPlan], dryRun: Bool, extra: [(String, JSONNode)] = []) -> JSONNode
  {
    let written = plans.filter { !$0.isEmpty }
    var anchors: [UUID: HBAnchor] = [:]
    var order: [UUID] = []
    for change in written.flatMap(\.changes) {
      if anchors[change.anchorId] == nil { order.append(change.anchorId) }
      anchors[change.anchorId] = change.after ?? anchors[change.anchorId]
    }
    let crossed = plans.lazy.compactMap(\.crossed).last
    return .object(
      [
        ("operation", .optional(written.last?.operation) { JSONNode($0) }),
        ("dryRun", .bool(dryRun)), ("events", .array(written.flatMap(events(of:)))),
        ("anchors", .array(order.compactMap { anchors[$0] }.map { JSONNode($0) })),
      ] + conflicts(of: plans) + (crossed.map { [("frames", JSONNode($0))] } ?? []) + extra)
  }

  /// Returns what an undo of named operations leaves as it is, and which changes by others a plain undo
  /// overrides; for undo alone.
  private static func conflicts(of plans: [HBPlan]) -> [(String, JSONNode)] {
    guard plans.contains(where: { $0.kind == .undo }) else { return [] }
    return [
      ("conflicts", .array(plans.flatMap(\.conflicts).map { JSONNode($0) })),
      ("overridden", .array(plans.flatMap(\.overridden).map { JSONNode($0) })),
    ]
  }
}
