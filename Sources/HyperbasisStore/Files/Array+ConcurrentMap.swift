import Dispatch

extension Array where Element: Sendable {
  /// What `transform` gives for each element, in their order, worked out by all cores where there
  /// are many.
  func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let batchSize = 4096
    guard count > batchSize else { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { results, filled in
      // Each turn has elements of its own.
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
