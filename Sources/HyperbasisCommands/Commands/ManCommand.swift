import ArgumentParser

/// Prints the manual page, for packagers.
struct ManCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print the manual page.", shouldDisplay: false)

  func run(in context: CommandContext) throws {
    try context.output.write(ManualPage(commands: .read()).text)
  }
}
