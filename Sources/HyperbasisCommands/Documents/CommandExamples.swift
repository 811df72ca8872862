/// A command to copy, with what it does: for the help and for the manual page.
///
/// All are in one table instead of in each command, so that help, manual page and tests read the same.
struct CommandExample: Equatable {
  /// The command as it is typed.
  let line: String
  /// What it does, in a few words.
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

extension CommandExample {
  /// Returns the examples of a command, or those of the root for nil.
  static func examples(of command: String?) -> [CommandExample] {
    table.first { $0.command == command }?.examples ?? []
  }

  private static let table: [(command: String?, examples: [CommandExample])] =
    [(nil, root)] + views + spaces + changes + exchange + care

  private static let root = [
    CommandExample("hyperbasis", "open the time machine"),
    CommandExample("hyperbasis demo", "the same on a sample, with no set-up"),
    CommandExample("hyperbasis diff Kitchen --from -1d", "what changed in the last day"),
    CommandExample("hyperbasis undo", "take the newest change back"),
  ]

  private static let views: [(command: String?, examples: [CommandExample])] = [
    (
      "open",
      [
        .init("hyperbasis Kitchen --at -2h", "the kitchen as it was two hours ago"),
        .init("hyperbasis open Kitchen --linear", "line by line, for screen readers"),
      ]
    ),
    ("demo", [.init("hyperbasis demo --charset ascii", "on any terminal")]),
    (
      "show",
      [
        .init("hyperbasis show Kitchen --at 2024-06-17", "the anchors as they were that day"),
        .init("hyperbasis show --deleted --json", "deleted ones too, for programs"),
      ]
    ),
    (
      "log",
      [
        .init("hyperbasis log Kitchen --reverse --limit 20", "the newest 20 events"),
        .init("hyperbasis log --type deleted --from -7d", "what was deleted within a week"),
      ]
    ),
    ("history", [.init("hyperbasis history Lamp", "every version of the anchor called Lamp")]),
    (
      "find",
      [.init("hyperbasis find \"fire extinguisher\"", "anchors that were ever called that")]
    ),
    ("blame", [.init("hyperbasis blame Lamp", "who changed its place and each of its keys last")]),
    (
      "diff",
      [
        .init("hyperbasis diff Kitchen --from -1d", "what changed in the last day"),
        .init("hyperbasis diff Kitchen --from -1d --who", "who did it, and when"),
        .init(
          "hyperbasis diff --min-move 0.05 --align", "only real moves of 5 cm or more, and turns"),
      ]
    ),
    (
      "drift",
      [
        .init("hyperbasis drift Kitchen", "when the space shifted, by how much, and who wrote it"),
        .init("hyperbasis drift --since -30d --all", "what moved together without a shift, too"),
      ]
    ),
    (
      "plot",
      [
        .init("hyperbasis plot Kitchen --svg kitchen.svg", "the plan as a picture"),
        .init("hyperbasis plot Kitchen --from -1d --svg day.svg", "what changed within a day"),
        .init("hyperbasis plot Kitchen --trail Lamp", "the path that the lamp took"),
      ]
    ),
    ("stats", [.init("hyperbasis stats Kitchen", "counts, the busiest days, sizes")]),
  ]

  private static let spaces: [(command: String?, examples: [CommandExample])] = [
    ("spaces", [.init("hyperbasis spaces --store ~/Backup", "the spaces of another store")]),
    ("new", [.init("hyperbasis new Kitchen", "an empty space")]),
    ("rename", [.init("hyperbasis rename Kitchen \"Old kitchen\"", "another name for it")]),
    (
      "delete-space",
      [.init("hyperbasis delete-space Kitchen --dry-run", "what would go to the trash")]
    ),
    ("trash", [.init("hyperbasis trash", "the deleted spaces")]),
    ("restore-space", [.init("hyperbasis restore-space Kitchen", "the deleted kitchen is back")]),
  ]

