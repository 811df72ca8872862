/// Looks through the metadata of many events at once, in their bytes: nothing is decoded.
public struct MetadataSearch {
  private let payloads: EventPayloads
  private let matcher: MetadataMatcher

  public init(_ query: MetadataQuery, in index: borrowing EventIndex) {
    payloads = index.payloads
    matcher = MetadataMatcher(query: query)
  }

  /// Tells of the metadata that events carry whether they satisfy the query.
  ///
  /// - Parameters:
  ///   - sources: Events that carry metadata, best in ascending order.
  ///   - known: The bits of the query's terms that hold of an anchor for another reason, by slot;
  ///     empty where none does.
  ///   - body: Takes for each event whether all terms hold; nil where the metadata have to be
  ///     decoded to tell.
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

  /// The bytes of the metadata from a number on that are worth being read at once; nil for a single
  /// one that does not lie in a line nearby.
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

  /// From the value to the end of its line; nil where that is not known.
  private func metadataRange(_ source: Int) -> Range<Int>? {
    let place = payloads.place(source)
    guard place.memoryIndex == nil, place.metadata != EventPlace.far, place.metadata > 0,
      payloads.mergedMetadata(source) == nil
    else { return nil }
    return Int(place.offset) + Int(place.metadata)..<Int(place.offset) + Int(place.length)
  }

  /// Bytes: a read costs as much as passing over so many.
  private static let searchGap = 2048
  private static let searchLimit = 128 << 10
}
