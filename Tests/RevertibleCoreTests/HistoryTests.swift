import Foundation
import RevertibleCore
import Testing

/// Scopes, tags, limits, debouncing and summaries of a directly tracked value.
struct HistoryTests {
  private let controller = VersioningController(Catalogue())

  private func append(_ numbers: ClosedRange<Int>) {
    for number in numbers { controller.setWithTransaction { $0.int = number } }
  }

  // MARK: - Scopes

  @Test func aScopeIsABarrier() throws {
    append(1...2)
    controller.pushNewScope()
    append(3...4)
    #expect(try controller.undoCurrentScope().int == 2)
    #expect(try controller.undo().int == 2)
    #expect(try controller.redoCurrentScope().int == 4)
    #expect(try controller.undoAndPopCurrentScope().int == 2)
    #expect(controller.scopeLevel == 0)
    #expect(try controller.undo().int == 1)
  }

  @Test func aLeftScopeKeepsWhatTheOuterOneCanRedo() throws {
    append(1...2)
    try controller.undo()
    controller.pushNewScope()
    append(7...8)
    try controller.undoAndPopCurrentScope()
    #expect(try controller.redo().int == 2)
  }

  @Test func aScopeThatCancelsOutAddsNoStep() throws {
    append(1...1)
    controller.pushNewScope()
    append(2...3)
    append(1...1)
    try controller.popCurrentScope()
    #expect(controller.undoCount == 1)
    #expect(try controller.undo().int == 0)
  }

  @Test func resetLeavesEveryScope() throws {
    controller.pushNewScope()
    append(1...1)
    controller.setWithoutTracking { $0.int = 5 }
    controller.reset()
    #expect(controller.scopeLevel == 0)
    #expect(controller.currentValue.int == 5)
    #expect(!controller.hasUndo)
  }

  // MARK: - Tags

  /// Tagging a version looks up the tag among all existing ones.
  @Test(.timeLimit(.minutes(1))) func everyStepCanHaveATag() throws {
    let controller = VersioningController(0)
    for number in 1...30_000 { controller.append(number, tag: number) }
    #expect(try controller.undo(to: 7) == 7)
    #expect(try controller.redo(to: 29_999) == 29_999)
    controller.tagCurrentVersion(7)
    #expect(try controller.undo(to: 7) == 29_999)
    #expect(try controller.undo(to: 8) == 8)
    controller.historyLimit = .count(3)
    for number in 1...1_000 { controller.append(-number, tag: number) }
    #expect(controller.tags(as: Int.self)?.undo == [997, 998, 999, 1_000])
    controller.tagCurrentVersion(998)
    #expect(controller.tags(as: Int.self)?.undo == [997, nil, 999, 998])
  }

  @Test func tagsOfOneTypeCanBeEncoded() throws {
    controller.tagCurrentVersion("empty")
    append(1...1)
    controller.tagCurrentVersion("one")
    append(2...3)
    controller.tagCurrentVersion("three")
    try controller.undo(to: "one")
    let tags = try #require(controller.tags(as: String.self))
    #expect(tags == VersionTags(undo: ["empty", "one"], redo: [nil, "three"]))
    let decoded = try JSONDecoder().decode(
      VersionTags<String>.self, from: JSONEncoder().encode(tags))
    #expect(decoded == tags)
    #expect(try controller.redo(to: "three").int == 3)
  }

  @Test func aTagNamesOneVersion() throws {
    controller.tagCurrentVersion("here")
    append(1...1)
    controller.tagCurrentVersion("here")
    append(2...2)
    #expect(try controller.undo(to: "here").int == 1)
    #expect(controller.tags(as: String.self)?.undo == [nil, "here"])
  }

  @Test func aScopeBeginsAtATaggedVersion() throws {
    append(1...1)
    controller.pushNewScope(tag: "start")
    append(2...3)
    #expect(try controller.undo(to: "start").int == 1)
    #expect(controller.tags(as: String.self)?.undo == ["start"])
    #expect(controller.tags(as: String.self, inScopeLevel: 0)?.undo == [nil, nil])
  }

  // MARK: - Limits

  @Test func keepsAsManyStepsAsTheLimit() throws {
    controller.historyLimit = .count(3)
    append(1...10)
    #expect(controller.undoCount == 3)
    #expect(try controller.undoCurrentScope().int == 7)
    #expect(try controller.redoCurrentScope().int == 10)
  }

