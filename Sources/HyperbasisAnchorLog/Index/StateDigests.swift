import Synchronization

/// The digests of the metadata in force in a state for each anchor, by slot: they lie all over a long
/// log, and the latest state is compared with every other that is looked at. Found when they are first
/// asked for.
final class StateDigests: Sendable {
  private let found: Mutex<[UInt64]?>

  init(known: [UInt64]? = nil) {
    found = Mutex(known)
  }

  /// The digests; nil where nobody has asked for them yet.
  var known: [UInt64]? { found.withLock { $0 } }

  /// - Complexity: O(anchors) the first time.
  fileprivate func value(_ find: () -> [UInt64]) -> [UInt64] {
    found.withLock { found in
      if let found { return found }
      let digests = find()
      found = digests
      return digests
    }
  }
}

extension EventIndex {
  /// The digests of the metadata in force in a state, by slot, where they are worth knowing.
  func metadataDigests(of state: StateRows) -> [UInt64]? {
    guard state.eventCount == count else { return state.digests.known }
    let (columns, folded) = (columns, state.folded)
    return state.digests.value {
      withExtendedLifetime(columns) {
        [UInt64](concurrently: folded.count) { slots, digests in
          let reader = DigestReader(columns)
          for slot in slots { digests.append(reader.metadata(after: folded[slot])) }
        }
      }
    }
  }

  /// The digests of the metadata in force in a state, by slot, where those of another one are known.
  ///
  /// - Parameter folded: the rows of the state.
  func metadataDigests(of folded: [FoldedRow], near other: StateRows) -> [UInt64]? {
    guard let known = other.digests.known else { return nil }
    let columns = columns
    return withExtendedLifetime(columns) {
      [UInt64](concurrently: folded.count) { slots, digests in
        let reader = DigestReader(columns)
        for slot in slots {
          let isKnown =
            slot < known.count && folded[slot].metadataSource == other.folded[slot].metadataSource
          digests.append(isKnown ? known[slot] : reader.metadata(after: folded[slot]))
        }
      }
    }
  }
}

/// Looks up what tells whether two events of an anchor left it otherwise, but for its position.
struct DigestReader {
  private let rotations: CheckedColumn<UInt64>
  private let metadata: CheckedColumn<UInt64>
  private let ofNoMetadata: UInt64
  private let knownMetadata: [UInt64]?

  /// - Parameters:
  ///   - columns: have to outlive this.
  ///   - knownMetadata: the digests of the metadata in force, by slot, where they are known.
  @inline(__always)
  init(_ columns: ColumnStorage, knownMetadata: [UInt64]? = nil) {
    rotations = columns.rotationDigests
    metadata = columns.metadataDigests
    ofNoMetadata = columns.digests.metadata.empty
    self.knownMetadata = knownMetadata
  }

  /// Of the transform in force after an event, but for the position.
  @inline(__always)
  func rotation(after row: FoldedRow) -> UInt64 { rotation(from: row.transformSource) }

  /// The same, by the row that carries the transform.
  @inline(__always)
  func rotation(from source: Int32) -> UInt64 {
    source < 0 ? 0 : rotations[Int(source)]
  }

  /// Of the metadata in force after an event.
  @inline(__always)
  func metadata(after row: FoldedRow) -> UInt64 { metadata(from: row.metadataSource) }

  /// The same, by the row that carries the metadata.
  @inline(__always)
  private func metadata(from source: Int32) -> UInt64 {
    source < 0 ? ofNoMetadata : metadata[Int(source)]
  }

  /// The same of an anchor of a state, which may be known.
  @inline(__always)
  func metadata(ofSlot slot: Int, from source: Int32) -> UInt64 {
    knownMetadata.map { $0[slot] } ?? metadata(from: source)
  }
}
