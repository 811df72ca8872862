import Foundation
import HyperbasisCanvas
import TestSupport
import Testing

/// Every table of every command on every store: no line is wider than the terminal, or than 80 columns
/// without one, and wider terminals show more.
@Suite(.enabled(if: !ScratchStore.names.isEmpty, "HYPERBASIS_TEST_STORES names no stores"))
struct TableWidthTests {
  @Test(arguments: ScratchStore.names) func everyTableFits(name: String) throws {
    let store = try #require(try ScratchStore(copyOf: name))
    for words in try looks(store) {
      let plain = try store.program.run(words)
      #expect(plain.status == 0, "\(words): \(plain.errors)")
      #expect(Self.width(plain.output) <= 80, "\(words):\n\(plain.output)")
      var widths: [Int] = []
      for columns in [80, 100, 200] {
        let terminal = try store.program.open(words: words, columns: columns)
        #expect(try terminal.waitForExit() == .exited(0), "\(words)")
        let lines = String(decoding: terminal.output, as: UTF8.self)
          .replacing(/\u{1B}\[[0-9;]*m/, with: "")
        widths.append(Self.width(lines))
        #expect(Self.width(lines) <= columns, "\(words) at \(columns):\n\(lines)")
      }
      #expect(widths == widths.sorted(), "\(words)")
    }
  }

  private func looks(_ store: ScratchStore) throws -> [[String]] {
    let list = try JSONSerialization.jsonObject(
      with: Data(store.program.run("spaces", "--json").output.utf8))
    let spaces = (list as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    let space = try #require(spaces.first)
    let shown = try JSONSerialization.jsonObject(
      with: Data(store.program.run("show", space, "--json").output.utf8))
    let anchors = (shown as? [String: Any])?["anchors"] as? [[String: Any]] ?? []
    let anchor = try #require(anchors.first?["id"] as? String)
    #expect(
      try store.program.run(
        "bookmarks", space, "--add", String(repeating: "a long note ", count: 12)
      ).status == 0)
    for number in 1...2 {
      #expect(try store.program.run("new", "\(number) " + longName).status == 0)
    }
    #expect(try store.program.run("delete-space", "1 " + longName).status == 0)
    return [
      ["spaces"], ["trash"], ["bookmarks"], ["log", "--limit", "60"], ["show", space],
      ["show", space, "--deleted", "--at", "50%"], ["log", space, "--limit", "60"],
      ["history", anchor], ["diff", space],
      ["diff", space, "--from", "25%", "--to", "75%", "--align"],
      ["operations", space, "--limit", "60"], ["blame", anchor], ["find", "a"],
    ]
  }

  private var longName: String { String(repeating: "long name ", count: 12) }

  private static func width(_ text: String) -> Int {
    text.split(whereSeparator: \.isNewline).map { TerminalText(String($0)).width }.max() ?? 0
  }
}
