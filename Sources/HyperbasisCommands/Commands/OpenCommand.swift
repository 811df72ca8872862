import ArgumentParser
import Foundation
import Hyperbasis

/// Opens the time machine.
struct OpenCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the time machine; the word open may be left out.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @OptionGroup var view: ViewOptions
  @OptionGroup var options: StoreOptions

  func run(in context: CommandContext) throws {
    let launcher = TimeMachineLauncher(options: options, view: view, context: context)
    // A mistyped subcommand must be reported as such, with or without a terminal.
    if !context.isImplicitOpen || space == nil { try launcher.requireTerminal() }
    try options.requireStore(in: context)
    let session = StoreSession(options, context, isReadOnly: view.readOnly)
    let spaceId = try session.store.atOneLook(session.firstLook) {
      try space.map { try resolve($0, session) } ?? onlySpace(session)
    }
    try launcher.requireTerminal()
    try launcher.run(session, spaceId: spaceId)?.raise()
  }

  /// Returns the space of a store that has only one, since there is nothing to choose.
  private func onlySpace(_ session: StoreSession) throws -> UUID? {
    let ids = try session.store.catalog.ids()
    return ids.count == 1 ? ids.first : nil
  }

  private func resolve(_ space: String, _ session: StoreSession) throws -> UUID {
    do {
      return try session.spaceId(space)
    } catch let error as SelectorError where session.context.isImplicitOpen {
      if case .notFound(_, _, let nearest) = error {
        throw HyperbasisCommand.unknownWord(space, nearestSpace: nearest.first?.name)
      }
      throw error
    }
  }
}
