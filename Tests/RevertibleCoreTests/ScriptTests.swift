import RevertibleCore
import SeededRandom
import Testing

/// Random scripts of edits, undos, redos, tags and scopes, compared with a history of whole copies.
struct ScriptTests {

  @Test func followsWholeCopies() async {
    let count = RandomTests.scriptCount
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        group.addTask {
          for offset in stride(from: part, to: count, by: 4) {
            var script = Script(seed: RandomTests.firstSeed + UInt64(offset))
            script.run()
          }
        }
      }
    }
  }
}

/// One script, and the two histories that it runs on.
private struct Script {
  private let seed: UInt64
  private var random: SeededGenerator
  private let start: Catalogue
  private var naive: NaiveHistory
  private let controller: VersioningController<Catalogue, Catalogue, ReversionError>
  private var log: [String] = []

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    var start = Catalogue()
    for _ in 0..<random.below(20) { start.edit(using: &random) }
    self.start = start
    naive = NaiveHistory(start)
    controller = VersioningController(start)
  }

  mutating func run() {
    do {
      for _ in 0..<(5 + random.below(40)) {
        try step()
        guard isSame else { return }
      }
      try finish()
    } catch {
      Issue.record(error, "seed \(seed), after \(log)")
    }
  }

  private mutating func step() throws {
    switch random.below(20) {
    case 0..<7: edit()
    case 7, 8, 9: try undo()
    case 10, 11: try redo()
    case 12: tag()
    case 13: try travelToTag()
    case 14: push()
    case 15: try pop()
    case 16: try undoAndPop()
    case 17: try travelThroughScope()
    default: editInTransaction()
    }
  }

  /// Pops all scopes, and expects that undoing everything leads to the start and redoing it to the end.
  private mutating func finish() throws {
    while controller.scopeLevel > 0 {
      log.append("pop")
      try controller.popCurrentScope()
      naive.pop()
    }
    log.append("redo all")
    let end = try controller.redoCurrentScope()
    naive.redoAll()
    guard isSame else { return }
    let isStart = try controller.undoCurrentScope().isExactly(start)
    #expect(isStart, "seed \(seed): everything undone is not the start")
    let isEnd = try controller.redoCurrentScope().isExactly(end)
    #expect(isEnd, "seed \(seed): everything redone is not the end")
  }

  private var isSame: Bool {
    let level = naive.scopes.count - 1
    let same =
      controller.currentValue.isExactly(naive.current) && controller.scopeLevel == level
      && controller.undoCount == naive.undoCount && controller.redoCount == naive.redoCount
      && controller.hasUndo == (naive.undoCount > 0) && controller.hasRedo == (naive.redoCount > 0)
      && (controller.undoSummary != nil) == controller.hasUndo
      && (0...level).allSatisfy { level in
        let tags = controller.tags(as: Int.self, inScopeLevel: level)
        let expected = naive.tags(inScopeLevel: level)
        return tags == VersionTags(undo: expected.undo, redo: expected.redo)
      }
    #expect(same, "seed \(seed), after \(log)")
    return same
  }
}

// MARK: - Steps

extension Script {

  private mutating func edit() {
    var value = naive.current
    value.edit(using: &random)
    let tag = random.chance(5) ? random.below(6) : nil
    log.append("append \(tag.map(String.init) ?? "")")
    if let tag { controller.append(value, tag: tag) } else { controller.append(value) }
    naive.append(value, tag: tag)
  }

  private mutating func editInTransaction() {
    log.append("transaction")
    var random = random
    controller.setWithTransaction { $0.edit(using: &random) }
    var value = naive.current
    value.edit(using: &self.random)
    naive.append(value)
  }

  private mutating func undo() throws {
    log.append("undo")
    if random.chance(2) {
      var value = naive.current
      try controller.undo(&value)
      naive.undo()
      #expect(value.isExactly(naive.current), "seed \(seed), after \(log)")
    } else {
      try controller.undo()
      naive.undo()
    }
  }

  private mutating func redo() throws {
    log.append("redo")
    try controller.redo()
    naive.redo()
  }

  private mutating func tag() {
    let tag = random.below(6)
    log.append("tag \(tag)")
    controller.tagCurrentVersion(tag)
    naive.tag(tag)
  }

  private mutating func travelToTag() throws {
    let tag = random.below(6)
    if random.chance(2) {
      log.append("undo to \(tag)")
      try controller.undo(to: tag)
      naive.undo(to: tag)
    } else {
      log.append("redo to \(tag)")
      try controller.redo(to: tag)
      naive.redo(to: tag)
    }
  }

  private mutating func push() {
    let tag = random.chance(3) ? random.below(6) : nil
    log.append("push \(tag.map(String.init) ?? "")")
    controller.pushNewScope(tag: tag)
    naive.push(tag: tag)
  }

  private mutating func pop() throws {
    log.append("pop")
    try controller.popCurrentScope()
    naive.pop()
  }

  private mutating func undoAndPop() throws {
    log.append("undo and pop")
    try controller.undoAndPopCurrentScope()
    naive.undoAndPop()
  }

  private mutating func travelThroughScope() throws {
    if random.chance(2) {
      log.append("undo all")
      try controller.undoCurrentScope()
      naive.undoAll()
    } else {
      log.append("redo all")
      try controller.redoCurrentScope()
      naive.redoAll()
    }
  }
}
