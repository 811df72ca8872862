import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas

/// Makes a space.
struct NewCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a space.")

  @Argument(help: "The name of the new space.")
  var name: String

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try SpaceChangeReport.check(name: name)
    try options.write(in: context, change, format, mayCreateStore: true) { session in
      let id = change.dryRun ? nil : try session.store.spaces.create(name: name)
      session.noteForCloud(id.map { [.saveSpace($0)] } ?? [])
      let report = SpaceChangeReport(session: session, isDryRun: change.dryRun, json: format.json)
      try report.print(
        "Make the space \"\(name)\"\(id.map { ", id \($0.uuidString)" } ?? "")", id: id)
    }
  }
}
