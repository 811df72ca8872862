import Foundation
import Hyperbasis
import Synchronization
import TestSupport

/// Random actions of users on a store; all of them follow from the generator.
struct RandomWriter: Sendable {
  let hand: Hand
  /// A space that is never deleted: a cloud that shows nothing at all is not believed.
  let home: UUID
  let acknowledged: Acknowledgements

  /// Performs one action.
  func act(_ random: inout SeededGenerator) throws {
    let spaces = try hand.store.catalog.ids().sorted { $0.uuidString < $1.uuidString }
    guard let space = spaces.randomElement(using: &random) else { return }
    let choice = Int.random(in: 0...19, using: &random)
    if choice < 17 {
      try actOnAnchors(of: space, choice, &random)
    } else {
      try actOnSpace(space, choice, &random)
    }
  }

  private func actOnAnchors(
    of space: UUID, _ choice: Int, _ random: inout SeededGenerator
  ) throws {
    let anchors = try hand.store.loadAnchors(spaceId: space)
    let any = anchors.randomElement(using: &random)
    let number = Int.random(in: 0...99, using: &random)
    switch choice {
    case 0...3:
      let id = RandomHistory.uuid(&random)
      try perform(.save([.sample(space, id: id, x: Float(number % 10))]), space)
    case 4...7: try edit(any) { $0.transform[12] = Float(number) }
    case 8...11:
      let key = Bool.random(using: &random) ? "text" : "size"
      try edit(any) { $0.metadata[key] = .int(number) }
    case 12, 13:
      let visible = anchors.filter { !$0.isDeleted }.randomElement(using: &random)
      if let visible { try perform(.delete([visible.id]), space) }
    case 14:
      let hidden = anchors.filter(\.isDeleted).randomElement(using: &random)
      if let hidden { try perform(.restore([hidden.id]), space) }
    case 15: if let any { try rollBack(any) }
    // There may be nothing to undo.
    default: try? perform(.undo, space)
    }
  }

  private func actOnSpace(
    _ space: UUID, _ choice: Int, _ random: inout SeededGenerator
  ) throws {
    let percent = Int.random(in: 1...100, using: &random)
    switch choice {
    case 17: try hand.store.spaces.rename(space, to: "Space \(percent % 10)")
    case 18 where percent <= 40: _ = try hand.makeSpace("Room")
    case 18 where percent <= 60: try makeAgain(&random)
    case 18:
      let size = Int.random(in: 1...6, using: &random)
      try hand.saveMap(
        (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }, of: space)
    default:
      guard space != home, percent <= 60 else { return }
      let stored = try hand.store.loadSpace(id: space)
      try hand.deleteSpace(space)
      acknowledged.forget(space, stored)
    }
  }

  /// Saves a deleted space again, perhaps as it was then, as an app does that still has it in memory.
  private func makeAgain(_ random: inout SeededGenerator) throws {
    let deleted = acknowledged.deletedSpaces.sorted { $0.id.uuidString < $1.id.uuidString }
    guard var space = deleted.randomElement(using: &random) else { return }
    if Bool.random(using: &random) { space.updatedAt = hand.clock.now().date }
    try hand.store.saveSpace(space)
  }

  private func edit(_ anchor: HBAnchor?, _ body: (inout HBAnchor) -> Void) throws {
    guard var anchor else { return }
    body(&anchor)
    try perform(.save([anchor]), anchor.spaceId)
  }

  /// Rolls back to the oldest version that is here: earlier events may still be on their way, if others
  /// continued from a row.
  private func rollBack(_ anchor: HBAnchor) throws {
    let events = try hand.store.loadEvents(anchorId: anchor.id, spaceId: anchor.spaceId)
    guard let oldest = events.map(\.version).min() else { return }
    try perform(.rollback(anchorId: anchor.id, toVersion: oldest), anchor.spaceId)
  }

  private func perform(_ operation: HBPlanRequest, _ space: UUID) throws {
    acknowledged.note(try hand.store.perform(operation, spaceId: space))
  }
}

/// The events that were acknowledged as saved, by space.
final class Acknowledgements: Sendable {
  private let events = Mutex<[UUID: Set<UUID>]>([:])
  private let deleted = Mutex<[UUID: HBStorageSpace]>([:])

  var all: [UUID: Set<UUID>] { events.withLock { $0 } }

  func note(_ plan: HBPlan) {
    events.withLock { $0[plan.spaceId, default: []].formUnion(plan.events.map(\.id)) }
  }

  /// The spaces that were deleted, as they were then.
  var deletedSpaces: [HBStorageSpace] { deleted.withLock { Array($0.values) } }

  /// Notes that a space was deleted with everything in it.
  func forget(_ space: UUID, _ stored: HBStorageSpace?) {
    events.withLock { $0[space] = nil }
    deleted.withLock { $0[space] = stored ?? $0[space] }
  }
}
