import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas

/// Creates a space.
struct NewCommand: Subcommand {
  static let configuration = CommandConfiguration(commandName: "new", abstract: "Create a space.")

  @Argument(help: "The name of the new space.")
  var name: String

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try SpaceChangeReport.check(name: name)
    try options.run(in: context, mayCreateStore: true) { session, runner in
      let id = options.change.dryRun ? nil : try session.store.spaces.create(name: name)
      if id != nil { session.noteSaved() }
      if let id { session.noteForCloud([.saveSpace(id)], of: id) }
      let report = SpaceChangeReport(runner: runner)
      try report.print(
        "Create the space \"\(name)\"\(id.map { ", id \($0.uuidString)" } ?? "")", id: id)
      try report.warnOfNamesakes(name, of: id)
      if let id, !runner.json { try session.sayIfUnfollowed(id) }
    }
  }
}
