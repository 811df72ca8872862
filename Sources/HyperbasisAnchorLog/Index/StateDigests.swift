import Synchronization

/// The digests of the metadata in force in a state, by slot, found when they are first needed: they
/// are scattered over a long log, and the latest state is compared with every other one that is
/// shown.
final class StateDigests: Sendable {
  private let found: Mutex<[UInt64]?>

  init(known: [UInt64]? = nil) {
    found = Mutex(known)
  }

  /// The digests; nil if they have not been needed yet.
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
  /// Returns the digests of the metadata in force in a state, by slot; nil if they are not worth
  /// finding.
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

  /// Returns the digests of the metadata in force in a state, by slot; nil unless those of another
  /// state are known.
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

/// Looks up the digests that tell whether an anchor differs after two of its events, apart from its
/// position.
struct DigestReader {
  private let rotations: CheckedColumn<UInt64>
  private let metadata: CheckedColumn<UInt64>
  private let ofNoMetadata: UInt64
  private let knownMetadata: [UInt64]?

  /// - Parameters:
  ///   - columns: must outlive this value.
  ///   - knownMetadata: the digests of the metadata in force, by slot, if they are known.
  @inline(__always)
  init(_ columns: ColumnStorage, knownMetadata: [UInt64]? = nil) {
    rotations = columns.rotationDigests
    metadata = columns.metadataDigests
    ofNoMetadata = columns.digests.metadata.empty
    self.knownMetadata = knownMetadata
  }

  /// Returns the digest of the transform in force after an event, without its position.
  @inline(__always)
  func rotation(after row: FoldedRow) -> UInt64 { rotation(from: row.transformSource) }

  /// Does the same, given the row that carries the transform.
  @inline(__always)
  func rotation(from source: Int32) -> UInt64 {
    source < 0 ? 0 : rotations[Int(source)]
  }

  /// Returns the digest of the metadata in force after an event.
  @inline(__always)
  func metadata(after row: FoldedRow) -> UInt64 { metadata(from: row.metadataSource) }

  /// Does the same, given the row that carries the metadata.
  @inline(__always)
  private func metadata(from source: Int32) -> UInt64 {
    source < 0 ? ofNoMetadata : metadata[Int(source)]
  }

  /// Does the same for an anchor of a state, whose digest may be known.
  @inline(__always)
  func metadata(ofSlot slot: Int, from source: Int32) -> UInt64 {
    knownMetadata.map { $0[slot] } ?? metadata(from: source)
  }
}
