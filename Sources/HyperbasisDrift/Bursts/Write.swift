/// One write of an anchor that is visible before and after it, with a transform: a move, whatever
/// the type of its event.
struct Write: BitwiseCopyable, Sendable {
  var ordinal: Int32
  /// The anchor's previous event.
  var previous: Int32
  /// The event whose transform was in force before the one in force after `previous`; −1 for none.
  var earlier: Int32
  var slot: Int32
  /// How many anchors were visible before it.
  var live: Int32
  /// The root mean square radius of all of them about their centroid, in metres.
  var radius: Float
  /// The first write of the quick burst that it is left over from; −1 for none.
  var origin: Int32 = -1
}

extension Write: Equatable {}

/// Bursts of writes, one after the other in one array, since a log has up to one for each event.
struct WriteList: Sendable {
  private(set) var writes: [Write] = []
  private(set) var ends: [Int] = []

  var count: Int { ends.count }

  subscript(number: Int) -> ArraySlice<Write> {
    writes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  mutating func append(_ burst: some Collection<Write>) {
    guard !burst.isEmpty else { return }
    writes.append(contentsOf: burst)
    ends.append(writes.count)
  }
}
