import Testing

/// What is too long to be read at once.
struct LinearReadingTests {
  private let linear: LinearKitchen

  init() throws {
    linear = try LinearKitchen()
    _ = linear.start()
  }

  private func take(_ line: String) -> [String] { linear.take(line) }

  // MARK: A plan

  /// The numbers of the changes among lines.
  private func numbers(_ lines: [String]) -> [Int] {
    lines.compactMap { line in line.split(separator: ". ").first.flatMap { Int($0) } }
  }

  private func planOfManyChanges() -> (lines: [String], count: Int) {
    #expect(linear.add(45))
    _ = take("t2024-06-18")
    let lines = take("S")
    let count = lines.last.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
    return (lines, count ?? 0)
  }

  @Test func everyChangeOfAPlanIsRead() throws {
    let (plan, count) = planOfManyChanges()
    #expect(count > 40)
    var all = plan
    #expect(plan.contains("\(count - 20) more below; PgDn continues"), "\(plan)")
    for _ in 0..<2 { all += take("PgDn") }
    #expect(all.last == plan.last, "at the end the replies are said again")
    #expect(numbers(all) == Array(1...count), "\(all)")
    let end = take("PgDn")
    #expect(end == ["no change follows"])
    #expect(numbers(take("PgUp")) == Array(21...40))
    #expect(numbers(take("PgUp")) == Array(1...20))
    #expect(take("PgUp") == ["no change comes before"])
    #expect(try linear.eventCount() == 6 + 45)
  }

  @Test func aStepInAPlanReadsOneChange() {
    let (_, count) = planOfManyChanges()
    #expect(numbers(take("j")) == [21])
    #expect(numbers(take("j")) == [22])
    #expect(numbers(take("k")) == [2])
    #expect(numbers(take("PgDn")) == Array(22...41))
    #expect(numbers(take("PgDn")) == Array(42...count))
    #expect(take("j") == ["no change follows"])
  }

  @Test func aQuestionThatIsReadAgainSaysWhatComesBefore() {
    let plan = planOfManyChanges().lines
    _ = take("PgDn")
    let again = take("")
    #expect(again.first == plan.first && again.last == plan.last)
    #expect(again.contains("20 more above; PgUp goes back"), "\(again)")
    #expect(numbers(again) == Array(21...40))
  }

  @Test func aShortPlanHasNothingMore() {
    _ = take("t2024-06-18")
    #expect(numbers(take("S")) == Array(1...3))
    #expect(take("PgDn") == ["no change follows"])
    #expect(take("k") == ["no change comes before"])
  }

  // MARK: A list

  @Test func aListThatIsNotReadFromItsTopSaysSoAndGoesOnThere() {
    #expect(linear.add(60))
    let whole = read()
    _ = take("G")
    let first = take("")
    let above = 62 - first.filter { $0.hasPrefix("n") }.count
    #expect(first.contains("from row \(above + 1) of 62"), "\(first)")
    #expect(first.last == "\(above) rows above; Return reads them", "\(first)")
    let rest = take("")
    for number in 1...60 {
      let rows = (first + rest).filter { $0.hasPrefix("n\(number) ") }
      #expect(rows.count == 1, "\(number): \(rows)")
    }
    #expect((first + rest).contains { $0.hasPrefix("Lamp") })
    #expect(take("") == first, "then it begins again")
    #expect(whole.allSatisfy { !$0.hasPrefix("from row") })
  }

  /// Reads the list from where it begins until it is not continued.
  private func read() -> [String] {
    var all = take("")
    while all.last?.hasSuffix("Return continues") == true { all += take("") }
    return all
  }

  // MARK: What is selected and compared

  @Test func aDeletedAnchorIsCalledDeleted() {
    _ = take("i")
    let lines = take(":select chair")
    #expect(
      lines.contains("chair (model), deleted, was at 2.00, 0.00, 4.00"), "\(lines)")
  }

  @Test func theRowOfAHistoryIsReadWhenItOpens() {
    let lines = take("3")
    #expect(lines.first == "history")
    #expect(lines.last?.hasPrefix("Lamp, version 1, 2024-06-19 08:00:01 UTC") == true, "\(lines)")
  }

  @Test func anotherThresholdCountsAgain() {
    _ = take("t2024-06-18T09:31:00")
    #expect(take("d").contains("1 moved"))
    let lines = take("e")
    #expect(lines == ["moves count from 1 cm or 1°", "1 moved"], "\(lines)")
  }

  @Test func thereIsNoMouse() {
    for line in ["%", ":mouse", ":set mouse on"] {
      #expect(take(line) == ["nothing is drawn here, so there is nothing to click"])
    }
    #expect(take(":set labels off") == ["labels is off"])
  }
}
