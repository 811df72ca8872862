import HyperbasisCanvas
import HyperbasisWording
import Testing

struct ActorTextTests {
  @Test(arguments: [nil, "", " ", "\t\u{3000}"] as [String?])
  func nobodyIsNamed(_ actor: String?) {
    #expect(ActorText.name(actor) == nil && ActorText.by(actor).isEmpty)
  }

  @Test func somebodyIs() {
    #expect(ActorText.by("alice").plain == "by alice")
    #expect(ActorText.name("alice", limit: 3)?.width ?? 0 <= 3)
  }
}
