import Synchronization

/// What tells whether two events of an anchor left it otherwise, but for its position.
struct RowDigests: BitwiseCopyable {
  /// Of the rest of the transform in force.
  let rotation: UInt64
  /// Of the metadata in force.
  let metadata: UInt64
}

/// The digests of what is in force in a state for each anchor, by slot, found when they are first asked
/// for: they lie all over a long log, and a state that is compared with one other is mostly compared
/// with many.
final class StateDigests: Sendable {
  private let found: Mutex<[RowDigests]?>

  init(known: [RowDigests]? = nil) {
    found = Mutex(known)
  }

  /// The digests; nil where nobody has asked for them yet.
  var known: [RowDigests]? { found.withLock { $0 } }

  /// - Complexity: O(anchors) the first time.
  fileprivate func value(_ find: () -> [RowDigests]) -> [RowDigests] {
    found.withLock { found in
      if let found { return found }
      let digests = find()
      found = digests
      return digests
    }
  }
}

extension StateRows {
  /// The digests of each row.
  ///
  /// - Complexity: O(anchors) the first time, a few looks at the log for each.
  func digests(_ columns: ColumnStorage) -> [RowDigests] {
    let rows = rows
    return digests.value {
      withExtendedLifetime(columns) {
        [RowDigests](concurrently: rows.count) { columns.digests(of: rows[$0].folded) }
      }
    }
  }
}

extension ColumnStorage {
  /// The digests of what is in force in a row.
  @inline(__always)
  func digests(of row: FoldedRow) -> RowDigests {
    RowDigests(
      rotation: rotationDigest(row.transformSource), metadata: metadataDigest(row.metadataSource))
  }
}
