import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Tab at the end of a filter offers what the anchors at the date on screen have.
@Suite struct FilterCompletionTests {
  private static func prompt(
    _ filter: String, after prefix: String = "f", at keys: [Key] = []
  ) -> Prompt? {
    var session = Session()
    for key in keys { session.press(key) }
    session.type(prefix + filter)
    session.press(.tab)
    guard case .prompt(let prompt) = session.state.layers.last else { return nil }
    return prompt
  }

  @Test(arguments: [
    ("la", "label="), ("label=En", "label=Entrance"), ("type:way", "type:waypoint"),
    ("type:waypoint label=e", "type:waypoint label=E"), ("kind:r", "kind:re"),
    ("kind:upd", "kind:updated"), ("actor:k", "actor:kit"), ("unit!=m", "unit!=meters"),
    ("before:y", "before:yesterday"), ("order>=", "order>="), ("mov", "moved>"),
  ])
  func `the last term is completed`(_ typed: String, _ completed: String) {
    #expect(Self.prompt(typed)?.editor.text == completed)
    #expect(Self.prompt(typed, after: ":filter ")?.editor.text == "filter " + completed)
  }

  @Test func `a value with blanks is quoted`() {
    #expect(Self.prompt("text=b", at: [.home])?.editor.text == "text=\"buy milk\"")
    #expect(Self.prompt("text=\"buy m", at: [.home])?.editor.text == "text=\"buy milk\"")
    // Deleted anchors do not exist at the end.
    #expect(Self.prompt("text=b")?.complaint == "nothing here starts with this")
  }

  @Test func `what there is to choose from is listed`() {
    let values = Self.prompt("order=")
    #expect(values?.complaint == "order=1 order=2")
    let keys = Self.prompt("")?.complaint?.plain ?? ""
    #expect(keys.contains("modelName=") && keys.contains("type:") && keys.contains("alive<"))
  }
}
