import Foundation
import HyperbasisAnchorLog

/// Events that have just come into a log.
struct Arrivals {
  /// With how they were sent: what one request brought to the cloud has one number.
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
      // The server numbers what one request brings without a gap; whoever sends events sends rows behind
      // them, which take numbers, too.
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

/// What whoever wrote the events that came in may have known of those that were here.
///
/// Who knows of an event gives a greater version to the next one. So an event that came in was written
/// without knowledge of every event here whose version is not less than that of the first that came
/// in from the same writer.
///
/// And who syncs takes in what the cloud has before they send anything: of what was in the cloud
/// already, they knew with all that they sent with a later request.
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

  /// Of everything here with a lesser version all of them knew; nil for nobody.
  var leastVersion: Int? { firstOfWriter.values.min() }

  /// Whether whoever wrote an event that came in may be taken to have known of one that was here.
  func covers(_ here: Int, by came: Int) -> Bool {
    let sending = sending(of: came)
    let wasShared = index.lineRange(here).map(arrivals.wasShared) ?? false
    let first = wasShared ? firstOfRequest[sending] : firstOfWriter[sending.writer]
    return index.version(here) < first ?? .max
  }
}
