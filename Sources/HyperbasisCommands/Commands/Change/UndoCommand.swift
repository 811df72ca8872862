import ArgumentParser

/// Takes the newest operations back.
struct UndoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the newest operation, whoever made it.")

  @OptionGroup var operations: OperationOptions

  func run(in context: CommandContext) throws { try operations.run(.undo, in: context) }
}
