import RevertibleCore
import SeededRandom
import Testing

/// Random scripts with untracked changes and limits: every step that is counted as undoable can be
/// undone, no other can, and every scope can be left.
struct ReachTests {

  @Test func whatIsCountedCanBeDone() throws {
    for offset in 0..<(RandomTests.scriptCount / 4) {
      let seed = RandomTests.firstSeed + UInt64(offset)
      do {
        try run(SeededGenerator(seed: seed))
      } catch {
        Issue.record(error, "seed \(seed)")
      }
    }
  }

  private func run(_ generator: SeededGenerator) throws {
    var random = generator
    let controller = VersioningController(Catalogue())
    if random.chance(2) { controller.historyLimit = .count(2 + random.below(6)) }
    for _ in 0..<(10 + random.below(60)) {
      switch random.below(12) {
      case 0..<4:
        var value = controller.currentValue
        value.edit(using: &random)
        controller.append(value, tag: random.below(6))
      case 4: controller.setWithoutTracking { $0.edit(using: &random) }
      case 5: if controller.hasUndo { try controller.undo() }
      case 6: if controller.hasRedo { try controller.redo() }
      case 7: controller.pushNewScope()
      case 8: try leave(controller) { try controller.popCurrentScope() }
      case 9: try leave(controller) { try controller.undoAndPopCurrentScope() }
      default: controller.tagCurrentVersion(random.below(6))
      }
      try expectReach(of: controller.copy())
    }
  }

  private typealias Controller = VersioningController<Catalogue, Catalogue, ReversionError>

  private func leave(_ controller: Controller, _ body: () throws -> Void) throws {
    let level = controller.scopeLevel
    if level == 0 { return }
    try body()
    #expect(controller.scopeLevel == level - 1)
  }

  private func expectReach(of controller: Controller) throws {
    #expect(controller.hasUndo == (controller.undoSummary != nil))
    #expect(controller.hasRedo == (controller.redoSummary != nil))
    var passed = [controller.currentValue]
    while controller.hasUndo {
      let count = controller.undoCount
      passed.append(try controller.undo())
      try #require(controller.undoCount == count - 1)
    }
    let start = controller.currentValue
    #expect((try? controller.undo())?.isExactly(start) ?? true)
    #expect(controller.currentValue.isExactly(start))
    for value in passed.dropLast().reversed() {
      let redone = try controller.redo()
      #expect(redone.isExactly(value))
    }
    while controller.hasRedo { try controller.redo() }
    let end = controller.currentValue
    #expect((try? controller.redo())?.isExactly(end) ?? true)
    // A tag names at most one version of a scope.
    let tags = controller.tags(as: Int.self).map { ($0.undo + $0.redo).compactMap { $0 } } ?? []
    #expect(Set(tags).count == tags.count)
  }
}
