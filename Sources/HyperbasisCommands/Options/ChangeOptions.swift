public import ArgumentParser
public import Hyperbasis

/// The options of every command that changes something.
struct WriteOptions: ParsableArguments {
  @OptionGroup var change: ChangeOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var format: FormatOptions

  /// Runs the body of a command that writes, then brings everything to disk.
  func run(
    in context: CommandContext, mayCreateStore: Bool = false,
    _ body: (StoreSession, ChangeRunner) throws -> Void
  ) throws {
    try store.write(in: context, change, format, mayCreateStore: mayCreateStore) { session in
      try body(session, ChangeRunner(session: session, change: change, json: format.json))
    }
  }
}

/// How something is changed.
struct ChangeOptions: ParsableArguments {
  @Flag(name: .long, help: "Print the plan and write nothing.")
  var dryRun = false

  @Flag(name: [.long, .customShort("y")], help: "Do not ask before changing several anchors.")
  var yes = false

  @Option(help: "What a change survives: os (the end of this program) or disk (a power cut).")
  var durability: HBDurability = .os
}

extension HBDurability: ExpressibleByArgument {}
