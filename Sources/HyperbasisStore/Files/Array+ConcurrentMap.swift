import Dispatch

extension Array where Element: Sendable {
  /// Returns what `transform` returns for each element, in order, computed on all cores if there
  /// are many elements.
  func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let batchSize = 4096
    guard count > batchSize else { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { results, filled in
      // Each iteration has elements of its own.
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: (count + batchSize - 1) / batchSize) { batch in
        for place in batch * batchSize..<Swift.min(count, (batch + 1) * batchSize) {
          results.initializeElement(at: place, to: transform(self[place]))
        }
      }
      filled = count
    }
  }
}
