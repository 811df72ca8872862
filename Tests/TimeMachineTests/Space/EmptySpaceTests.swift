import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

/// A space without any events: nothing can be selected or compared, and no key advises to.
struct EmptySpaceTests {
  @Test(arguments: ["D", "E", "M", "y", "x", "s", "n", "m", "a", "d"] as [Key])
  func `keys that need events say that there are none`(key: Key) {
    var session = Session(events: [])
    session.press(key)
    #expect(session.message == "this space has no events yet")
  }
}
