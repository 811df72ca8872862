/// Brings the words of the command line into the form that the parser takes.
///
/// - A subcommand may be left out, which means `open`, and shared options may stand before it.
/// - The value of an option may start with a dash: `--at -2h` becomes `--at=-2h`, because the
///   parser would look for the options `-2` and `-h` in it.
struct ArgumentOrder: Equatable {
  private(set) var arguments: [String] = []
  /// Whether no subcommand was named.
  private(set) var isImplicitOpen = false

  init(_ words: [String], subcommands: Set<String>) {
    let joined = Self.joinValues(words)
    let leading = joined.prefix { Self.isShared($0) }
    let rest = joined.dropFirst(leading.count)
    if let first = rest.first, subcommands.contains(first) || Self.isOfTheRoot(first) {
      arguments = [first] + leading + rest.dropFirst()
    } else {
      arguments = ["open"] + joined
      isImplicitOpen = true
    }
  }
}

extension ArgumentOrder {
  /// Every option that takes a value, in any subcommand.
  static let optionsWithValue: Set<String> = [
    "--store", "--color", "--actor", "--at", "--from", "--to", "--before", "--charset", "--theme",
    "--dir", "--anchor", "--type", "--limit", "--page", "--min-move", "--min-turn", "--width",
    "--height", "--frame",
    "--svg", "--position", "--yaw", "--unset", "--to-version", "--to-event", "--space", "--count",
    "--durability", "--add", "--remove", "--operation", "--where", "--sort", "--trail",
    "--since", "--shift", "--added", "--others", "--space-column", "--id", "--as", "--id-from",
    "--time", "--time-format", "--zone", "--times", "--rate", "--start", "--time-from", "--lat",
    "--lon", "--alt", "--origin", "--axes", "--unit", "--quaternion", "--bearing", "--theta",
    "--angle", "--matrix", "--matrix-order", "--columns", "--keep", "--drop", "--text", "--set",
    "--empty", "--actor-column", "--gone-after", "--deleted-when", "--every", "--delimiter",
    "--decimal", "--encoding", "--format", "--output", "--seconds", "--confirm",
  ]

  private static let sharedOptions: Set<String> = ["--store", "--color", "--actor"]
  private static let sharedFlags: Set<String> = ["--json", "--utc"]

  /// `--name value` becomes `--name=value`, up to a `--`.
  private static func joinValues(_ words: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return result + words[index...] }
      if optionsWithValue.contains(word), index + 1 < words.count {
        result.append("\(word)=\(words[index + 1])")
        index += 2
      } else {
        result.append(word)
        index += 1
      }
    }
    return result
  }

  private static func isShared(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return sharedFlags.contains(word)
      || (sharedOptions.contains(String(name)) && word.contains("="))
  }

  private static func isOfTheRoot(_ word: String) -> Bool {
    ["help", "-h", "--help", "--help-hidden", "--version", "--experimental-dump-help"]
      .contains(word) || word.hasPrefix("--generate-completion-script") || word.hasPrefix("---")
  }
}
