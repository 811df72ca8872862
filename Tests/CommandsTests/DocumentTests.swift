import ArgumentParser
import Foundation
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// Generated files are up to date.
///
/// `RECORD_DOCUMENTS=1` rewrites the files, and still fails.
struct DocumentTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func expect(
    _ path: String, toBe text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Self.package.appending(path: path)
    guard try String(contentsOf: file, encoding: .utf8) != text else { return }
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    Issue.record(
      "\(path) is not up to date: run RECORD_DOCUMENTS=1 swift test --filter DocumentTests",
      sourceLocation: sourceLocation)
  }

  @Test func theManualPageIsCurrent() throws {
    try expect("Resources/hyperbasis.1", toBe: ManualPage(commands: .read()).text)
  }

  @Test func theKeysOfTheReadmeAreCurrent() throws {
    let file = Self.package.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = "<!-- Made by hyperbasis keys --markdown. -->\n"
    let end = "<!-- The end of the keys. -->"
    let head = try #require(text.range(of: start)).upperBound
    let tail = try #require(text.range(of: end)).lowerBound
    try expect(
      "README.md", toBe: text[..<head] + "\n" + KeymapTable.markdown() + "\n" + text[tail...])
  }

  @Test func theManualPageHasEveryCommandKeyAndOption() throws {
    let page = ManualPage(commands: try .read()).text
    for name in HyperbasisCommand.subcommandNames where name != "man" {
      #expect(page.contains(".SS " + ManualPage.escaped(name) + "\n"), "\(name)")
    }
    for binding in Keymap.standardBindings {
      #expect(page.contains(ManualPage.escaped("(\(binding.name))")), "\(binding.name)")
    }
    for option in SettingOption.all { #expect(page.contains(".B \(option.name)\n")) }
    #expect(!page.contains("\n.man"))
  }

  @Test func theReadmeNamesTheVersion() throws {
    let text = try String(contentsOf: Self.package.appending(path: "README.md"), encoding: .utf8)
    let version = try #require(HyperbasisCommand.configuration.version.split(separator: " ").last)
    #expect(text.contains("\nVersion \(version);"))
  }

  @Test func whatMostCommandsTakeIsExplainedOnce() throws {
    let table = try CommandTable.read()
    let common = table.commonOptions.compactMap(\.labels.first)
    #expect(Set(common).isSuperset(of: ["--store", "--utc", "--color"]))
    let page = ManualPage(commands: table).text
    for option in table.commonOptions {
      let text = ManualPage.escaped(option.abstract ?? "")
      #expect(page.components(separatedBy: text).count == 2, "\(option.labels)")
    }
  }

  @Test func textOfThePageIsNeverARequest() {
    #expect(ManualPage.escaped(".SH") == "\\&.SH")
    #expect(ManualPage.escaped("'x") == "\\&'x")
    #expect(ManualPage.escaped("a\\b-c") == "a\\eb\\-c")
  }
}
