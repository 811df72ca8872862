import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisWording

/// Brings an anchor or a space back to an earlier state.
struct RollbackCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Bring an anchor, or a whole space, back to an earlier state, as new events.",
    usage: """
      hyperbasis rollback <anchor> (--to-version <n> | --to-event <id> | --at <date>)
      hyperbasis rollback --space <space> --at <date>
      """,
    discussion: FrameOptions.discussion)

  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String?

  @Option(help: ArgumentHelp("The state after this version.", valueName: "n"))
  var toVersion: String?

  @Option(help: ArgumentHelp("The state after this event.", valueName: "id"))
  var toEvent: String?

  @Option(help: ArgumentHelp("The state at this date.", valueName: "date"))
  var at: String?

  @Option(help: ArgumentHelp("The whole space, to the date of --at.", valueName: "space"))
  var space: String?

  @OptionGroup var frame: FrameOptions
  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try checkUsage()
    let version = try toVersion.map { try PlaceArguments.count($0, option: "to-version") }
    try options.run(in: context) { session, runner in
      if let space, let at {
        return try rollBackSpace(space, at, session, runner)
      }
      let location = try session.anchor(anchor ?? "")
      let request = try request(for: location, version, session)
      try session.datingErrors {
        try runner.run(in: location.snapshot.spaceId, title: "Roll an anchor back") { _ in
          frame.placing(request)
        }
      }
    }
  }

  private func checkUsage() throws {
    let targets = [toVersion, toEvent, at].compactMap { $0 }.count
    switch (anchor, space) {
    case (nil, nil):
      throw CommandFailure.usage(
        "name an anchor, or a space with --space; see hyperbasis rollback --help")
    case (.some, .some):
      throw CommandFailure.usage("name an anchor or a --space, not both")
    case (nil, .some):
      guard at != nil, targets == 1 else {
        throw CommandFailure.usage("a space is rolled back to a date; give --at DATE alone")
      }
    case (.some, nil):
      guard targets == 1 else {
        throw CommandFailure.usage("give one of --to-version N, --to-event ID and --at DATE")
      }
    }
  }

  private func rollBackSpace(
    _ space: String, _ at: String, _ session: StoreSession, _ runner: ChangeRunner
  ) throws {
    let snapshot = try session.snapshot(space)
    let instant = try session.instant(at, in: snapshot.timeline.index)
    let title = "Roll the space back to \(session.time.text(instant))"
    try runner.run(in: snapshot.spaceId, title: title) { _ in
      frame.placing(.rollbackSpace(instant))
    }
  }

  private func request(
    for location: AnchorLocation, _ version: Int?, _ session: StoreSession
  ) throws -> HBPlanRequest {
    if let version { return .rollback(anchorId: location.id, toVersion: version) }
    if let toEvent {
      let event = try location.event(toEvent, session.command("history \(location.id) --json"))
      return .rollbackToEvent(anchorId: location.id, eventId: event)
    }
    let instant = try session.instant(at ?? "", in: location.index)
    return .rollbackToInstant(anchorId: location.id, instant: instant)
  }
}

extension StoreSession {
  /// Runs a rollback of an anchor; a date in the library's error is shown in this program's format.
  fileprivate func datingErrors(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch HBStorageError.beforeFirstVersion(let anchorId, let first) {
      throw CommandFailure.data(
        "Anchor \(anchorId.uuidString) did not exist yet: its first version is from "
          + "\(time.text(HBInstant(first))). Choose that date or a later one.")
    }
  }
}

extension AnchorLocation {
  /// Returns the event of the anchor that an id, or the beginning of one, names.
  ///
  /// - Parameter list: the command that lists them.
  fileprivate func event(_ text: String, _ list: String) throws -> UUID {
    let ids = index.ordinals(ofSlot: slot).map(index.id)
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      throw CommandFailure.data(
        "\"\(text)\" is not the id of an event; see \(list)")
    }
    let matches = ids.filter(prefix.matches)
    guard let match = matches.first else {
      throw CommandFailure.data(
        "the anchor has no event \"\(text)\"; see \(list)")
    }
    guard matches.count == 1 else {
      let candidates = matches.map(\.uuidString).joined(separator: ", ")
      throw CommandFailure.data("\"\(text)\" matches \(matches.count) events: \(candidates)")
    }
    return match
  }
}