  @Test func dropsWhatIsThereWhenTheLimitIsSet() throws {
    append(1...100)
    controller.tagCurrentVersion("hundred")
    controller.historyLimit = .count(5)
    #expect(controller.undoCount == 5)
    append(101...103)
    #expect(try controller.undoCurrentScope().int == 98)
    #expect(try controller.redo(to: "hundred").int == 100)
  }

  @Test func keepsNoMoreThanTheCost() {
    append(1...100)
    let cost = controller.historyCost
    controller.historyLimit = .cost(cost / 2)
    #expect(controller.historyCost <= cost / 2)
    #expect(controller.undoCount >= 45)
    controller.setWithTransaction { $0.data = Data(count: cost) }
    controller.setWithTransaction { $0.data = Data() }
    #expect(controller.undoCount == 1)
  }

  @Test(arguments: [HistoryLimit.count(4), .cost(2_000)])
  func aScopeCanBeLeftHoweverManyStepsItHad(limit: HistoryLimit) throws {
    append(1...3)
    controller.pushNewScope()
    controller.historyLimit = limit
    append(4...60)
    #expect((2...12).contains(controller.undoCount))
    #expect(try controller.undo().int == 59)
    #expect(try controller.undoAndPopCurrentScope().int == 3)
    #expect(controller.scopeLevel == 0)
  }

  @Test func aScopeWithALimitCanBePopped() throws {
    controller.historyLimit = .count(4)
    controller.pushNewScope()
    append(1...60)
    try controller.popCurrentScope()
    #expect(controller.undoCount == 1)
    #expect(try controller.undo().int == 0)
    #expect(try controller.redo().int == 60)
  }

  // MARK: - Debouncing

  @Test func tagsScopesUndoAndTransactionsEndABurst() throws {
    let clock = StoppedClock()
    controller.withDebouncing(clock: clock, interval: .seconds(1))
    var value = Catalogue()
    func append(_ number: Int) {
      value.int = number
      controller.append(value)
    }
    append(1)
    append(2)
    controller.tagCurrentVersion("two")
    append(3)
    controller.setWithTransaction { $0.int = 4 }
    append(5)
    append(6)
    #expect(controller.undoCount == 4)
    #expect(try controller.undo().int == 4)
    append(7)
    controller.pushNewScope()
    append(8)
    #expect(controller.undoCount == 1)
    try controller.popCurrentScope()
    #expect(try controller.undo(to: "two").int == 2)
    #expect(try controller.undo().int == 0)
  }

  @Test func aBurstThatReturnsToItsBeginningIsNoStep() throws {
    controller.withDebouncing(clock: StoppedClock(), interval: .seconds(1))
    controller.append(Catalogue(int: 1))
    controller.append(Catalogue())
    #expect(!controller.hasUndo)
    controller.append(Catalogue(int: 2))
    #expect(controller.undoCount == 1)
    #expect(try controller.undo().int == 0)
  }

  // MARK: - Summaries

  @Test func saysWhatAnUndoWillChange() throws {
    controller.setWithTransaction {
      $0.text = "A text"
      $0.items = [Catalogue.Item(id: 1), Catalogue.Item(id: 2), Catalogue.Item(id: 3)]
    }
    #expect(controller.undoSummary?.description == "text changed, items 3 removed")
    controller.setWithTransaction {
      $0.items.append($0.items.removeFirst())
      $0.items[0].children = [Catalogue.Item(id: 4)]
      $0.itemsByName["one"] = Catalogue.Item(id: 1)
    }
    #expect(
      controller.undoSummary?.description
        == "items[0].children 1 removed, items 1 moved, itemsByName 1 removed")
    try controller.undo()
    #expect(
      controller.redoSummary?.description
        == "items[1].children 1 inserted, items 1 moved, itemsByName 1 inserted")
    #expect(controller.redoSummary?.entries.first?.path == ["items", "[1]", "children"])
  }

  private struct Named: Versionable {
    var inner = 0
    var sum: Int {
      get { inner }
      set { inner = newValue }
    }

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.sum)
    }

    static func propertyName(at keyPath: PartialKeyPath<Self>) -> String? {
      keyPath == \.sum ? "Sum" : nil
    }
  }

  @Test func namesPropertiesAsTheTypeWants() {
    let controller = VersioningController(Named())
    controller.append(Named(inner: 1))
    #expect(controller.undoSummary?.description == "Sum changed")
  }
}
