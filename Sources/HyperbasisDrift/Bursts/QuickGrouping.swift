import HyperbasisAnchorLog
import HyperbasisModels

/// Groups writes into bursts as they come: those of one operation, and without one those of one
/// writer that follow each other quickly.
struct QuickGrouping: Sendable {
  private struct Run {
    var writes: [Write] = []
    /// The instant of the last write, in microseconds.
    var last: Int64 = 0
  }

  /// By the number of the writer, 0 for nobody.
  private var writers: [Run] = []
  private var operations: [UUIDBits: Run] = [:]
  /// The open operations, those seen first in front.
  private var queue: [UUIDBits] = []
  private var queueStart = 0
  private var splitter = BurstSplitter()
}

extension QuickGrouping {
  mutating func add(_ write: Write, _ index: borrowing EventIndex) {
    let ordinal = Int(write.ordinal)
    let instant = index.instant(ordinal).microseconds
    let operation = Int(index.columns.operations[ordinal])
    if operation > 0 {
      add(write, instant, index.operations.ids[operation - 1], index)
    } else {
      add(write, instant, writer: index.actorNumber(ordinal), index)
    }
  }

  private mutating func add(
    _ write: Write, _ instant: Int64, writer: Int, _ index: borrowing EventIndex
  ) {
    while writers.count <= writer { writers.append(Run()) }
    if !writers[writer].writes.isEmpty, instant &- writers[writer].last > BurstLimits.quick.gap {
      close(writer: writer, index)
    }
    writers[writer].writes.append(write)
    writers[writer].last = instant
  }

  private mutating func add(
    _ write: Write, _ instant: Int64, _ operation: UUIDBits, _ index: borrowing EventIndex
  ) {
    closeOperations(before: instant, index)
    if let run = operations[operation] {
      if instant &- run.last > BurstLimits.operation.gap {
        splitter.split(run.writes, .operation, index)
        operations[operation]?.writes.removeAll()
      }
    } else {
      queue.append(operation)
    }
    operations[operation, default: Run()].writes.append(write)
    operations[operation]?.last = instant
  }
}

// MARK: - Closing

extension QuickGrouping {
  private mutating func close(writer: Int, _ index: borrowing EventIndex) {
    splitter.split(writers[writer].writes, .quick, index)
    writers[writer].writes.removeAll(keepingCapacity: true)
  }

  /// Closes the operations at the head of the queue that an event at an instant cannot extend.
  private mutating func closeOperations(before instant: Int64, _ index: borrowing EventIndex) {
    while queueStart < queue.count, let run = operations[queue[queueStart]],
      instant &- run.last > BurstLimits.operation.gap
    {
      splitter.split(run.writes, .operation, index)
      operations[queue[queueStart]] = nil
      queueStart += 1
    }
    if queueStart > 1024, queueStart * 2 > queue.count {
      queue.removeFirst(queueStart)
      queueStart = 0
    }
  }

  /// The bursts that no event at or after an instant can extend; `.max` closes all.
  mutating func takeClosed(before instant: Int64, _ index: borrowing EventIndex) -> WriteList {
    for writer in writers.indices where !writers[writer].writes.isEmpty {
      let last = writers[writer].last
      if instant == .max || instant &- last > BurstLimits.quick.gap { close(writer: writer, index) }
    }
    if instant < .max {
      closeOperations(before: instant, index)
    } else {
      for operation in queue[queueStart...] {
        if let run = operations[operation] { splitter.split(run.writes, .operation, index) }
      }
      operations = [:]
      (queue, queueStart) = ([], 0)
    }
    return splitter.take()
  }

  /// The first write of all bursts that are still open; nil where there are none.
  var firstOpenOrdinal: Int32? {
    let byWriter = writers.compactMap { $0.writes.first?.ordinal }
    let byOperation = queue[queueStart...].compactMap { operations[$0]?.writes.first?.ordinal }
    return (byWriter + byOperation).min()
  }
}
