import HyperbasisCanvas
import Testing

@testable import HyperbasisCommands

/// Lines that are asked for in line mode.
struct LinearPromptTests {
  private let linear: LinearKitchen

  init() throws {
    linear = try LinearKitchen()
    _ = linear.start()
  }

  private func take(_ line: String) -> [String] { linear.take(line) }

  // MARK: In a script

  @Test(arguments: ["Esc", "esc", "Escape", "\u{1B}"])
  func escapeCancelsAPrompt(line: String) {
    for key in ["B", "t", "f", "/", ":", "&"] {
      _ = take(key)
      #expect(take(line) == ["closed"], "\(key)")
    }
    #expect(take("'").contains { $0.contains("no bookmarks") }, "no note was taken from it")
  }

  @Test func escapeCancelsAPromptThatRefusedALine() {
    _ = take("t")
    _ = take("gibberish")
    #expect(take("Esc") == ["closed"])
    #expect(take("j").contains { $0.contains(" at ") })
  }

  @Test func theNameOfTheKeyIsTextInTheLineOfItsPrompt() {
    #expect(take("BEsc").contains { $0.hasPrefix("bookmark set") })
    #expect(take("'").contains { $0.contains(" Esc ") })
  }

  @Test func howToCancelIsSaidOnce() {
    #expect(take("t") == ["date: ", "Esc on a line of its own cancels"])
    _ = take("Esc")
    #expect(take("t") == ["date: "])
  }

  @Test func signsOfPromptsAreNamed() {
    #expect(take(":").first == "command: ")
    _ = take("Esc")
    #expect(take("/").first == "find: ")
    #expect(take("") == ["closed"])
  }

  @Test func aFilterIsRemovedAsItsPromptSays() {
    for key in ["&", "f"] {
      _ = take(key)
      _ = take("&" == key ? "0.5..2" : "milk")
      let opened = take(key)
      #expect(
        opened[0].hasSuffix(
          "; type a line to replace it, off to remove it, or press Return to keep it"),
        "\(opened)")
      #expect(take("off") == ["no filter"])
    }
  }

  // MARK: Key by key

  private func filterInTerminal() throws -> LinearKitchen {
    let terminal = try LinearKitchen(takesKeys: true)
    _ = terminal.start()
    _ = terminal.press("f") + terminal.type("type:")
    return terminal
  }

  @Test func aKeyThatChangesNothingInAPromptRepeatsIt() throws {
    let terminal = try filterInTerminal()
    #expect(terminal.press(.end) == [.opening("filter: type:")])
    #expect(terminal.type("m") == [.more("m")])
    #expect(terminal.press("w").count == 1)
  }

  @Test func whatIsSaidMeanwhileRepeatsThePrompt() throws {
    let terminal = try filterInTerminal()
    #expect(terminal.bench.run("add", "text=New", "--position", "0,0,0").status == 0)
    let news = terminal.session.follow()
    #expect(news.count > 1 && news.last == .opening("filter: type:"), "\(news)")
    #expect(terminal.session.follow() == [])
  }

  @Test func readingAPromptOpensItsLineAgain() throws {
    let terminal = try filterInTerminal()
    #expect(terminal.press(.control("l")) == [.opening("filter: type:")])
  }
}
