import Testing

@testable import HyperbasisStore

@Suite struct LockPollingTests {
  /// Returns the intervals that begin within a span of time, in seconds.
  private func intervals(from start: Double, to end: Double) -> [Double] {
    var polling = LockPolling()
    var now = 0.0
    var found: [Double] = []
    while now < end {
      let interval = polling.interval()
      if now >= start { found.append(interval) }
      now += interval
    }
    return found
  }

  @Test func `a lock that is free in a moment is had in a moment`() {
    #expect(intervals(from: 0, to: 0.002).count == 4)
  }

  @Test func `a holder that needs a while is asked rarely`() {
    let intervals = intervals(from: 0.1, to: 0.9)
    #expect(intervals.count <= 81 && intervals.allSatisfy { $0 == 0.01 })
  }

  @Test func `whoever has waited for long does not miss a moment in which the lock is free`() {
    let intervals = intervals(from: 1.1, to: 5)
    #expect(intervals.count > 7000 && intervals.allSatisfy { $0 == 0.0005 })
  }
}