  private static let changes: [(command: String?, examples: [CommandExample])] = [
    (
      "add",
      [
        .init(
          "hyperbasis add Kitchen --position 1.5,0,-2 type=note text=Lamp",
          "an anchor with two keys")
      ]
    ),
    ("move", [.init("hyperbasis move Lamp --to -3.1,0,2 --yaw 90", "its place and its heading")]),
    ("set", [.init("hyperbasis set Lamp color=red --unset note", "set one key, remove another")]),
    ("delete", [.init("hyperbasis delete Lamp", "delete it; the history stays")]),
    ("restore", [.init("hyperbasis restore Lamp", "bring it back")]),
    (
      "rollback",
      [
        .init("hyperbasis rollback Lamp --to-version 3", "one anchor, to its third version"),
        .init("hyperbasis rollback --space Kitchen --at -1d", "all of the space, to a day ago"),
        .init(
          "hyperbasis rollback Lamp --at -1d --frame now",
          "to where it stood, although the space has shifted since"),
      ]
    ),
    (
      "correct",
      [
        .init("hyperbasis correct Kitchen --shift 8F2C41D0 --to old --dry-run", "what would move"),
        .init("hyperbasis correct Kitchen --since -1d --to new", "bring along what stayed behind"),
      ]
    ),
    (
      "undo",
      [
        .init("hyperbasis undo --count 3", "the newest three operations"),
        .init("hyperbasis undo Kitchen --operation 8F2C41D0", "one older operation by itself"),
      ]
    ),
    ("redo", [.init("hyperbasis redo", "what was undone last")]),
    ("operations", [.init("hyperbasis operations Kitchen --limit 10", "the newest ten")]),
    ("bookmarks", [.init("hyperbasis bookmarks --add \"before the move\" --at -1h", "a note")]),
  ]

  private static let exchange: [(command: String?, examples: [CommandExample])] = [
    (
      "import",
      [
        .init("hyperbasis import vans.csv --dry-run", "what would happen, and the command in full"),
        .init("hyperbasis import tum walk.tum --axes ros --space Walk", "a robot's trajectory"),
        .init(
          "hyperbasis import people.txt --columns frame,id,x,y --rate 25 --start 2024-05-01T12:00Z --gone-after 2s",
          "people who cross a square"),
        .init("hyperbasis import 'Notes.xcappdata.zip'", "a container that Xcode downloaded"),
      ]
    ),
    (
      "export",
      [
        .init("hyperbasis export Kitchen -o kitchen.csv", "all events as a table"),
        .init("hyperbasis export Kitchen -o kitchen.html", "a page to look through the history"),
        .init("hyperbasis export --format sdk -o phone.zip", "all spaces, for an app with the SDK"),
        .init(
          "hyperbasis export --format md --from -1d", "the changes of the last day, for an issue"),
      ]
    ),
  ]

  private static let care: [(command: String?, examples: [CommandExample])] = [
    (
      "purge",
      [.init("hyperbasis purge --before 2024-01-01 --dry-run", "which files would be removed")]
    ),
    ("verify", [.init("hyperbasis verify --repair", "check every file, repair what is damaged")]),
    (
      "sync",
      [
        .init("hyperbasis sync --status", "what waits for the cloud"),
        .init("hyperbasis sync --dry-run", "what would be sent and received, by space"),
        .init("hyperbasis sync --list --page 2", "more of what the cloud has"),
        .init("hyperbasis sync Kitchen", "the kitchen alone"),
        .init("hyperbasis sync --verify", "whether both sides hold the same, and what differs"),
      ]
    ),
    ("follow", [.init("hyperbasis follow Kitchen", "keep the kitchen in step from now on")]),
    (
      "unfollow",
      [
        .init("hyperbasis unfollow Cellar", "leave the cellar out of syncing"),
        .init("hyperbasis unfollow --all", "follow none until follow names some"),
      ]
    ),
    (
      "forget",
      [.init("hyperbasis forget Kitchen --dry-run", "what the cloud would delete for good")]
    ),
    ("doctor", [.init("hyperbasis doctor", "whether the cloud is set up, and what to do")]),
    ("keys", [.init("hyperbasis keys --markdown", "the keys as a table")]),
    ("man", [.init("hyperbasis man | man -l -", "read the manual page")]),
  ]
}

extension CommandExample {
  /// Returns the examples of a command as the end of its help shows them; empty if it has none.
  static func helpText(of command: String?) -> String {
    let examples = examples(of: command)
    guard !examples.isEmpty else { return "" }
    return "\n\nEXAMPLES:\n"
      + examples.map { "  \($0.line)\n      \($0.meaning)" }.joined(separator: "\n")
  }
}
