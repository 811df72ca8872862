import ArgumentParser
import Foundation
import HyperbasisCanvas
import Testing

@testable import HyperbasisCommands
@testable import HyperbasisTimeMachine

/// The commands in the documents are accepted by the program.
///
/// Every code block is checked according to its language. Swift blocks are compiled by
/// `Tests/Documentation/check.sh`.
struct DocumentedCommandTests {
  @Test(arguments: Documents.all) func everyBlockIsChecked(_ document: MarkdownDocument) throws {
    for block in document.blocks {
      switch block.language {
      case "swift": break
      case "sh": for line in block.lines { try check(line, document) }
      case "conf": checkConfiguration(block, document)
      case "text":
        let first = block.lines.first?.text.trimmingCharacters(in: .whitespaces) ?? ""
        #expect(
          Documents.notChecked[first] != nil,
          "\(document.name): the text \"\(first)\" has no reason")
      default:
        Issue.record(
          "\(document.name):\(block.line): the block's language is not swift, sh, conf or text")
      }
    }
  }

  @Test(arguments: Documents.all) func everyCommandInASentenceParses(_ document: MarkdownDocument)
    throws
  {
    for span in document.codeSpans where span.text.hasPrefix("hyperbasis ") {
      // `[FORMAT] FILE...` is the synopsis of a command, not a command.
      let isSynopsis = ["[", "...", "…", "FORMAT"].contains { span.text.contains($0) }
      if isSynopsis { continue }
      // A subcommand alone is just its name; it may require arguments.
      let words = span.text.split(separator: " ").dropFirst().map(String.init)
      if words.count == 1, HyperbasisCommand.subcommandNames.contains(words[0]) { continue }
      try check(span, document)
    }
  }

  @Test(arguments: Documents.all) func everyCommandOfTheTimeMachineExists(
    _ document: MarkdownDocument
  ) {
    let names = Set(Keymap.standardBindings.map(\.name) + TypedCommand.all.map(\.name))
    for span in document.codeSpans where span.text.hasPrefix(":") && span.text.count > 1 {
      let name = span.text.dropFirst().split(separator: " ").first.map(String.init) ?? ""
      #expect(names.contains(name), "\(document.name):\(span.line): \(span.text)")
    }
  }

  @Test(arguments: Documents.all) func everyLinkWithinThePackageLeadsSomewhere(
    _ document: MarkdownDocument
  ) {
    let folder = Documents.package.appending(path: document.name).deletingLastPathComponent()
    for link in document.links where !link.text.contains("://") {
      let parts = link.text.split(separator: "#", omittingEmptySubsequences: false)
      let place: Comment = "\(document.name):\(link.line): \(link.text)"
      if parts[0].isEmpty {
        #expect(document.headings.contains(String(parts.last ?? "")), place)
      } else {
        let file = folder.appending(path: String(parts[0]))
        #expect(FileManager.default.fileExists(atPath: file.path), place)
      }
    }
  }

  @Test func theLayoutNamesEveryModule() throws {
    let readme = try #require(Documents.all.first { $0.name == "README.md" })
    let layout = try #require(
      readme.blocks.first { $0.language == "text" && $0.lines.first?.text == "Sources/" })
    let named = layout.lines.dropFirst().prefix { $0.text.hasPrefix("  ") }
      .compactMap { $0.text.split(separator: " ").first.map(String.init) }
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Documents.package.appending(path: "Sources").path)
    // Folders that are not named individually are the modules in C.
    #expect(Set(named.filter { !$0.hasSuffix("…") }).subtracting(folders).isEmpty)
    #expect(
      Set(folders).subtracting(named).allSatisfy {
        $0.hasPrefix("CHyperbasis") || $0 == "RevertiblePlugin"
      })
  }

  // MARK: - One line

  private func check(_ line: MarkdownDocument.Line, _ document: MarkdownDocument) throws {
    for command in line.commands {
      guard let program = command.first else { continue }
      let place = "\(document.name):\(line.line): \(line.text)"
      switch program {
      case "hyperbasis": expectParses(Array(command.dropFirst()), place)
      case "swift": try checkSwift(Array(command.dropFirst()), place)
      case let path where path.hasPrefix(".build/"):
        #expect(
          try Documents.manifest.contains("\"\(path.split(separator: "/").last ?? "")\""),
          "\(place)")
      case let path where path.contains("/"):
        #expect(
          FileManager.default.isExecutableFile(
            atPath: Documents.package.appending(path: path).path),
          "\(place)")
      default: #expect(Documents.notRun[program] != nil, "\(place) has no reason not to be checked")
      }
    }
  }

  /// Checks the products, targets and suites that commands of the package manager name.
  private func checkSwift(_ words: [String], _ place: String) throws {
    let values = zip(words, words.dropFirst())
    let skipped: Set = ["-c", "-Xswiftc", "--filter", "--product"]
    let plain = words.indices.filter {
      !words[$0].hasPrefix("-") && ($0 == 0 || !skipped.contains(words[$0 - 1]))
    }.map { words[$0] }
    if plain.first == "run", plain.count > 1 {
      if plain[1] == "hyperbasis" { return expectParses(Array(plain.dropFirst(2)), place) }
      #expect(try Documents.manifest.contains("\"\(plain[1])\""), "\(place)")
    }
    for (option, value) in values where option == "--product" {
      #expect(try Documents.manifest.contains("\"\(value)\""), "\(place)")
    }
    for (option, value) in values where option == "--filter" {
      let suite = String(value.split(separator: ".").last ?? "")
      #expect(try Documents.testSources.contains("struct \(suite)"), "\(place)")
    }
  }

  private func expectParses(_ words: [String], _ place: String) {
    let order = ArgumentOrder(words, subcommands: HyperbasisCommand.subcommandNames)
    do {
      _ = try HyperbasisCommand.parseAsRoot(order.arguments)
    } catch {
      // Help and completion scripts are also thrown as errors.
      let code = HyperbasisCommand.exitCode(for: error)
      #expect(code == .success, "\(place): \(HyperbasisCommand.message(for: error))")
    }
  }

  private func checkConfiguration(_ block: MarkdownDocument.Block, _ document: MarkdownDocument) {
    let file = ConfigurationFile(block.lines.map(\.text).joined(separator: "\n"))
    #expect(file.problems.isEmpty, "\(document.name):\(block.line): \(file.problems)")
  }
}
