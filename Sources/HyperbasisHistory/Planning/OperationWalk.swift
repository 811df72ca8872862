/// Walks operations backwards with all their events.
///
/// The events of an operation may lie anywhere, so finding them takes a pass over a column. One
/// pass serves several operations, more and more of them the further the walk gets, so that a long
/// stack of undone work costs a few passes and the usual case one.
struct OperationWalk {
  private let log: OperationLog
  private let isWanted: (OperationCursor.Head, OperationCursor) -> Bool
  /// What has been met so far; it may be ahead of the operation that was returned last.
  private(set) var cursor: OperationCursor
  /// In reverse order.
  private var pending: [OperationGroup] = []
  private var chunk = 1

  /// Creates a walk from the end over the operations that are wanted, judged by their last events.
  init(
    _ log: OperationLog,
    where isWanted: @escaping (OperationCursor.Head, OperationCursor) -> Bool
  ) {
    self.log = log
    self.isWanted = isWanted
    cursor = OperationCursor(index: log.index)
  }

  mutating func next() -> OperationGroup? {
    if pending.isEmpty { fetch() }
    return pending.popLast()
  }

  private mutating func fetch() {
    var heads: [OperationCursor.Head] = []
    while heads.count < chunk, let head = cursor.next() {
      if isWanted(head, cursor) { heads.append(head) }
    }
    pending = log.groups(heads, cursor).reversed()
    chunk = min(chunk * 4, 1024)
  }
}
