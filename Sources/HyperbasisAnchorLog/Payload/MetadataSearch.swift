/// Searches the metadata of many events at once, in their bytes: nothing is decoded.
public struct MetadataSearch {
  private let payloads: EventPayloads
  private let matcher: MetadataMatcher

  public init(_ query: MetadataQuery, in index: borrowing EventIndex) {
    payloads = index.payloads
    matcher = MetadataMatcher(query: query)
  }

  /// Reports whether the metadata that events carry satisfies the query.
  ///
  /// - Parameters:
  ///   - sources: Events that carry metadata, preferably in ascending order.
  ///   - known: The bits of the query's terms that hold for an anchor for another reason, by slot;
  ///     empty if none does.
  ///   - body: Receives each event and whether all terms hold; nil if the metadata must be decoded
  ///     to tell.
  /// - Complexity: O(bytes between the first and the last).
  public func forEach(
    carriedBy sources: ArraySlice<Int32>, known: [UInt64] = [],
    _ body: (_ source: Int, _ holds: Bool?) -> Void
  ) throws {
    var buffer = PayloadBuffer()
    var next = sources.startIndex
    while next < sources.endIndex {
      let first = next
      let range = neighbours(in: sources, from: &next)
      guard let range else {
        body(Int(sources[first]), nil)
        continue
      }
      try buffer.with(range, of: payloads.source) { bytes in
        guard let start = bytes.baseAddress else { return }
        for source in sources[first..<next].lazy.map({ Int($0) }) {
          let place = payloads.place(source)
          let value = start + (Int(place.offset) + Int(place.metadata) - range.lowerBound)
          body(
            source, matcher.matches(value, known: known.isEmpty ? 0 : known[payloads.slot(source)]))
        }
      }
    }
  }

  /// Returns the bytes of the metadata from `next` on that are worth reading at once; nil for a
  /// single one that has no known place in a line.
  private func neighbours(
    in sources: ArraySlice<Int32>, from next: inout ArraySlice<Int32>.Index
  ) -> Range<Int>? {
    let first = metadataRange(Int(sources[next]))
    next += 1
    guard var range = first else { return nil }
    while next < sources.endIndex, let other = metadataRange(Int(sources[next])),
      other.lowerBound >= range.lowerBound, other.lowerBound <= range.upperBound + Self.searchGap,
      other.upperBound - range.lowerBound <= Self.searchLimit
    {
      range = range.lowerBound..<Swift.max(range.upperBound, other.upperBound)
      next += 1
    }
    return range
  }

  /// Returns the range from the value to the end of its line; nil if it cannot be searched there.
  private func metadataRange(_ source: Int) -> Range<Int>? {
    let place = payloads.place(source)
    guard place.memoryIndex == nil, place.metadata != EventPlace.far, place.metadata > 0,
      payloads.mergedMetadata(source) == nil
    else { return nil }
    return Int(place.offset) + Int(place.metadata)..<Int(place.offset) + Int(place.length)
  }

  /// In bytes: a read costs as much as skipping this many.
  private static let searchGap = 2048
  private static let searchLimit = 128 << 10
}
