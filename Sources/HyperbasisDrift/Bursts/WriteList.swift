/// Bursts of writes, one behind the other in one array: a log has up to one for each event.
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
