import ArgumentParser

/// Brings the operations back that were undone last.
struct RedoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the operation that was undone last.")

  @OptionGroup var operations: OperationOptions

  func run(in context: CommandContext) throws { try operations.run(.redo, in: context) }
}
