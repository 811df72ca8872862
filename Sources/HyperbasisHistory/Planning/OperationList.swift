package import Foundation
package import HyperbasisAnchorLog

/// All operations of a space, the newest first, each described on access.
///
/// Finding where operations end takes a pass over the log; describing one of them takes only its events, so
/// a list on a screen asks just for the rows that it shows.
package struct OperationList: Sendable {
  private let index: EventIndex
  /// The last event of each operation, the newest first.
  private let lasts: [Int32]

  /// - Complexity: O(events).
  package init(_ index: EventIndex) {
    var cursor = OperationCursor(index: index)
    var lasts: [Int32] = []
    while let head = cursor.next() { lasts.append(Int32(clamping: head.last)) }
    self.init(index: index, lasts: lasts)
  }

  private init(index: EventIndex, lasts: [Int32]) {
    self.index = index
    self.lasts = lasts
  }

  package var count: Int { lasts.count }

  /// Returns the last event of an operation.
  package func last(ofRow row: Int) -> Int { Int(lasts[row]) }

  /// Returns the id of an operation: its own, or that of its first event if it has none.
  package func id(ofRow row: Int) -> UUID {
    index.operationId(ofEvent: last(ofRow: row))
  }

  /// Returns the row of an operation; nil if the log does not have it.
  ///
  /// - Complexity: a pass over a column of the log.
  package func row(of id: UUID) -> Int? {
    guard let last = OperationLog(index: index).group(id)?.last else { return nil }
    // Descending.
    let row = (0..<lasts.count).partition { Int(lasts[$0]) > last }
    return row < lasts.count && Int(lasts[row]) == last ? row : nil
  }

  /// Returns the operations of some rows, with whether they changed something, and the operations that they
  /// undo or redo, by id.
  ///
  /// - Complexity: two passes over a column of the log, whatever the number of rows.
  package func operations(
    _ rows: Range<Int>
  ) -> (
    rows: [(operation: HBOperation, changesSomething: Bool)], originals: [UUID: HBOperation]
  ) {
    let log = OperationLog(index: index)
    let described = log.operations(endingWith: rows.map { last(ofRow: $0) })
    let originals = log.operations(Set(described.compactMap(\.operation.original)))
    return (described, Dictionary(originals.map { ($0.id, $0) }) { first, _ in first })
  }

  /// Returns the list of the same log after it has grown at its end.
  package func extended(to index: EventIndex) -> OperationList {
    // What was added may belong to an operation that had ended earlier.
    let former = self.index.count
    var cursor = OperationCursor(index: index)
    var added: [OperationCursor.Head] = []
    while cursor.remaining > former, let head = cursor.next() {
      if head.last >= former { added.append(head) } else { break }
    }
    guard !added.isEmpty else { return OperationList(index: index, lasts: lasts) }
    let grown = Set(added.map(\.id))
    let kept = lasts.filter { last in
      let last = Int(last)
      if let id = index.operation(last) { return !grown.contains(id) }
      return index.untaggedGroup(of: last).last == last
    }
    return OperationList(index: index, lasts: added.map { Int32(clamping: $0.last) } + kept)
  }
}
