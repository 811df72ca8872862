import HyperbasisExchange

// Commands that a person is told to type.

extension StoreSession {
  /// A command on this store, to be copied into a shell. Where an option named the store, it is named
  /// again: without it the command would run on another one.
  ///
  /// - Parameter words: behind `hyperbasis`, with quotes where a shell needs them.
  func command(_ words: String) -> String { options.command(words) }
}

extension StoreOptions {
  /// See ``StoreSession/command(_:)``.
  func command(_ words: String) -> String { "hyperbasis \(words)\(repeated)" }

  /// The options of this command that another one needs to find the same store: ` --store Lab`.
  var repeated: String { store.map { " " + ShellText.line(["--store", $0]) } ?? "" }
}
