import Foundation
import Hyperbasis
import HyperbasisCanvas
import Testing

@testable import HyperbasisCommands

/// Bad input: each case gives one line on the error output, and the exit code of its kind.
struct UsageTests {
  struct Case: CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    let message: String
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String, _ status: Int32, _ message: String) {
      self.words = words.split(separator: " ").map(String.init)
      self.status = status
      self.message = message
    }
  }

  static let cases = [
    // Words.
    Case("shwo", 64, #""shwo" is neither a command nor a space; did you mean hyperbasis show?"#),
    Case("shwo --json", 64, "did you mean hyperbasis show?"),
    Case("qqqqqqqq", 64, "see hyperbasis --help for the commands"),
    Case("help qqqqqqqq", 64, #""qqqqqqqq" is not a command; see hyperbasis --help"#),
    Case("help shwo", 64, "did you mean hyperbasis help show?"),
    Case("--utc help shwo", 64, "did you mean hyperbasis help show?"),
    Case("remove 2222", 64, "did you mean hyperbasis delete?"),
    Case("ls", 64, "did you mean hyperbasis spaces?"),
    Case("create-space Attic", 64, "did you mean hyperbasis new?"),
    Case("help rm", 64, "did you mean hyperbasis help delete?"),
    Case(
      "Kitchn", 64, #""Kitchn" is neither a command nor a space; did you mean hyperbasis Kitchen?"#),
    Case("show --att now", 64, "unknown option '--att'"),
    // Not the help page, which the `h` among the letters would request.
    Case(
      "log -anchor 2222", 64,
      "unknown option '-anchor'. Did you mean '--anchor'? See hyperbasis log --help"),
    Case("delete 2222 -path", 64, "unknown option '-path'; see hyperbasis delete --help"),
    Case("--at now --shape round", 64, "unknown option '--shape'; see hyperbasis open --help"),
    Case("history", 64, "missing expected argument '<anchor>'"),
    Case("show Kitchen extra", 64, "unexpected argument 'extra'"),
    Case(
      "kitchen-sink extra", 64,
      #""kitchen-sink" is not a command, and nothing follows the name of a space to open; see "#),
    Case("--verison", 64, "unknown option '--verison'. Did you mean hyperbasis --version?"),
    Case(
      "add --position 0,0,0 text=x Kitchen", 64,
      #""Kitchen" is not KEY=VALUE; if it is the space, put it before all of them"#),
    Case("log --raw --where milk", 64, "--where and --raw cannot be used together"),
    Case(
      "rollback 2222 --to-version 77", 65, "hyperbasis history 22222222 lists the ones it has"),
    Case("history q", 65, #"no anchor "q". Give an anchor's label, "#),
    Case("show --color pink", 64, "pink"),
    Case("add Kitchen", 64, "missing expected argument '--position"),
    Case("log --limit x", 64, #"--limit takes a whole number from 0 up, not "x""#),
    Case("log --limit -1", 64, #"--limit takes a whole number from 0 up, not "-1""#),
    Case("undo --count 0", 64, #"--count takes a whole number from 1 up, not "0""#),
    Case(
      "diff --min-move -1", 64,
      #"--min-move takes a length of 0 or more, such as 0.05 or 5cm; not "-1""#
    ),
    Case("diff --min-turn nan", 64, #"--min-turn takes degrees, 0 or more, such as 5; not "nan""#),
    Case("show --sort foo", 64, #""foo" is not an order; give name, changed,"#),
    Case("log --where kind:foo", 64, #""foo" is not a kind; give created,"#),
    Case("bookmarks --at now", 64, "--at goes with --add; see hyperbasis bookmarks --help"),
    // Nothing is suggested that is far from what was typed.
    Case("export --json", 64, "unknown option '--json'; see hyperbasis export --help"),
    Case("show --aat now", 64, "Did you mean '--at'? See hyperbasis show --help"),
    Case("log --type walked", 64, #""walked" is not a type of event"#),
    Case("plot --width 0", 64, "--width"),
    Case("plot --width 99999", 64, "too large"),
    Case("plot --at now --from start", 64, "not both"),
    Case("plot --to now", 64, "--to needs --from"),
    // Dates.
    Case("show --at blah", 64, #""blah" is not a date"#),
    Case("show --at 2024-02-31", 64, "does not exist in the calendar"),
    Case("show --at 101%", 64, "outside the space's time span"),
    Case("log --from 25:00", 64, #""25:00""#),
    Case("rollback 2222 --at never", 64, #""never" is not a date"#),
    Case("purge --before soon", 64, #""soon" is not a date"#),
    // Spaces and anchors.
    Case("show Bathroom", 65, #"no space "Bathroom""#),
    Case("show Kitchn", 65, "Did you mean 11111111-0000-4000-8000-000000000001 (Kitchen)?"),
    Case("show 111", 65, "too short"),
    Case("history 99999999", 65, #"no anchor "99999999""#),
    Case("history 222", 65, "too short"),
    Case("history xyz!", 65, #"no anchor "xyz!""#),
    Case("history xyz!", 65, "hyperbasis find 'xyz!' looks in all metadata"),
    Case("delete 55555555-0000-4000-8000-000000000001", 65, "no anchor"),
    // Transforms.
    Case("add Kitchen --position 1,2", 64, #""1,2" is not a position"#),
    Case("add Kitchen --position 1,2,x", 64, "three finite numbers in metres"),
    Case("add Kitchen --position 1,2,inf", 64, "not a position"),
    Case("add Kitchen --position 1,2,1e39", 64, "not a position"),
    Case("move 2222 --to nan,0,0", 64, "not a position"),
    Case("add Kitchen --position 1,2,3 --yaw x", 64, #"--yaw takes degrees, such as 90; not "x""#),
    // Metadata.
    Case("add Kitchen --position 1,2,3 color", 64, #""color" is not KEY=VALUE"#),
    Case("set 2222 =x", 64, "is not KEY=VALUE"),
    Case("set 2222", 64, "nothing to set"),
    Case(
      "set 2222 --unset tex", 65, "Buy oat milk has no metadata key \"tex\"; it has text, type"),
    Case("set 2222 text=a --unset text", 64, "choose one"),
    Case("set 2222 --unset size", 65, #"no metadata key "size""#),
    // Rollback.
    Case("rollback", 64, "name an anchor"),
    Case("rollback 2222", 64, "give one of --to-version N, --to-event ID and --at DATE"),
    Case("rollback 2222 --to-version 1 --at now", 64, "give one of"),
    Case("rollback 2222 --space Kitchen --at now", 64, "not both"),
    Case("rollback --space Kitchen --to-version 1", 64, "a space is rolled back to a date"),
    Case("rollback 2222 --to-version 0", 64, #"whole number from 1 up, not "0""#),
    Case("rollback 2222 --to-version 9", 65, "has no version 9"),
    Case("rollback 2222 --to-event 1234", 65, #"no event "1234""#),
    Case("rollback 4444 --at 2024-06-18", 65, "its first version is from 2024-06-19 08:00:01 UTC"),
    // What cannot be.
    Case("redo", 1, "nothing to redo"),
    Case("new  --dry-run", 64, "missing expected argument '<name>'"),
    // No terminal.
    Case("", 69, "the time machine needs a terminal"),
    Case("Kitchen", 69, "use the commands show, log, history"),
    Case("open", 69, "or --linear, which prints line by line"),
    Case("demo", 69, "needs a terminal"),
  ]

  @Test(arguments: cases)
  func isRefusedInOneLine(_ testCase: Case) throws {
    let bench = try Kitchen.workbench()
    let before = try bench.contents()
    let outcome = bench.run(testCase.words)
    #expect(outcome.status == testCase.status)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("hyperbasis: "))
    #expect(outcome.errors.contains(testCase.message), "\(outcome.errors)")
    #expect(outcome.errors.count { $0.isNewline } == 1)
    #expect(outcome.errors.hasSuffix("\n"))
    let after = try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") }
    #expect(after == before, "a refusal wrote something")
  }

  /// A script passes the label as it is in JSON, a user as the terminal shows it.
  @Test func findsAnAnchorByTheLabelAsItIsAndAsItIsShown() throws {
    let bench = try Kitchen.workbench()
    let label = "left\u{200B} lamp"
    let text = TerminalText(label).plain
    #expect(text != label)
    #expect(bench.run("add", "--position", "0,0,0", "text=\(label)").status == 0)
    let found = bench.run("history", label)
    #expect(found.status == 0, "\(found.errors)")
    #expect(bench.run("history", text).output == found.output)
  }

  @Test func namesTheCandidatesOfAnAmbiguousSpace() throws {
    let bench = try Kitchen.workbench()
    try bench.write(
      #"{"id":"11111111-0000-4000-8000-000000000002","name":"Hall","#
        + #""createdAt":"2024-06-17T09:00:00Z","updatedAt":"2024-06-17T09:00:00Z"}"#,
      to: "spaces/11111111-0000-4000-8000-000000000002.json")
    let ambiguous = bench.run("show", "1111")
    #expect(ambiguous.status == 65)
    #expect(ambiguous.errors.contains("000000000001 (Kitchen)"))
    #expect(ambiguous.errors.contains("000000000002 (Hall)"))
    let unnamed = bench.run("show")
    #expect(unnamed.status == 64)
    #expect(unnamed.errors.contains("(Hall)"))
    #expect(bench.run("show", "hall").status == 0)
  }

  @Test func aSubcommandWinsOverASpaceOfThatName() throws {
    let bench = try Workbench()
    #expect(bench.run("new", "log").status == 0)
    #expect(bench.run("log") == .init(status: 0, output: "No events yet.\n", errors: ""))
    #expect(bench.run("open", "log").status == 69)
  }

  @Test func refusesAFolderThatIsNotThere() throws {
    let bench = try Workbench()
    for words in [["spaces"], ["show"], ["undo"], ["verify"], ["log", "--json"]] {
      let outcome = bench.run(words + ["--store", "/nowhere/at/all"])
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("there is no folder /nowhere/at/all"))
    }
    try bench.write("x", to: "file")
    let file = bench.directory.appending(path: "file").path
    #expect(bench.run("show", "--store", file).errors.contains("is not a folder"))
  }

  @Test func saysThatAStoreIsEmpty() throws {
    let bench = try Workbench()
    #expect(bench.run("show").status == 65)
    #expect(bench.run("show").errors.contains("there are no spaces yet"))
    #expect(bench.run("spaces", "--json").output == "[]\n")
    #expect(bench.run("log", "--json").output == "[]\n")
    let verified = bench.run("verify")
    #expect(verified.status == 0 && !verified.output.contains("no problems"))
    #expect(verified.output.contains("there is no store in \(bench.directory.path)"))
  }

  /// An empty name is not a name.
  @Test func anEmptyNameIsRefused() throws {
    let outcome = try Kitchen.workbench().run("undo", "--actor", "")
    #expect(outcome.status == 64 && outcome.errors.contains("--actor needs a name"), "\(outcome)")
  }

  @Test func showsHostileWordsHarmlessly() throws {
    let bench = try Kitchen.workbench()
    let outcome = bench.run("show", "a\u{1B}[31mb\u{9B}c\u{202E}d\ne")
    #expect(outcome.status == 65)
    let steering = outcome.errors.dropLast().unicodeScalars.filter {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
    }
    #expect(steering.isEmpty)
  }

  @Test func helpIsNoError() throws {
    let bench = try Workbench()
    #expect(bench.run("--version") == .init(status: 0, output: "hyperbasis 0.1.0\n", errors: ""))
    let help = bench.run("--help")
    #expect(help.status == 0)
    #expect(help.errors == "")
    for name in HyperbasisCommand.subcommandNames {
      // What only packagers need is not listed for others.
      #expect(help.output.contains("\n  \(name)") == (name != "man"))
      #expect(bench.run(name, "--help").status == 0)
    }
    #expect(bench.run("--generate-completion-script", "bash").output.contains("_hyperbasis"))
  }

  /// The library speaks to developers; here the same errors name the commands that help.
  @Test func errorsNameTheCommandsThatHelp() {
    let id = UUID()
    let cases: [(any Error, String)] = [
      (HBStorageError.cloudNotConfigured, "Set SUPABASE_URL and SUPABASE_ANON_KEY"),
      (HBStorageError.eventLogCorrupted(spaceId: id), "hyperbasis verify --repair"),
      (HBStorageError.decodingFailed(underlying: HBStorageError.conflict), "hyperbasis verify"),
      (SelectorError.noSpace, "hyperbasis new NAME"),
    ]
    for (error, advice) in cases {
      #expect(CommandFailure(error).message?.contains(advice) == true)
      let own = (error as? any LocalizedError)?.errorDescription ?? ""
      #expect(!own.contains("hyperbasis ") && !own.contains("--") && !own.contains("SUPABASE"))
    }
  }
}
