import ArgumentParser
import Foundation
import Testing

@testable import HyperbasisCommands

/// The help shows every command in a group, and examples that work as they stand.
struct CommandExampleTests {
  @Test func everyCommandHasExamplesThatTheParserTakes() throws {
    let names = HyperbasisCommand.subcommandNames.sorted().map(Optional.some) + [nil]
    for name in names {
      let examples = CommandExample.examples(of: name)
      #expect(!examples.isEmpty, "\(name ?? "the root")")
      for example in examples {
        let words = Self.words(example.line)
        #expect(words.first == "hyperbasis")
        let order = ArgumentOrder(
          Array(words.dropFirst()), subcommands: HyperbasisCommand.subcommandNames)
        if let name { #expect(order.arguments.first == name, "\(example.line)") }
        #expect(throws: Never.self, "\(example.line)") {
          try HyperbasisCommand.parseAsRoot(order.arguments)
        }
      }
    }
  }

  @Test func helpAndManualPageHaveThem() throws {
    let bench = try Workbench()
    let page = ManualPage(commands: try .read()).text
    for name in HyperbasisCommand.subcommandNames where name != "man" {
      let help = bench.run(name, "--help").output
      for example in CommandExample.examples(of: name) {
        #expect(help.contains("\nEXAMPLES:\n") && help.contains("  \(example.line)\n"), "\(name)")
        #expect(page.contains(ManualPage.escaped(example.line)), "\(name)")
      }
    }
    #expect(bench.run("help", "show").output == bench.run("show", "--help").output)
    #expect(!bench.run("--version").output.contains("EXAMPLES"))
  }

  @Test func commandsStandInGroups() throws {
    let help = try Workbench().run("--help").output
    for group in ["View", "Spaces", "Change", "Undo and roll back", "Store and cloud"] {
      #expect(help.uppercased().contains("\n\(group.uppercased()) SUBCOMMANDS:\n"), "\(help)")
    }
    #expect(help.contains("hyperbasis diff Kitchen --from -1d"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  /// Splits a line at blanks, up to a pipe, and removes quotes.
  private static func words(_ line: String) -> [String] {
    let parts = line.split(separator: "|")[0].split(
      separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { number, part in
      number.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}
