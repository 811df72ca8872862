import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisHistory

/// Random logs of several writers, with ties, scattered operations and tags anywhere, compared with the
/// definitions applied to all events at once.
struct OperationLogModelTests {
  /// The definitions taken literally, at any cost.
  private struct Definition {
    let index: EventIndex
    var operations: [(id: UUID, ordinals: [Int])] = []

    init(_ index: EventIndex) {
      self.index = index
      var places: [UUID: Int] = [:]
      var firsts: [String: UUID] = [:]
      for ordinal in 0..<index.count {
        let key = "\(index.slot(ordinal)) \(index.instant(ordinal).microseconds)"
        var id = index.operation(ordinal)
        if id == nil {
          id = firsts[key] ?? index.id(ordinal)
          firsts[key] = id
        }
        guard let id else { continue }
        if let place = places[id] {
          operations[place].ordinals.append(ordinal)
        } else {
          places[id] = operations.count
          operations.append((id, [ordinal]))
        }
      }
      operations.sort { ($0.ordinals.last ?? 0) > ($1.ordinals.last ?? 0) }
    }

    /// Returns the newest tag that names an operation, with the event that carries it.
    func tag(_ id: UUID) -> (ordinal: Int, tag: OperationTag)? {
      (0..<index.count).reversed().lazy
        .compactMap { ordinal in index.undone(ordinal).map { (ordinal, $0) } }
        .first { $0.1.original == id }
    }

    func isUndone(_ id: UUID) -> Bool {
      if case .undoes = tag(id)?.tag { return true }
      return false
    }

    func isOrdinary(_ ordinals: [Int]) -> Bool { ordinals.allSatisfy { index.undone($0) == nil } }

    func changedSomething(_ ordinals: [Int]) throws -> Bool {
      try Set(ordinals.map(index.slot)).contains { slot in
        let own = ordinals.filter { index.slot($0) == slot }
        let before = index.ordinals(ofSlot: slot).last { $0 < own[0] }
        return try index.anchorState(after: before) != index.anchorState(after: own.last)
      }
    }

    func undoable() throws -> UUID? {
      try operations.first {
        try isOrdinary($0.ordinals) && !isUndone($0.id) && changedSomething($0.ordinals)
      }?.id
    }

    /// Returns the operation whose undo is the newest, if no ordinary operation is newer than that undo.
    func redoable() -> UUID? {
      let newestOrdinary = operations.first { isOrdinary($0.ordinals) }?.ordinals.last ?? -1
      return operations.filter { isOrdinary($0.ordinals) && isUndone($0.id) }
        .compactMap { operation in
          let undo = tag(operation.id).map(\.ordinal) ?? -1
          let last = operations.first { $0.ordinals.contains(undo) }?.ordinals.last ?? -1
          return last > newestOrdinary ? (operation.id, last, undo) : nil
        }
        .max { ($0.1, $0.2) < ($1.1, $1.2) }?.0
    }
  }

  @Test(arguments: 0..<200)
  func definitionsApplied(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let index = try randomLog(seed).index
    let definition = Definition(index)
    let log = OperationLog(index: index)
    let listed = log.operations()
    let sequence = OperationSequence(log.index)
    #expect(Array(sequence) == listed, "seed \(seed)")
    // In two parts, split anywhere.
    let cut = Int.random(in: 0...index.count)
    #expect(
      sequence.summaries(endingIn: cut..<index.count) + sequence.summaries(endingIn: 0..<cut)
        == listed.map { OperationSummary($0) }, "seed \(seed), cut \(cut)")
    #expect(listed.map(\.id) == definition.operations.map(\.id), "seed \(seed)")
    #expect(
      listed.map(\.eventCount) == definition.operations.map(\.ordinals.count), "seed \(seed)")
    #expect(
      listed.map(\.isUndone) == definition.operations.map { definition.isUndone($0.id) },
      "seed \(seed)")
    for limit in [1, 2, 5] {
      #expect(log.operations(limit: limit) == Array(listed.prefix(limit)), "seed \(seed)")
    }
    #expect(try log.newestUndoable()?.id == definition.undoable(), "seed \(seed)")
    #expect(try log.newestRedoable()?.id == definition.redoable(), "seed \(seed)")
  }

  private func randomLog(_ seed: UInt64) -> SampleLog {
    var generator = SeededGenerator(seed: seed)
    let log = SampleLog(seed: seed)
    let anchors = (0..<3).map { _ in UUID.random(&generator) }
    var operations: [UUID] = []
    var named: [UUID] = []
    let start = log.clock
    for _ in 0..<Int.random(in: 0..<25, using: &generator) {
      let anchor = anchors[Int.random(in: 0..<3, using: &generator)]
      let type = HBAnchorEvent.EventType.allCases.randomElement(using: &generator) ?? .moved
      // One in three continues an operation that already exists.
      let isNew = Int.random(in: 0..<3, using: &generator) > 0
      let known = isNew ? nil : named.randomElement(using: &generator)
      let operation: UUID? = known ?? (Bool.random(using: &generator) ? log.makeUUID() : nil)
      var tag: OperationTag?
      if let original = operations.randomElement(using: &generator) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0..<2: tag = .undoes(original)
        case 2: tag = .redoes(original)
        default: break
        }
      }
      let event = log.append(
        type, anchor, at: start.advanced(byMicroseconds: .random(in: 0..<20, using: &generator)),
        x: type == .deleted || type == .updated
          ? nil : Float(Int.random(in: 0..<2, using: &generator)),
        text: type == .updated ? "a" : nil, operation: operation, tag: tag)
      operations.append(operation ?? event.id)
      if let operation { named.append(operation) }
    }
    return log
  }
}
