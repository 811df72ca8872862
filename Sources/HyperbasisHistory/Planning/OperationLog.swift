package import Foundation
package import HyperbasisAnchorLog

/// The operations of a space, derived from the events that name them: who did what, what of it is undone,
/// and what can be undone or redone.
///
/// Operations are ordered by their last event in canonical order, whoever made them. Reading goes backwards
/// from the end and stops once the answer is known.
package struct OperationLog {
  let index: EventIndex
  /// Every operation that some event undoes or redoes.
  private let named: Set<UUID>

  package init(index: EventIndex) {
    self.index = index
    named = Set(index.tags.values.map(\.original))
  }
}

// MARK: - Listing

extension OperationLog {
  /// Returns the newest operations, the newest first; all of them without a limit.
  package func operations(limit: Int? = nil) -> [HBOperation] {
    var cursor = OperationCursor(index: index)
    var heads: [OperationCursor.Head] = []
    while heads.count < limit ?? .max, let head = cursor.next() { heads.append(head) }
    return groups(heads, cursor).map { HBOperation($0, in: index) }
  }
}

extension OperationLog {
  /// Returns the operations that end with certain events, with whether they changed something.
  func operations(
    endingWith lasts: [Int]
  ) -> [(operation: HBOperation, changesSomething: Bool)] {
    let heads = lasts.map { last in
      OperationCursor.Head(
        id: index.operation(last) ?? index.id(index.untaggedGroup(of: last)[0]), last: last)
    }
    return groups(heads, OperationCursor(index: index)).map { group in
      // What cannot be read may have changed something.
      (HBOperation(group, in: index), (try? group.changedSomething(in: index)) ?? true)
    }
  }

  /// Returns the operations with some ids, as far as the log has them.
  func operations(_ ids: Set<UUID>) -> [HBOperation] {
    ids.compactMap { group($0).map { HBOperation($0, in: index) } }
  }
}

// MARK: - Undo and redo

extension OperationLog {
  /// Returns the first result of `body` that is not nil, called for each operation that can be undone, the
  /// newest first: those that are not undone, are not an undo or a redo themselves, and changed something.
  func firstUndoable<Result>(_ body: (OperationGroup) throws -> Result?) throws -> Result? {
    var walk = OperationWalk(self) { head, cursor in
      index.undone(head.last) == nil && !isUndone(head.id, cursor)
    }
    while let group = walk.next() {
      guard group.tag(in: index) == nil, try group.changedSomething(in: index) else { continue }
      if let result = try body(group) { return result }
    }
    return nil
  }

  /// The same for each operation that is undone, with its undo, in order from the newest undo; none if an
  /// ordinary operation is newer than that undo.
  func firstRedoable<Result>(
    _ body: (_ operation: OperationGroup, _ undo: OperationGroup) throws -> Result?
  ) throws -> Result? {
    var walk = OperationWalk(self) { _, _ in true }
    while let undo = walk.next(), undo.tag(in: index) != nil {
      for original in originals(undoneBy: undo, walk.cursor) {
        guard let group = group(original, walk.cursor), group.tag(in: index) == nil else {
          continue
        }
        if let result = try body(group, undo) { return result }
      }
    }
    return nil
  }

  /// Returns the operation that an undo would take back first; nil if there is nothing to undo.
  package func nextToUndo() throws -> UUID? {
    try firstUndoable { operation in operation.id }
  }

  /// Returns the operation that a redo would bring back first; nil if there is nothing to redo.
  package func nextToRedo() throws -> UUID? {
    try firstRedoable { operation, _ in operation.id }
  }

  /// Whether an operation left any anchor in a different state; false if the log does not have it.
  package func changedSomething(_ id: UUID) throws -> Bool {
    try group(id)?.changedSomething(in: index) ?? false
  }

  /// Whether an operation only concerns anchors that had no place yet, so that nothing of it is in force.
  package func isOfAnchorsWithoutPlace(_ id: UUID) -> Bool {
    group(id)?.ordinals.allSatisfy { !index.hasStarted($0) } ?? false
  }

  /// Returns the events that undo an operation since it was last redone, ascending.
  ///
  /// They belong to several undos if several devices undid it before they synced.
  func undoEvents(of id: UUID) -> [Int] {
    let tags = index.tags.lazy.filter { $0.value.original == id }
      .compactMap { event, _ in index.ordinal(ofEvent: event.uuid) }.sorted()
    let undos = tags.reversed().prefix { ordinal in
      if case .undoes = index.undone(ordinal) { true } else { false }
    }
    return undos.reversed()
  }

  /// Returns the operations whose newest tag is an undo in a certain operation.
  private func originals(undoneBy undo: OperationGroup, _ cursor: OperationCursor) -> [UUID] {
    undo.ordinals.reversed().compactMap { ordinal in
      guard case .undoes(let original) = index.undone(ordinal),
        newestTag(of: original, cursor) == ordinal
      else { return nil }
      return original
    }
  }

  /// Whether an operation is undone; false if the log does not have it.
  ///
  /// - Complexity: O(events that undo or redo something).
  func isUndone(_ id: UUID) -> Bool { isUndone(id, OperationCursor(index: index)) }

  /// Whether the newest tag of an operation is an undo.
  private func isUndone(_ id: UUID, _ cursor: OperationCursor) -> Bool {
    guard let ordinal = newestTag(of: id, cursor), case .undoes = index.undone(ordinal) else {
      return false
    }
    return true
  }

  /// Returns the newest event that undoes or redoes an operation.
  ///
  /// It follows what it names, so the cursor has met it, except in logs whose clocks ran wild.
  private func newestTag(of id: UUID, _ cursor: OperationCursor) -> Int? {
    guard named.contains(id) else { return nil }
    if let ordinal = cursor.tagged[id] { return ordinal }
    return index.tags.filter { $0.value.original == id }
      .compactMap { event, _ in index.ordinal(ofEvent: event.uuid) }.max()
  }
}

// MARK: - Events

extension OperationLog {
  /// Returns all events of operations whose last events are known.
  func groups(
    _ heads: [OperationCursor.Head], _ cursor: OperationCursor
  ) -> [OperationGroup] {
    let ids = Set(heads.lazy.filter { index.operation($0.last) != nil }.map(\.id))
    let named = ids.isEmpty ? [:] : index.ordinals(ofOperations: ids)
    return heads.map { head in
      let isNamed = index.operation(head.last) != nil
      let ordinals = isNamed ? named[head.id] : index.untaggedGroup(of: head.last)
      return OperationGroup(
        id: head.id, ordinals: ordinals ?? [head.last], isUndone: isUndone(head.id, cursor))
    }
  }

  /// Returns an operation with all its events; nil if the log does not have it.
  func group(_ id: UUID) -> OperationGroup? { group(id, OperationCursor(index: index)) }

  private func group(_ id: UUID, _ cursor: OperationCursor) -> OperationGroup? {
    if let last = index.ordinals(ofOperations: [id])[id]?.last {
      return groups([OperationCursor.Head(id: id, last: last)], cursor).first
    }
    guard let first = index.ordinal(ofEvent: id), index.operation(first) == nil else { return nil }
    let ordinals = index.untaggedGroup(of: first)
    guard ordinals.first == first, let last = ordinals.last else { return nil }
    return groups([OperationCursor.Head(id: id, last: last)], cursor).first
  }
}
