/// Brings the words of the command line into the form that the parser takes.
///
/// - A subcommand may be left out, which means `open`, and shared options may come before it.
/// - The value of an option may start with a dash: `--at -2h` becomes `--at=-2h`, because the parser
///   would look for the options `-2` and `-h` in it.
struct ArgumentOrder: Equatable {
  private(set) var arguments: [String] = []
  /// Whether no subcommand was named.
  private(set) var isImplicitOpen = false

  init(_ words: [String], subcommands: Set<String>) {
    let leading = words.prefix(Self.countOfLeadingOptions(words))
    let rest = words.dropFirst(leading.count)
    if let first = rest.first, subcommands.contains(first) || Self.isOfTheRoot(first) {
      arguments = [first] + Self.joinValues(leading) + Self.joinValues(rest.dropFirst(), in: first)
    } else {
      arguments = ["open"] + Self.joinValues(words[...], in: "open")
      isImplicitOpen = true
    }
  }
}

extension ArgumentOrder {
  /// If no word asks for help or the version, the word that the parser reads as several one-letter
  /// options, including `-h`: `-path`, typed for `--path`, must not print a help page and succeed.
  var letterCluster: String? {
    let words = arguments.prefix { $0 != "--" }
    if words.contains(where: { Self.isOfTheRoot($0) }) { return nil }
    return words.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 && word.contains("h")
    }
  }

  /// Returns whether the word after an option is its value.
  static func takesValue(_ option: String, in subcommand: String? = nil) -> Bool {
    optionsWithValue.contains(option)
      && !(subcommand.flatMap { flags[$0] }?.contains(option) ?? false)
  }

  /// Every option that takes a value, in any subcommand.
  static let optionsWithValue: Set<String> = [
    "--store", "--color", "--actor", "--at", "--from", "--to", "--before", "--charset", "--theme",
    "--dir", "--anchor", "--type", "--limit", "--page", "--min-move", "--min-turn", "--width",
    "--height", "--frame",
    "--svg", "--position", "--yaw", "--unset", "--to-version", "--to-event", "--space", "--count",
    "--durability", "--deleted-at", "--add", "--remove", "--operation", "--where", "--sort",
    "--trail",
    "--since", "--shift", "--added", "--others", "--space-column", "--id", "--as", "--id-from",
    "--time", "--time-format", "--zone", "--times", "--rate", "--start", "--time-from", "--lat",
    "--lon", "--alt", "--origin", "--axes", "--unit", "--quaternion", "--bearing", "--theta",
    "--angle", "--matrix", "--matrix-order", "--columns", "--keep", "--drop", "--text", "--set",
    "--empty", "--actor-column", "--gone-after", "--deleted-when", "--every", "--delimiter",
    "--decimal", "--encoding", "--rows", "--format", "--output", "--seconds", "--confirm",
  ]

  /// The options among these that take no value in a subcommand.
  static let flags: [String: Set<String>] = ["demo": ["--keep"]]

  private static let sharedOptions: Set<String> = ["--store", "--color", "--actor"]
  private static let sharedFlags: Set<String> = ["--json", "--utc"]

  /// Returns how many words come before a subcommand and may do so.
  private static func countOfLeadingOptions(_ words: [String]) -> Int {
    var count = 0
    while count < words.count {
      let word = words[count]
      let name = String(word.prefix { $0 != "=" })
      if sharedFlags.contains(word) || name != word && sharedOptions.contains(name) {
        count += 1
      } else if sharedOptions.contains(word) {
        count += 2
      } else {
        break
      }
    }
    return min(count, words.count)
  }

  /// Turns `--name value` into `--name=value`, up to a `--`. An empty value stays a word of its own,
  /// because the parser takes `--name=` for an option whose value is the next word.
  private static func joinValues(
    _ words: ArraySlice<String>, in subcommand: String? = nil
  ) -> [String] {
    var result: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      if takesValue(word, in: subcommand), let value = rest.popFirst() {
        result += value.isEmpty ? [word, value] : ["\(word)=\(value)"]
      } else if word.hasSuffix("="), takesValue(String(word.dropLast()), in: subcommand) {
        result += [String(word.dropLast()), ""]
      } else {
        result.append(word)
      }
    }
    return result
  }

  private static func isOfTheRoot(_ word: String) -> Bool {
    ["help", "-h", "--help", "--help-hidden", "--version", "--experimental-dump-help"]
      .contains(word) || word.hasPrefix("--generate-completion-script") || word.hasPrefix("---")
  }
}
