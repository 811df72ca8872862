import HyperbasisExchange

// Commands that a person is told to type.

extension StoreSession {
  /// Returns a command on this store, to be copied into a shell. If an option named the store, it is
  /// included: without it the command would run on another one.
  ///
  /// - Parameter words: what follows `hyperbasis`, quoted if a shell needs that.
  func command(_ words: String) -> String { options.command(words) }
}

extension StoreOptions {
  /// See ``StoreSession/command(_:)``.
  func command(_ words: String) -> String { "hyperbasis \(words)\(repeated)" }

  /// The options of this command with which another one finds the same store: ` --store Lab`.
  var repeated: String { store.map { " " + ShellText.line(["--store", $0]) } ?? "" }
}
