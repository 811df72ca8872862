import Foundation
import HyperbasisAnchorLog

/// Events that have just come into a log.
struct Arrivals {
  /// The request that brought each event to the cloud, by number.
  private let requests: [UUIDBits: Int]
  /// Whether the cloud had a line before they came.
  fileprivate let wasShared: (Range<Int>) -> Bool

  /// - Parameters:
  ///   - added: those of the events that were appended.
  ///   - mark: which lines the cloud was known to have before.
  init(_ events: [IncomingEvent], added: Set<UUIDBits>, mark: LogMark?) {
    var requests: [UUIDBits: Int] = [:]
    var (number, last) = (0, Int64.min)
    for event in events.sorted(by: { $0.sequence < $1.sequence }) {
      // The server numbers the events of one request without a gap; their writer then sends rows, which
      // take numbers as well.
      if event.sequence != last &+ 1 { number += 1 }
      last = event.sequence
      let id = UUIDBits(event.id)
      if added.contains(id) { requests[id] = number }
    }
    self.requests = requests
    wasShared = { line in mark?.sent.covers(line) ?? false }
  }

  func contains(_ id: UUID) -> Bool { requests[UUIDBits(id)] != nil }

  fileprivate func request(of id: UUID) -> Int { requests[UUIDBits(id)] ?? 0 }
}

/// What the writers of the events that came in may have known of those that were here.
///
/// A writer who knows of an event gives the next one a greater version. So an event that came in was
/// written without knowledge of any event here whose version is not less than that of the first one that
/// came in from the same writer.
///
/// And a writer takes in what the cloud has before sending anything: what a later request sent was
/// written with knowledge of all that was in the cloud already, so for events that were, each request
/// counts by itself.
struct WriterKnowledge {
  private struct Sending: Hashable {
    let writer: Int
    let request: Int
  }

  private var firstOfWriter: [Int: Int] = [:]
  private var firstOfRequest: [Sending: Int] = [:]
  private let index: EventIndex
  private let arrivals: Arrivals

  init(of came: [Int], in index: EventIndex, _ arrivals: Arrivals) {
    (self.index, self.arrivals) = (index, arrivals)
    for ordinal in came {
      let (sending, version) = (sending(of: ordinal), index.version(ordinal))
      firstOfWriter[sending.writer] = min(firstOfWriter[sending.writer] ?? .max, version)
      firstOfRequest[sending] = min(firstOfRequest[sending] ?? .max, version)
    }
  }

  private func sending(of ordinal: Int) -> Sending {
    Sending(writer: index.actorNumber(ordinal), request: arrivals.request(of: index.id(ordinal)))
  }

  /// All writers knew of everything here with a lesser version; nil if there are no writers.
  var leastVersion: Int? { firstOfWriter.values.min() }

  /// Whether the writer of an event that came in can be assumed to have known of one that was here.
  func covers(_ here: Int, by came: Int) -> Bool {
    let sending = sending(of: came)
    let wasShared = index.lineRange(here).map(arrivals.wasShared) ?? false
    let first = wasShared ? firstOfRequest[sending] : firstOfWriter[sending.writer]
    return index.version(here) < first ?? .max
  }
}
