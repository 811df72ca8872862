import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// An anchor that matches a search at some time, and when it was there and matched.
package struct FoundAnchor: Hashable, Sendable {
  /// A period in which the anchor was there and matched, by events.
  package struct Span: Hashable, Sendable {
    package let first: Int
    /// The last event after which it was still there and matched.
    package fileprivate(set) var last: Int
    /// The event that ended it; nil while it lasts.
    package fileprivate(set) var end: Int?
  }

  package let slot: Int
  /// In order of time, at least one.
  package let spans: [Span]

  /// The last event after which the anchor matches.
  package var newest: Int { spans[spans.count - 1].last }
}

extension FoundAnchor {
  /// Finds when an anchor was there and matched; nil if it never did.
  ///
  /// A deletion that is asked for leaves nothing that could match: it stands for the period that it ended.
  fileprivate init?(_ slot: Int, _ index: EventIndex, _ result: FilterResult) {
    var spans: [Span] = []
    /// Since when the anchor has been there, and its last event.
    var presence: Span?
    for ordinal in index.ordinals(ofSlot: slot) {
      let isOpen = spans.last.map { $0.end == nil } ?? false
      if index.isVisible(ordinal) {
        presence = Span(first: presence?.first ?? ordinal, last: ordinal, end: nil)
      }
      if index.isVisible(ordinal), result.includes(slot: slot, after: ordinal) {
        if isOpen {
          spans[spans.count - 1].last = ordinal
        } else {
          spans.append(Span(first: ordinal, last: ordinal, end: nil))
        }
      } else if isOpen {
        spans[spans.count - 1].end = ordinal
      } else if let ended = presence, !index.isVisible(ordinal), result.asksForEvents,
        result.events.contains(ordinal)
      {
        spans.append(Span(first: ended.first, last: ended.last, end: ordinal))
      }
      if !index.isVisible(ordinal) { presence = nil }
    }
    guard !spans.isEmpty else { return nil }
    self.slot = slot
    self.spans = spans
  }

  /// Returns whether the anchor is there and matches after `eventCount` events.
  func isThere(after eventCount: Int) -> Bool {
    spans.contains { $0.first < eventCount && ($0.end ?? .max) >= eventCount }
  }

  /// Returns the span that is nearest to the state after `eventCount` events, and its event that is
  /// nearest.
  func nearest(to eventCount: Int) -> (span: Span, ordinal: Int) {
    let candidates = spans.map { span -> (span: Span, ordinal: Int) in
      (span, span.first >= eventCount ? span.first : span.last)
    }
    return candidates.min { abs($0.ordinal - eventCount) < abs($1.ordinal - eventCount) }
      ?? (spans[0], spans[0].first)
  }
}

extension SpaceData {
  /// Returns the anchors that match a filter at any time of the history, in the order of their first
  /// events that do.
  ///
  /// - Complexity: O(events), plus decoding each event's metadata once, the first time.
  package func found(_ filter: EventFilter) -> [FoundAnchor] {
    memo.found.value(for: filter) {
      let result = filtered(filter)
      var isKnown = [Bool](repeating: false, count: index.slotCount)
      var found: [FoundAnchor] = []
      for number in 0..<result.events.count {
        let slot = index.slot(result.events.ordinal(at: number))
        guard !isKnown[slot] else { continue }
        isKnown[slot] = true
        if let anchor = FoundAnchor(slot, index, result) { found.append(anchor) }
      }
      return found.sorted { $0.spans[0].first < $1.spans[0].first }
    }
  }
}
