import HyperbasisModels

extension EventIndex {
  /// Whether an event gave its anchor another transform than the event before it had left. One that repeats
  /// what was so before did not; the first one did.
  ///
  /// - Complexity: O(log n) for n events of the anchor; nothing is read.
  package func changesTransform(_ ordinal: Int) -> Bool {
    changes(ordinal) { digests, before, after in
      position(before) != position(after)
        || digests.rotation(after: columns.folded[row(before)])
          != digests.rotation(after: columns.folded[row(after)])
    }
  }

  /// Whether an event gave its anchor other metadata than the event before it had left.
  ///
  /// - Complexity: that of ``changesTransform(_:)``.
  package func changesMetadata(_ ordinal: Int) -> Bool {
    changes(ordinal) { digests, before, after in
      digests.metadata(after: columns.folded[row(before)])
        != digests.metadata(after: columns.folded[row(after)])
    }
  }

  private func changes(
    _ ordinal: Int, _ differ: (DigestReader, _ before: Int, _ after: Int) -> Bool
  ) -> Bool {
    let events = ordinals(ofSlot: slot(ordinal))
    let number = events.count(below: ordinal)
    guard number > 0 else { return true }
    let columns = columns
    return withExtendedLifetime(columns) {
      differ(DigestReader(columns), events[number - 1], ordinal)
    }
  }
}
