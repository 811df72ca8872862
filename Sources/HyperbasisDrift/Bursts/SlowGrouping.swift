import HyperbasisAnchorLog
import HyperbasisModels

/// Groups what quick bursts leave: a device that sees its anchors again one by one writes them seconds
/// apart.
///
/// Writes come out of order, because bursts of several writers overlap. They wait until no burst
/// that is still open can bring an earlier one, so that the groups do not depend on how the log
/// grew.
struct SlowGrouping: Sendable {
  private struct Writer {
    var waiting: [Write] = []
    var burst = OpenBurst()
  }

  private var writers: [Writer] = []
  private var closed = WriteList()

  mutating func add(_ write: Write, _ index: borrowing EventIndex) {
    let writer = index.actorNumber(Int(write.ordinal))
    while writers.count <= writer { writers.append(Writer()) }
    writers[writer].waiting.append(write)
  }

  /// Takes the bursts that no write from an ordinal on can extend.
  mutating func takeClosed(before ordinal: Int32, _ index: borrowing EventIndex) -> WriteList {
    // No write still to come is earlier.
    let limit = ordinal < index.count ? index.instant(Int(ordinal)) : index.end
    for writer in writers.indices {
      advance(writer, before: ordinal, index)
      if let limit, limit.microseconds &- writers[writer].burst.last > BurstLimits.slow.gap {
        writers[writer].burst.close(into: &closed)
      }
    }
    return take()
  }

  /// Takes all bursts, as if the log ended here.
  mutating func takeAll(_ index: borrowing EventIndex) -> WriteList {
    for writer in writers.indices {
      advance(writer, before: .max, index)
      writers[writer].burst.close(into: &closed)
    }
    return take()
  }

  private mutating func take() -> WriteList {
    defer { closed = WriteList() }
    return closed
  }

  /// The first write that is in an open burst or waits for one; nil if there is none.
  var firstOpenOrdinal: Int32? {
    writers.compactMap { ($0.burst.writes.first ?? $0.waiting.first)?.ordinal }.min()
  }

  private mutating func advance(
    _ writer: Int, before ordinal: Int32, _ index: borrowing EventIndex
  ) {
    guard !writers[writer].waiting.isEmpty else { return }
    writers[writer].waiting.sort { $0.ordinal < $1.ordinal }
    let waiting = writers[writer].waiting
    let ready = waiting.indices.partition { waiting[$0].ordinal < ordinal }
    for write in waiting[..<ready] {
      let instant = index.instant(Int(write.ordinal)).microseconds
      writers[writer].burst.add(write, at: instant, .slow, closing: &closed)
    }
    writers[writer].waiting.removeFirst(ready)
  }
}
