import Foundation
import Testing

@testable import HyperbasisCommands

/// The keys as the user's file binds them.
struct KeysCommandTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func theStandardKeysArePrinted() {
    let outcome = bench.run("keys")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("\nChange the store\n"))
    #expect(outcome.output.contains("U ^R "))
    #expect(bench.run("keys", "--markdown").output.contains("| `U` `^R` | `redo` |"))
    #expect(bench.run("keys", "--markdown", "--json").status == 64)
  }

  @Test func theFileCountsAndAllThatIsWrongWithItIsTold() throws {
    try bench.write(
      "bind ctrl-u undo\nbind enter confirm\nset zone nowhere\n", to: ".config/hyperbasis/config")
    let outcome = bench.run("keys")
    #expect(outcome.output.contains("u ^U "))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("config, line 2: Enter never confirms or writes") == true)
    #expect(lines.last?.contains("config, line 3: zone takes local, utc or a name") == true)
  }

  @Test func aByteThatIsNotUTF8TakesOneLine() throws {
    try bench.write("", to: ".config/hyperbasis/config")
    let file = bench.directory.appending(path: ".config/hyperbasis/config")
    let bytes = Array("undo = f9\n# ".utf8) + [0xFF, 0x0A] + Array("redo = f10\n".utf8)
    try Data(bytes).write(to: file)
    let outcome = bench.run("keys")
    #expect(outcome.output.contains("F9 ") && outcome.output.contains("F10 "))
    #expect(outcome.errors.contains("config, line 2: this line is not UTF-8"), "\(outcome.errors)")
  }

  @Test func jsonHasKeysOptionsAndProblems() throws {
    try bench.write("undo = z\nset trails long\nfly", to: ".config/hyperbasis/keys.conf")
    let object = try bench.object("keys")
    let keys = try #require(object["keys"] as? [[String: Any]])
    let undo = try #require(keys.first { $0["command"] as? String == "undo" })
    #expect(undo["keys"] as? [String] == ["z"])
    #expect(undo["scope"] as? String == "space")
    let options = try #require(object["options"] as? [[String: Any]])
    let trails = try #require(options.first { $0["option"] as? String == "trails" })
    #expect(trails["value"] as? String == "long")
    let problems = try #require(object["problems"] as? [[String: Any]])
    #expect(problems.map { $0["line"] as? Int } == [1, 3])
    #expect((object["file"] as? String)?.hasSuffix("/keys.conf") == true)
  }

  @Test func relativePathsOfTheEnvironmentAreIgnored() throws {
    try bench.write("undo = f9", to: ".config/hyperbasis/config")
    try bench.write("undo = f10", to: "elsewhere/hyperbasis/config")
    bench.environment["XDG_CONFIG_HOME"] = "elsewhere"
    #expect(bench.run("keys").output.contains("F9 "))
    bench.environment["XDG_CONFIG_HOME"] = bench.directory.appending(path: "elsewhere").path
    #expect(bench.run("keys").output.contains("F10 "))
  }
}
