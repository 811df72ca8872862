import Foundation
import Testing

@testable import HyperbasisCommands

/// A Markdown document: its code blocks, and the code in its sentences.
struct MarkdownDocument: CustomTestStringConvertible, Sendable {
  struct Line: Sendable {
    let text: String
    /// Counted from 1.
    let line: Int
  }

  struct Block: Sendable {
    let language: String
    let lines: [Line]
    var line: Int { (lines.first?.line ?? 1) - 1 }
  }

  /// The path within the package.
  let name: String
  private(set) var blocks: [Block] = []
  private(set) var codeSpans: [Line] = []
  /// The targets of links and pictures.
  private(set) var links: [Line] = []
  /// The headings as links name them, such as `the-time-machine`.
  private(set) var headings: Set<String> = []

  var testDescription: String { name }

  init(_ name: String, text: String) {
    self.name = name
    var open: (language: String, indent: Int, lines: [Line])?
    for (number, content) in text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let trimmed = content.drop { $0 == " " }
      if trimmed.hasPrefix("```") {
        if let block = open {
          blocks.append(Block(language: block.language, lines: block.lines))
          open = nil
        } else {
          open = (String(trimmed.dropFirst(3)), content.count - trimmed.count, [])
        }
      } else if let block = open {
        open?.lines.append(Line(text: String(content.dropFirst(block.indent)), line: number + 1))
      } else {
        let parts = content.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where !index.isMultiple(of: 2) {
          codeSpans.append(Line(text: String(part), line: number + 1))
        }
        for match in content.matches(of: /\]\(([^)\s]+)\)/) {
          links.append(Line(text: String(match.1), line: number + 1))
        }
        if let heading = content.wholeMatch(of: /#+ (.*)/) {
          let words = heading.1.lowercased().filter {
            $0.isLetter || $0.isNumber || " -".contains($0)
          }
          headings.insert(words.replacing(" ", with: "-"))
        }
      }
    }
  }
}

extension MarkdownDocument.Line {
  /// The commands of a shell line as words, without comments, redirections, and environment values before
  /// a program's name.
  var commands: [[String]] {
    Self.parts(text).map { part in
      Array(
        ShellWords(part).words.filter { !$0.isEmpty }
          .drop { $0.contains("=") && $0.first?.isUppercase == true })
    }
  }

  /// Splits a line at `#`, `&&`, `;` and `
  /// ` outside quotes, without what follows `>`.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var quote: Character?
    var isRedirected = false
    var previous: Character = " "
    for character in text {
      defer { previous = character }
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "#", previous == " " {
        break
      } else if character == "'" || character == "\"" {
        quote = character
      } else if ";|&".contains(character) {
        parts.append("")
        isRedirected = false
        continue
      } else if character == ">" {
        isRedirected = true
      }
      if !isRedirected { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

/// The documents of the package.
enum Documents {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let all: [MarkdownDocument] = {
    let sources = FileManager.default.enumerator(atPath: package.appending(path: "Sources").path)
    let articles = (sources?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
      .map { "Sources/" + $0 }
    return (["README.md", "Resources/supabase/README.md"] + articles.sorted()).compactMap { name in
      (try? String(contentsOf: package.appending(path: name), encoding: .utf8))
        .map { MarkdownDocument(name, text: $0) }
    }
  }()

  static var manifest: String {
    get throws { try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8) }
  }

  static var testSources: String {
    get throws {
      let folder = package.appending(path: "Tests")
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return try (files ?? []).filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        .joined(separator: "\n")
    }
  }

  /// Programs in shell blocks that are neither run nor parsed, with the reason.
  static let notRun = [
    "sudo": "installs packages of the system",
    "export": "sets the environment of the reader's shell",
  ]

  /// Text blocks by their first lines, with the reason why no program reads them.
  static let notChecked = [
    ".package(url: \"https://example.org/hyperbasis.git\", branch: \"main\"),  // where you have it from":
      "lines of the manifest of the reader's own package",
    "Sources/": "the layout, which a test of its own compares with the folders",
    "CLI -> Commands -> DemoSpaces, Terminal, TimeMachine, Wording, Hyperbasis":
      "the arrows between modules, which the build checks",
  ]
}
