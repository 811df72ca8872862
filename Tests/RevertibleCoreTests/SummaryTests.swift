import RevertibleCore
import Testing

/// The menu description of a change in very many places.
struct SummaryTests {

  @Test func gathersWhatIsBeyondAFew() throws {
    let controller = VersioningController([Int](0..<100_000))
    controller.append([Int](1...100_000))
    let summary = try #require(controller.undoSummary)
    #expect(summary.description == "[0] changed, [1] changed, [2] changed, 99997 more")
    #expect(summary.entries.count == 100)
    #expect(summary.omittedCount == 99_900)
  }

  @Test func namesTheLastRatherThanCountingIt() throws {
    let controller = VersioningController([0, 0, 0, 0])
    controller.append([1, 1, 1, 1])
    let summary = try #require(controller.undoSummary)
    #expect(summary.description == "[0] changed, [1] changed, [2] changed, [3] changed")
    #expect(summary.omittedCount == 0)
  }
}
