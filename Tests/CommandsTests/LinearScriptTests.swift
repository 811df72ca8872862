import Testing

@testable import HyperbasisCommands

/// The lines of a script that runs the time machine.
struct LinearScriptTests {
  private let linear: LinearKitchen

  init() throws {
    linear = try LinearKitchen()
    _ = linear.start()
  }

  private func take(_ line: String) -> [String] { linear.take(line) }

  private func eventCount() throws -> Int { try linear.eventCount() }

  // MARK: Bytes

  @Test func aSequenceIsItsKey() throws {
    #expect(take("\u{1B}[B").contains { $0.contains(" at ") })
    #expect(take("\u{1B}OH").contains { $0.contains("past") })
    #expect(take("\u{1B}OD").allSatisfy { !$0.contains("draft") })
    #expect(take("\u{1B}[B\u{1B}[99;7z").allSatisfy { !$0.contains("bookmark") })
    #expect(try eventCount() == 6)
  }

  @Test func eitherEndOfALineWillDo() {
    #expect(take(":labels off\r").allSatisfy { !$0.contains("no ") || $0 == "no labels" })
    #expect(take(":select Lamp\r").contains { $0.hasPrefix("Lamp") })
    #expect(take("\r").contains { $0.contains("Lamp") })
  }

  @Test func keysOfTheEditorEditAPrompt() throws {
    _ = take(":select Lamp")
    #expect(
      take("E").contains {
        $0.hasPrefix("metadata: currently ") && $0.contains("Return to keep it")
      })
    _ = take("label=Torch")
    #expect(take("E").contains { $0.hasPrefix("metadata: currently label=Torch;") })
    #expect(take("\u{1B}").contains("closed"))
    _ = take("E")
    // After the existing text.
    _ = take("\u{5} size=2")
    #expect(take("E").contains { $0.hasPrefix("metadata: currently label=Torch size=2;") })
    _ = take("\u{15}label=Bulb")
    #expect(take("E").contains { $0.hasPrefix("metadata: currently label=Bulb;") })
    _ = take("")
    _ = take("W")
    let log = try linear.bench.log(of: Kitchen.id)
    #expect(log.contains("Bulb") && !log.contains("Torch") && !log.contains("\u{15}"))
  }

  @Test func aPasteIsText() throws {
    #expect(take("\u{1B}[200~jD") == [])
    #expect(take("W\u{1B}[201~").contains { $0.contains("paste works where text is typed") })
    #expect(try eventCount() == 6)
  }

  // MARK: Several keys

  @Test func eachKeyOfALineIsAnswered() {
    let lines = take("[[")
    #expect(lines.filter { $0.hasSuffix("from now") }.count == 2, "\(lines)")
    _ = take("end")
    let draft = take("jDWz")
    #expect(draft.contains { $0.contains("is deleted") }, "\(draft)")
    #expect(draft.contains { $0.contains("written") }, "\(draft)")
    #expect(draft.last?.hasPrefix("dates in ") == true, "\(draft)")
    #expect(take("ug").contains { $0.hasPrefix("undid") })
  }

  @Test(arguments: ["Sy", "Syz", "S:confirm", "Sn", "S\u{1B}[By"])
  func nothingInTheSameLineRepliesToAPlan(line: String) throws {
    _ = take("t2024-06-18")
    let lines = take(line)
    #expect(lines.contains("y does it, n cancels"), "\(lines)")
    #expect(lines.last?.contains("was ignored") == true, "\(lines)")
    #expect(try eventCount() == 6)
    #expect(take("yes").last?.contains("was ignored") == true)
    #expect(try eventCount() == 6)
    _ = take("y")
    #expect(try eventCount() == 9)
  }

  @Test func aPlanIsConfirmedByItsCommandToo() throws {
    _ = take("t2024-06-18")
    _ = take("S")
    _ = take(":confirm")
    #expect(try eventCount() == 9)
  }

  // MARK: Return alone

  @Test func returnEndsAMove() {
    _ = take(":select Lamp")
    #expect(take("M").contains { $0.hasPrefix("moving ") })
    _ = take("right")
    #expect(take("").contains { $0.contains("is moved") })
    #expect(take("").contains { $0.contains("Lamp") }, "now it reads the list")
    _ = take("M")
    _ = take("right")
    #expect(take(":stage").contains { $0.contains("is moved") })
  }

  @Test func returnVisitsABookmark() {
    _ = take("home")
    _ = take("Bhello")
    _ = take("end")
    #expect(take("'").contains { $0.hasPrefix("bookmark 1 of 1") })
    #expect(take("").contains { $0.contains("hello") })
    #expect(take(":bookmarks").contains { $0.hasPrefix("bookmark 1 of 1") })
    #expect(take(":visit").contains { $0.contains("hello") })
  }

  @Test func returnGoesToWhatWasFound() {
    #expect(take(":find chair").contains { $0.hasSuffix("Enter goes there") })
    #expect(take("").contains { $0.contains("past") })
    #expect(take("").contains { $0.hasPrefix("chair ") }, "now it reads the list")
  }

  @Test func returnClosesTheHelp() {
    _ = take("?")
    #expect(take("") == ["closed"])
  }

  @Test func returnReadsAQuestionAgain() throws {
    _ = take("t2024-06-18")
    let plan = take("S")
    let again = take("")
    #expect(again.last == "y does it, n cancels" && again.first == plan.first, "\(again)")
    #expect(try eventCount() == 6)
  }

  @Test func aLongPlanIsDoneByItsCount() throws {
    #expect(linear.add(21))
    _ = take("t2024-06-18")
    let count = try #require(take("S").last?.split(separator: " ").dropFirst().first)
    let before = try eventCount()
    #expect(take("7").contains { $0.contains("is not the number of anchors") })
    #expect(take("S\(count)").contains { $0.contains("was ignored") })
    #expect(try eventCount() == before)
    _ = take(String(count))
    #expect(try eventCount() > before)
  }

  // MARK: Commands

  @Test func aMistypedCommandClosesItsPrompt() {
    #expect(take(":").first == "command: ")
    #expect(take("fly").contains { $0.hasPrefix("no command \"fly\"") })
    #expect(take(":goto start").contains { $0.contains("past") })
    #expect(take(":").first == "command: ")
    #expect(take(":goto end").contains { $0.hasSuffix("now") }, "a colon too many does no harm")
    #expect(take(":fly").contains { $0.hasPrefix("no command \"fly\"") })
    #expect(take("[").contains { $0.contains("past") })
  }

  @Test func theSameAnswerIsGivenAgain() {
    for key in ["W", "W", "X", "X"] { #expect(take(key) == ["there is no draft"]) }
  }

  @Test func aLongListGoesOn() {
    #expect(linear.add(60))
    let first = take("")
    #expect(first.last?.hasSuffix("more rows; Return continues") == true, "\(first)")
    var all = first
    while all.last?.hasSuffix("Return continues") == true { all += take("") }
    for number in 1...60 { #expect(all.filter { $0.hasPrefix("n\(number) ") }.count == 1) }
    #expect(take("") == first, "then it begins again")
    #expect(take("z").count == 1)
    #expect(take("").first == first.first, "a key begins again")
  }

  @Test func namesAreWhole() {
    let name = String(repeating: "long ", count: 8) + "name"
    #expect(linear.bench.run("add", "text=\(name)", "--position", "0,0,0").status == 0)
    _ = linear.session.follow()
    #expect(take("").contains { $0.contains(name) && !$0.contains("~") })
  }
}
