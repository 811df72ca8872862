import Foundation
import Testing

@testable import HyperbasisCommands

struct ArgumentOrderTests {
  private func order(_ words: String...) -> ArgumentOrder {
    ArgumentOrder(words, subcommands: ["show", "log", "open", "demo", "import"])
  }

  @Test func leavesASubcommandFirst() {
    #expect(order("show", "x", "--json").arguments == ["show", "x", "--json"])
    #expect(!order("show").isImplicitOpen)
  }

  @Test func opensWithoutASubcommand() {
    #expect(order().arguments == ["open"])
    #expect(order("Living Room", "--at", "-2h").arguments == ["open", "Living Room", "--at=-2h"])
    #expect(order("--at", "now").isImplicitOpen)
  }

  @Test func takesSharedOptionsBeforeTheSubcommand() {
    #expect(
      order("--store", "/s", "--json", "show", "x").arguments
        == ["show", "--store=/s", "--json", "x"])
    #expect(order("--store", "show").arguments == ["open", "--store=show"])
    #expect(order("--utc", "--color=never", "log").arguments == ["log", "--utc", "--color=never"])
  }

  @Test func joinsValuesThatStartWithADash() {
    #expect(order("log", "--from", "-2h").arguments == ["log", "--from=-2h"])
    #expect(order("log", "--from", "--to", "now").arguments == ["log", "--from=--to", "now"])
    #expect(order("log", "--from").arguments == ["log", "--from"])
  }

  /// The parser would treat `--from=` as an option whose value is the next word.
  @Test func anEmptyValueStaysOne() {
    #expect(order("log", "--from", "", "--raw").arguments == ["log", "--from", "", "--raw"])
    #expect(order("log", "--from=", "--raw").arguments == ["log", "--from", "", "--raw"])
    #expect(order("log", "--raw=").arguments == ["log", "--raw="])
  }

  @Test func leavesWhatFollowsTwoDashesAlone() {
    #expect(order("show", "--", "--at", "x").arguments == ["show", "--", "--at", "x"])
  }

  @Test func leavesHelpToTheRoot() {
    #expect(order("--help").arguments == ["--help"])
    #expect(order("help", "show").arguments == ["help", "show"])
    #expect(!order("--generate-completion-script", "bash").isImplicitOpen)
  }

  @Test func aFlagTakesNoValueWhereAnotherSubcommandHasAnOptionOfItsName() {
    #expect(order("demo", "--keep", "--utc").arguments == ["demo", "--keep", "--utc"])
    #expect(
      order("--store", "/s", "demo", "--keep", "--at", "-2h").arguments
        == ["demo", "--store=/s", "--keep", "--at=-2h"])
    #expect(order("import", "--keep", "-a", "x").arguments == ["import", "--keep=-a", "x"])
  }

  @Test func knowsWhatTakesAValueInEverySubcommand() throws {
    let bench = try Workbench()
    let dump = bench.run("--experimental-dump-help")
    let tool = try JSONSerialization.jsonObject(with: Data(dump.output.utf8)) as? [String: Any]
    let root = try #require(tool?["command"] as? [String: Any])
    var known: Set<String> = []
    for command in root["subcommands"] as? [[String: Any]] ?? [] {
      let name = try #require(command["commandName"] as? String)
      for (option, takesValue) in options(of: command) {
        #expect(ArgumentOrder.takesValue(option, in: name) == takesValue, "\(name) \(option)")
        if takesValue { known.insert(option) }
      }
    }
    #expect(known.contains("--store"))
    #expect(known.symmetricDifference(ArgumentOrder.optionsWithValue) == [])
  }

  /// Returns the options of a subcommand and its own subcommands, and whether they take a value.
  private func options(of command: [String: Any]) -> [(name: String, takesValue: Bool)] {
    let arguments = command["arguments"] as? [[String: Any]] ?? []
    let own = arguments.filter { $0["kind"] as? String != "positional" }.flatMap { argument in
      // A single letter is a word by itself, which the parser accepts as it is.
      (argument["names"] as? [[String: String]] ?? []).filter { $0["kind"] == "long" }
        .compactMap { $0["name"] }
        .map { ("--\($0)", argument["kind"] as? String == "option") }
    }
    let subcommands = command["subcommands"] as? [[String: Any]] ?? []
    return own + subcommands.flatMap(options)
  }
}
