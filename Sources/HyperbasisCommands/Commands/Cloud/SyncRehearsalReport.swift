import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Reports what a sync would send and take in, space by space.
struct SyncRehearsalReport {
  let session: StoreSession
  let cloud: CloudSession

  /// - Parameter ids: the spaces to rehearse; empty for those that are followed.
  func print(_ ids: [UUID], json: Bool) throws {
    let spaces = try cloud.wait { try await $0.rehearseSync(ids) }
    if json { return try session.json.print(node(spaces)) }
    if spaces.isEmpty {
      let isNone = ids.isEmpty && session.isFollowingNone
      try session.output.writeLine(
        (isNone ? FollowCommand.nothing(session) : "Everything is in sync already.").plain)
      return try printLeftOut(told: [])
    }
    try session.printReport(table(spaces))
    let new = spaces.count { !$0.isHere && $0.sends.removals == 0 && !$0.isForgotten }
    let count = CountText.text(spaces.count, "space")
    let come: TerminalText = new > 0 ? ", \(new) of them not here yet" : .empty
    try session.output.writeLine(
      session.paint("\(count)\(come); nothing was sent or taken in (--dry-run).", .dim))
    if let doubt = doubt(spaces) { try session.output.writeLine(session.paint(doubt, .warning)) }
    try printLeftOut(told: Set(spaces.filter(\.isForgotten).map(\.id)))
  }

  /// Returns what a sync does about more removals than it believes; nil if there are none.
  private func doubt(_ spaces: [SpaceTraffic]) -> TerminalText? {
    let count = spaces.filter(\.isDoubted).reduce(0) { $0 + ($1.takes?.removals ?? 0) }
    guard count > 0 else { return nil }
    let command = TerminalText(session.command("sync --accept-deletions"))
    return
      "\(CountText.text(count, "removal")) \(count == 1 ? "is" : "are") more than a sync carries out "
      + "by itself: it would delete nothing here and say so; \(command) deletes."
  }

  /// - Parameter told: the spaces of which it has been said already.
  private func printLeftOut(told: Set<UUID>) throws {
    let forgotten = try session.forgottenSpaces.subtracting(told)
      .filter { try session.store.catalog.holds($0) }.sorted()
    for line in ForgetCommand.forgotten(forgotten, session) {
      try session.output.writeLine(session.paint(line))
    }
    guard let text = FollowCommand.unfollowed(session) else { return }
    try session.output.writeLine(session.paint(text))
  }

  private func table(_ spaces: [SpaceTraffic]) -> TextTable {
    let ids = ShortIds(Set(spaces.map(\.id)))
    return TextTable(
      columns: [
        "ID", .flexible("SPACE"), "HERE", .flexible("TO SEND"), .flexible("TO RECEIVE"),
      ],
      rows: spaces.map { space in
        [
          .init(ids.text(space.id), .init(.accent)), .init(space.name ?? ""),
          .init(space.isHere ? "yes" : "no"),
          .init(
            space.isUnreadable
              ? "unknown: it cannot be read here; hyperbasis verify says why"
              : text(space.sends, isWhole: space.isNewInCloud)),
          .init(
            space.isForgotten
              ? "nothing: deleted from the cloud for good; stays here, and is not sent"
              : space.takes.map { text($0, isWhole: !space.isHere) } ?? "all of it"),
        ]
      })
  }

  /// - Parameter isWhole: whether the space itself is new to the receiving side.
  private func text(_ count: TrafficCount, isWhole: Bool) -> TerminalText {
    [
      spaceText(count, isWhole: isWhole),
      count.anchors > 0 ? CountText.text(count.anchors, "anchor") : .empty,
      count.events > 0 ? CountText.text(count.events, "event") : .empty,
      count.worldMaps > 0 ? CountText.text(count.worldMaps, "world map") : .empty,
      count.removals > 0 ? CountText.text(count.removals, "removal") : .empty,
    ]
    .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func spaceText(_ count: TrafficCount, isWhole: Bool) -> TerminalText {
    guard count.spaces > 0 else { return .empty }
    if isWhole { return "the space" }
    return count.worldMaps > 0 ? .empty : "name or map"
  }

  private func node(_ spaces: [SpaceTraffic]) -> JSONNode {
    .object([
      ("url", .string(cloud.credentials.url)), ("dryRun", .bool(true)),
      (
        "spaces",
        .array(
          spaces.map { space in
            .object([
              ("id", JSONNode(space.id)), ("name", .optional(space.name)),
              ("here", .bool(space.isHere)), ("forgotten", .bool(space.isForgotten)),
              ("unreadable", .bool(space.isUnreadable)), ("doubted", .bool(space.isDoubted)),
              ("send", node(space.sends, [("worldMaps", .integer(space.sends.worldMaps))])),
              ("take", .optional(space.takes) { node($0) }),
            ])
          })
      ),
    ])
  }

  /// - Parameter more: members that are known in one direction only.
  private func node(
    _ count: TrafficCount, _ more: [(String, JSONNode)] = []
  ) -> JSONNode {
    .object(
      [
        ("spaces", .integer(count.spaces)), ("anchors", .integer(count.anchors)),
        ("events", .integer(count.events)), ("removals", .integer(count.removals)),
      ] + more)
  }
}
