import Testing

@testable import HyperbasisSync

/// How often the cloud is polled for others' changes.
@Suite struct LookPaceTests {
  @Test func `a look follows within five seconds while something happens`() {
    var pace = LookPace { $0 }
    for _ in 0..<500 {
      #expect(pace.next() < 5)
      pace.noteActivity()
    }
  }

  @Test func `where nothing happens the looks come down to one a minute`() {
    var pace = LookPace { $0 / 2 }
    let delays = (0..<100).map { _ in pace.next() }
    #expect(delays.prefix(LookPace.patience).allSatisfy { $0 == LookPace.shortest })
    #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(delays.suffix(50).allSatisfy { $0 == LookPace.longest })
    pace.noteActivity()
    #expect(pace.next() == LookPace.shortest)
  }

  @Test func `a thousand idle devices ask less than twenty times a second`() {
    var asked = 0.0
    for _ in 0..<1000 {
      var pace = LookPace()
      for _ in 0..<60 { _ = pace.next() }
      let seconds = (0..<20).reduce(0) { sum, _ in sum + pace.next() }
      asked += 20 / seconds
    }
    #expect(asked < 20, "\(asked) a second")
  }
}
