import HyperbasisAnchorLog
import HyperbasisModels

/// Groups writes into bursts as they come: those of one operation or, without an operation, those of one
/// writer in quick succession.
struct QuickGrouping: Sendable {
  /// By the number of the writer; 0 for writes that name none.
  private var writers: [OpenBurst] = []
  private var operations: [UUIDBits: OpenBurst] = [:]
  /// The open operations, in the order in which they were first seen.
  private var queue: [UUIDBits] = []
  private var queueStart = 0
  /// The instant of the last write of the operation at the head of the queue when it was last checked:
  /// there may have been later ones since. Nil if it has to be checked.
  private var headLast: Int64?
  private var closed = WriteList()
}

extension QuickGrouping {
  mutating func add(_ write: Write, _ index: borrowing EventIndex) {
    let ordinal = Int(write.ordinal)
    let instant = index.instant(ordinal).microseconds
    let operation = index.operationNumber(ordinal)
    if operation > 0 {
      add(write, instant, index.operations.ids[operation - 1])
    } else {
      let writer = index.actorNumber(ordinal)
      while writers.count <= writer { writers.append(OpenBurst()) }
      writers[writer].add(write, at: instant, .quick, closing: &closed)
    }
  }

  private mutating func add(_ write: Write, _ instant: Int64, _ operation: UUIDBits) {
    if headLast.map({ instant &- $0 > BurstLimits.operation.gap }) ?? true {
      closeOperations(before: instant)
    }
    let count = operations.count
    operations[operation, default: OpenBurst()]
      .add(write, at: instant, .operation, closing: &closed)
    if operations.count > count { queue.append(operation) }
  }
}

// MARK: - Closing

extension QuickGrouping {
  /// Closes operations at the head of the queue that an event at an instant cannot extend.
  private mutating func closeOperations(before instant: Int64) {
    while queueStart < queue.count, let last = operations[queue[queueStart]]?.last,
      instant &- last > BurstLimits.operation.gap
    {
      operations[queue[queueStart]]?.close(into: &closed)
      operations[queue[queueStart]] = nil
      queueStart += 1
    }
    headLast = queueStart < queue.count ? operations[queue[queueStart]]?.last : nil
    if queueStart > 1024, queueStart * 2 > queue.count {
      queue.removeFirst(queueStart)
      queueStart = 0
    }
  }

  /// Takes the bursts that no event at or after an instant can extend.
  mutating func takeClosed(before instant: Int64) -> WriteList {
    for writer in writers.indices where instant &- writers[writer].last > BurstLimits.quick.gap {
      writers[writer].close(into: &closed)
    }
    closeOperations(before: instant)
    return take()
  }

  /// Takes all bursts, as if the log ended here.
  mutating func takeAll() -> WriteList {
    for writer in writers.indices { writers[writer].close(into: &closed) }
    for operation in queue[queueStart...] { operations[operation]?.close(into: &closed) }
    operations = [:]
    (queue, queueStart, headLast) = ([], 0, nil)
    return take()
  }

  private mutating func take() -> WriteList {
    defer { closed = WriteList() }
    return closed
  }

  /// The first write of all bursts that are still open; nil if there are none.
  var firstOpenOrdinal: Int32? {
    let byWriter = writers.compactMap { $0.writes.first?.ordinal }
    let byOperation = queue[queueStart...].compactMap { operations[$0]?.writes.first?.ordinal }
    return (byWriter + byOperation).min()
  }
}
