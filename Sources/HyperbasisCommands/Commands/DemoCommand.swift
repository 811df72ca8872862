import ArgumentParser
import Foundation
import Hyperbasis

/// Opens the time machine on a sample.
struct DemoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the time machine on a sample: changes go to a scratch copy.")

  @Option(
    help: ArgumentHelp("Put the copy there and keep it.", valueName: "dir"),
    completion: .directory)
  var dir: String?

  @Flag(help: "Keep the copy at the end.")
  var keep = false

  @OptionGroup var view: ViewOptions
  @OptionGroup var options: StoreOptions

  func run(in context: CommandContext) throws {
  }
}
