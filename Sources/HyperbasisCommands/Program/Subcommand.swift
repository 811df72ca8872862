import ArgumentParser

/// A command that does its work in a given context.
protocol Subcommand: ParsableCommand {
  func run(in context: CommandContext) throws
}
