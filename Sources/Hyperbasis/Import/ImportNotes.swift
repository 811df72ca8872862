import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import HyperbasisStore

/// What is odd, but not wrong, about lines that are taken over, in whole sentences.
enum ImportNotes {
  /// Returns a note on anchors that another space of the store has as well: lines are taken over
  /// unchanged, and their ids with them.
  static func notes(
    onHomesOf space: HBImportedSpace, _ store: HBLocalStore
  ) throws -> [String] {
    guard space.isNew, let anchors = space.lines?.anchors, try !store.catalog.ids().isEmpty else {
      return []
    }
    let home = try firstHome(ofOneOf: anchors, besides: space.id, in: store.catalog)
    guard let home else { return [] }
    let name = try store.catalog.names().first { $0.id == home }?.name ?? home.uuidString
    return [
      "Some of its anchors are in the space \"\(name)\" already, with the same ids; verify lists them. "
        + "Delete one of the two spaces if it is a copy."
    ]
  }

  private static let mostLooks = 16

  private static func firstHome(
    ofOneOf anchors: Set<UUID>, besides space: UUID, in catalog: SpaceCatalog
  ) throws -> UUID? {
    // Each lookup reads all logs, and all anchors of a copy are elsewhere as well: a few are enough.
    for anchor in anchors.sorted(by: { UUIDBits($0) < UUIDBits($1) }).prefix(mostLooks) {
      if let home = try catalog.space(ofAnchor: anchor, besides: space) { return home }
    }
    return nil
  }

  /// Returns a note on an input that is older than an earlier one. A state that is repeated is no event,
  /// so the log does not tell what the newer input has confirmed.
  static func notes(
    onOverlapOf space: HBImportedSpace, in store: HBLocalStore
  ) throws -> [String] {
    guard case .rows(let survey) = space.content, let first = survey.firstOverlap,
      let last = survey.instants?.upperBound,
      let newest = try ImportMemory(of: space.id, in: store)?.newest, first < newest, last < newest
    else { return [] }
    return [
      "An earlier import into \"\(space.name ?? space.id.uuidString)\" goes through "
        + "\(newest.rfc3339Text), and this input is older. What the earlier one repeated unchanged wrote "
        + "no event, so what this one changes is shown after it, too: import the newer files again "
        + "afterwards, or all of them in one command."
    ]
  }

  /// Returns notes on a name that is not used: events name their space, and a space with a name keeps
  /// it.
  static func notes(
    onUnusedName name: String, in spaces: [HBImportedSpace]
  ) -> [String] {
    spaces.filter { $0.name != name && $0.id != UUID(uuidString: name) }.map { space in
      "The events name their space themselves, so they go into "
        + "\"\(space.name ?? space.id.uuidString)\", and \"\(name)\" is not used."
    }
  }

  static func notes(on rest: EventLines.Rest, in name: String) -> [String] {
    var notes: [String] = []
    if rest.unreadableCount > 0 {
      let numbers = rest.unreadable.map(String.init).joined(separator: ", ")
      notes.append(
        rest.unreadableCount == 1
          ? "\(name): line \(numbers) is not an event and is not imported"
          : "\(name): \(rest.unreadableCount) lines are not events and are not imported: \(numbers)"
            + (rest.unreadableCount > rest.unreadable.count ? ", …" : ""))
    }
    if rest.isCutOff {
      notes.append("\(name): the last line was cut off and is not imported")
    }
    return notes
  }

  static func notes(on space: HBImportedSpace, _ path: String?) -> [String] {
    let problems = space.lines?.problems ?? []
    let path = path?.split(separator: "/").suffix(3).joined(separator: "/")
    let left = problems.filter { $0.kind != .badMicroseconds }
    return left.prefix(10).map { problem in
      switch problem.kind {
      case .tornTail: "\(path ?? "the log"): the last line was cut off and is not imported"
      case .duplicateId: "\(path ?? "the log"), line \(problem.line): \(problem.detail)"
      default: "\(path ?? "the log"), line \(problem.line) is not imported: \(problem.detail)"
      }
    } + otherContent(space)
  }

  /// Returns the same notes for lines that were gathered from files.
  ///
  /// - Parameter place: returns where the line with a number stands.
  static func notes(
    on space: HBImportedSpace, place: (_ line: Int) -> String?
  ) -> [String] {
    let problems = space.lines?.problems ?? []
    return problems.filter { $0.kind != .badMicroseconds }.prefix(10).map { problem in
      let place = place(problem.line) ?? "a line"
      return problem.kind == .duplicateId
        ? "\(place): another line has the same id but different content; "
          + "the one whose bytes sort first counts"
        : "\(place) is not imported: \(problem.detail)"
    } + otherContent(space)
  }

  private static func otherContent(_ space: HBImportedSpace) -> [String] {
    guard let (count, first) = space.lines?.otherContent, let first else { return [] }
    return [
      (count == 1
        ? "1 line has the id of an event that the log has with different content: "
        : "\(count) lines have the ids of events that the log has with different content, the "
          + "first of them ")
        + "\(first.uuidString); the log keeps what it has"
    ]
  }
}
