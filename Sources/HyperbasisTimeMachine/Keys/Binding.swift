package import HyperbasisCanvas

/// One line of the key table: keys, where they count, and what they ask for.
package struct Binding: Hashable, Sendable {
  package let intent: Intent
  /// The name for the command line and for the file that rebinds keys.
  package let name: String
  package let scope: Scope
  package let group: KeyGroup
  /// The first one is the one that footers and messages show.
  package var keys: [Key]
  /// What it does, for the help.
  package let help: TerminalText
}

/// A part of the footer: intents that belong together, and one word for them.
package struct FooterHint: Hashable, Sendable {
  package let intents: [Intent]
  package let label: TerminalText
}
