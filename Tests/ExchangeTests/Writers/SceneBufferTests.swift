import Testing

@testable import HyperbasisExchange

@Suite struct SceneBufferTests {
  /// Each anchor of a scene adds a few numbers: if each of them only made room for itself, all those
  /// before would be copied each time.
  @Test func growsInGreatSteps() {
    var buffer = SceneBuffer()
    var capacities: Set<Int> = []
    for number in 0..<10_000 {
      _ = buffer.addTimes([Float(number), Float(number + 1)])
      _ = buffer.addVectors([SIMD3(1, 2, 3), SIMD3(4, 5, 6)])
      capacities.insert(buffer.bytes.capacity)
    }
    #expect(buffer.bytes.count == 10_000 * 8 * 4)
    #expect(capacities.count < 40)
  }
}
