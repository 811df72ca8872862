import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Reports whether the store and the cloud hold the same, and names what differs.
struct SyncVerifyReport {
  let session: StoreSession
  let cloud: CloudSession

  /// - Throws: ``CommandFailure`` with code 1 if something differs.
  func print(json: Bool) throws {
    let spaces = try cloud.wait { try await $0.comparedWithCloud() }
    let different = spaces.filter { !$0.isSame }
    let atOdds = different.count(where: \.isAtOdds)
    if json {
      try session.json.print(node(spaces))
    } else {
      try print(spaces, different, atOdds)
    }
    if atOdds > 0 { throw CommandFailure.silent(ExitStatus.failed) }
  }

  private func print(
    _ spaces: [SpaceComparison], _ different: [SpaceComparison], _ atOdds: Int
  ) throws {
    guard !spaces.isEmpty else {
      return try session.output.writeLine("There is no space to compare, here or in the cloud.")
    }
    if !different.isEmpty { try session.printReport(table(different)) }
    let leftOut = atOdds == 0 ? different.count : 0
    let compared = CountText.text(spaces.count - leftOut, "space")
    let hasHistory = spaces.contains { $0.there?.events != nil }
    let what = hasHistory ? "events and anchors" : "anchors"
    let result =
      atOdds == 0
      ? "the \(what) are the same here and in the cloud"
      : "\(atOdds) \(atOdds == 1 ? "differs" : "differ")"
    let rest: TerminalText =
      leftOut == 0 ? .empty : "; \(CountText.text(leftOut, "space")) left out of syncing"
    try session.output.writeLine(
      session.paint("\(compared) compared: \(TerminalText(result))\(rest).", .bold))
    for line in try advice(different) { try session.output.writeLine(session.paint(line)) }
  }

  /// Returns how to mend what an ordinary sync does not.
  private func advice(_ different: [SpaceComparison]) throws -> [TerminalText] {
    let lacks = different.contains(where: \.lacksEvents)
    let status = try cloud.wait { await $0.syncStatus() }
    if lacks, status.tier == .plain {
      let reason =
        status.tierReason.map { "it lacks the \($0)" } ?? "it has a part of the migration"
      return [
        "The server keeps events, but they are not exchanged: \(TerminalText(reason)). "
          + "\(TerminalText(session.command("doctor"))) names the script to run."
      ]
    }
    let refused = Set(status.quarantined.filter { $0.kind == .event }.map(\.spaceId))
    let holds = different.contains { $0.holdsUnsentEvents && !refused.contains($0.id) }
    let command = TerminalText(session.command("sync SPACE"))
    return [
      lacks
        ? "\(command) reads all of a space, and brings the events that are only in the cloud."
        : nil,
      holds ? "\(command) compares all of a space, and sends the events that are only here." : nil,
    ]
    .compactMap { $0 }
  }

  private func table(_ spaces: [SpaceComparison]) -> TextTable {
    TextTable(
      columns: [
        "SPACE", .number("EVENTS"), .number("CLOUD"), .number("ANCHORS"), .number("CLOUD"),
        .flexible("DIFFERENCE"),
      ],
      rows: spaces.map { space in
        [
          .init(SpaceTitle.text(space.name, space.id)), .init(count(space.here?.events)),
          .init(count(space.there?.events)), .init(count(space.here?.anchors)),
          .init(count(space.there?.anchors)), .init(difference(space)),
        ]
      })
  }

  private func count(_ sum: DigestSum?) -> TerminalText { sum.map { "\($0.count)" } ?? "" }

  private func difference(_ space: SpaceComparison) -> TerminalText {
    switch space.standing {
    case .forgotten: return "deleted from the cloud for good; stays here"
    case .unfollowed: return "not followed: \(whereItIs(space) ?? "not the same")"
    case .followed: break
    }
    if let place = whereItIs(space) { return place }
    let parts =
      text(space.events, "event") + text(space.anchors, "anchor")
      + (space.here?.name == space.there?.name ? [] : ["another name"])
    return parts.reduce(.empty) { $0.isEmpty ? $1 : "\($0), \($1)" }
  }

  private func whereItIs(_ space: SpaceComparison) -> TerminalText? {
    if space.here == nil { return "only in the cloud" }
    return space.there == nil ? "only here" : nil
  }

  private func text(_ difference: SpaceComparison.Difference, _ noun: TerminalText)
    -> [TerminalText]
  {
    [
      (difference.onlyHere, "only here"), (difference.onlyThere, "only in the cloud"),
      (difference.altered, "not the same"),
    ]
    .filter { !$0.0.isEmpty }
    .map { ids, place in
      let first = ids.prefix(3).map(ShortId.text).joined(separator: " ")
      let more = ids.count > 3 ? " …" : ""
      return
        "\(CountText.text(ids.count, noun)) \(TerminalText(place)) (\(TerminalText(first + more)))"
    }
  }

  private func node(_ spaces: [SpaceComparison]) -> JSONNode {
    .object([
      ("url", .string(cloud.credentials.url)), ("isSame", .bool(spaces.allSatisfy(\.isSame))),
      (
        "spaces",
        .array(
          spaces.map { space in
            .object([
              ("id", JSONNode(space.id)), ("name", .optional(space.name)),
              ("standing", .string(space.standing.rawValue)), ("isSame", .bool(space.isSame)),
              ("here", node(space.here)),
              ("cloud", node(space.there)), ("events", node(space.events)),
              ("anchors", node(space.anchors)),
            ])
          })
      ),
    ])
  }

  private func node(_ digest: SpaceDigest?) -> JSONNode {
    guard let digest else { return .null }
    let sums = [("events", digest.events), ("anchors", digest.anchors)]
    return .object(
      [("name", .optional(digest.name))]
        + sums.map { name, sum in
          guard let sum else { return (name, .null) }
          return (
            name,
            .object([
              ("count", .integer(sum.count)),
              ("digest", .string(String(sum.sum, radix: 16))),
            ])
          )
        })
  }

  private func node(_ difference: SpaceComparison.Difference) -> JSONNode {
    .object([
      ("onlyHere", .array(difference.onlyHere.map { JSONNode($0) })),
      ("onlyInCloud", .array(difference.onlyThere.map { JSONNode($0) })),
      ("altered", .array(difference.altered.map { JSONNode($0) })),
    ])
  }
}
