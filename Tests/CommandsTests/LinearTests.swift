import HyperbasisCanvas
import Testing

@testable import HyperbasisCommands

/// The time machine in line mode.
struct LinearTests {
  private let linear: LinearKitchen
  private var bench: Workbench { linear.bench }
  private var session: LinearSession { linear.session }

  init() throws { linear = try LinearKitchen() }

  private func take(_ line: String) -> [String] { linear.take(line) }

  private func start() -> [String] { linear.start() }

  @Test func everyChangeIsALine() {
    let opened = start()
    #expect(opened.first == "space Kitchen")
    #expect(opened.contains("2024-06-19 08:00:01 UTC, 2 anchors, now"))
    #expect(take("[") == ["2024-06-19 08:00:00 UTC, 1 anchor, past, 1 differs from now"])
    #expect(take("[[").last == "2024-06-18 09:30:00 UTC, 2 anchors, past, 2 differ from now")
    #expect(take("end") == ["2024-06-19 08:00:01 UTC, 2 anchors, now"])
    #expect(take("t2024-06-18").last?.hasPrefix("2024-06-18 00:00:00 UTC, 2 anchors") == true)
  }

  @Test func aRefusedLineIsDropped() {
    _ = start()
    _ = take("t")
    for _ in 0..<2 {
      let refused = take("foo")
      #expect(refused.first == "date: " && refused.last?.hasPrefix("\"foo\" is not a date") == true)
    }
    #expect(take("2024-06-18").last?.hasPrefix("2024-06-18 00:00:00 UTC, 2 anchors") == true)
    #expect(take("tfoo").contains("date: "))
    #expect(take("") == ["closed"], "an empty line leaves it")
    _ = take("q")
    #expect(!session.isRunning)
  }

  @Test func theListIsRead() {
    _ = start()
    let list = take("")
    #expect(list.contains { $0.contains("Lamp") })
    #expect(list.contains { $0.contains("Buy oat milk") })
    #expect(!list.joined().contains { "|+│┌".contains($0) })
    #expect(take("j").contains { $0.hasPrefix("Buy oat milk (sticky_note) at 0.5") })
  }

  @Test func aPlanIsAskedAbout() throws {
    _ = start()
    _ = take("t2024-06-18")
    #expect(take("S").last == "y does it, n cancels")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 6)
    _ = take("y")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 9)
    #expect(take("u").last == "y does it, n cancels")
    let undone = take("y")
    #expect(undone.contains { $0.hasPrefix("undid") }, "\(undone)")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 13)
  }

  @Test func helpAndTheEnd() {
    _ = start()
    #expect(take("?").contains { $0.contains("previous instant with events") })
    _ = take("escape")
    #expect(session.isRunning)
    _ = take("q")
    #expect(!session.isRunning)
  }

  @Test func whatOthersWriteIsTold() {
    _ = start()
    #expect(bench.run("add", "text=New", "--position", "0,0,0").status == 0)
    let news = session.follow().map(\.text)
    #expect(news.contains { $0.hasPrefix("new: New created") }, "\(news)")
    #expect(news.contains { $0.contains("3 anchors") })
    #expect(session.follow() == [])
  }

  @Test func whatOthersWriteIsToldInThePastToo() {
    _ = start()
    _ = take("home")
    for count in 1...2 {
      #expect(bench.run("add", "text=New", "--position", "0,0,0").status == 0)
      let news = session.follow().map(\.text)
      let expected = count == 1 ? "1 new event, End shows it" : "2 new events, End shows them"
      #expect(news.contains(expected), "\(news)")
    }
    #expect(session.follow() == [])
    #expect(!take("end").contains { $0.hasPrefix("new:") || $0.contains("new event") })
  }

  @Test func whatIsWrittenHereIsNotToldAsNews() {
    _ = start()
    let lines = take("jDW")
    #expect(lines.contains { $0.contains("written") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("new:") || $0.contains("new event") }, "\(lines)")
  }
}

// MARK: - Key by key

extension LinearTests {
  @Test func everyKeyIsAnsweredAtOnce() throws {
    let linear = try LinearKitchen(takesKeys: true)
    _ = linear.start()
    #expect(
      linear.press("[") == [.line("2024-06-19 08:00:00 UTC, 1 anchor, past, 1 differs from now")])
    #expect(linear.press(.end) == [.line("2024-06-19 08:00:01 UTC, 2 anchors, now")])
    #expect(linear.press("w") == [.line("no labels")])
    #expect(linear.press("0").map(\.text) == ["the plan is fitted already"])
    #expect(linear.press("+").map(\.text).first?.hasPrefix("plan: ") == true)
    #expect(linear.press(.control("l")).map(\.text).contains { $0.contains("Buy oat milk") })
    #expect(linear.press("?", .escape).last == .line("closed"))
  }

  @Test func whatIsTypedIsEchoed() throws {
    let linear = try LinearKitchen(takesKeys: true)
    _ = linear.start()
    #expect(linear.press("t") == [.opening("date: ")])
    #expect(linear.type("2x") == [.more("2"), .more("x")])
    #expect(linear.press(.backspace) == [.opening("date: 2")])
    #expect(linear.press(.left) == [.opening("date: 2")])
    #expect(linear.press(.end, .backspace) == [.opening("date: 2"), .opening("date: ")])
    _ = linear.type("noon")
    let refused = linear.press(.enter)
    #expect(refused.count == 2 && refused.last == .opening("date: noon"))
    #expect(linear.press(.escape) == [.line("closed")])
    #expect(
      linear.session.handle(event: .paste("Syq")).map(\.text).first?.contains("paste") == true)
    _ = linear.press("t")
    #expect(linear.session.handle(event: .paste("2024\n")) == [.more("2024 ")])
    #expect(try linear.bench.log(of: Kitchen.id).split(separator: "\n").count == 6)
  }

  @Test func aPlanIsReadWithNumbers() throws {
    let linear = try LinearKitchen(takesKeys: true)
    _ = linear.start()
    _ = linear.press("t") + linear.type("2024-06-18") + linear.press(.enter)
    let plan = linear.press("S").map(\.text)
    #expect(plan.first?.hasPrefix("Roll space Kitchen back to 2024-06-18") == true)
    #expect(plan.dropFirst().first?.hasSuffix("; nothing is erased") == true, "\(plan)")
    #expect(plan.dropFirst(2).first?.hasPrefix("1. ") == true)
    #expect(plan.last == "y does it, n cancels")
    #expect(linear.press(.enter).last == .line("cancelled; nothing was written"))
  }
}
