import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// Rows of JSON whose positions and rotations are lists of numbers.
struct ListCellTests {
  private func imported(
    _ text: String, _ line: String = "import", named name: String = "a.jsonl"
  ) throws -> (transform: [Float], metadata: [String: AnyCodableValue], survey: ImportSurvey) {
    var space = ImportedSpace("Test")
    let survey = try space.take(text, named: name, try ImportCommand(line).options)
    let state = space.index.state(through: space.index.count)
    let anchor = try space.index.anchors(in: state).first
    return (anchor?.transform ?? [], anchor?.metadata ?? [:], survey)
  }

  @Test("a list of three is a place, one of four a turn, one of sixteen both")
  func lists() throws {
    let turned: [Float] = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1]
    let root = 0.70710678118654757
    let apart = try imported(
      #"{"id":"a","t":1700000000,"position":[1,2,3],"rotation":[0,\#(root),0,\#(root)],"k":[1]}"#)
    #expect(zip(apart.transform, turned).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(apart.metadata == ["label": "a", "k": [1]])
    #expect(apart.survey.options.position == ["position"])
    #expect(apart.survey.options.quaternion == ["rotation"])
    let whole = try imported(
      #"{"id":"a","t":1700000000,"transform":[0,0,-1,0,0,1,0,0,1,0,0,0,1,2,3,1]}"#)
    #expect(whole.transform == turned)
    let nested = try imported(#"{"id":"a","t":1700000000,"pose":{"position":[1,2,3]}}"#)
    #expect(nested.transform.suffix(4) == [1, 2, 3, 1])
    let flat = try imported(#"{"id":"a","t":1700000000,"location":[1,2]}"#)
    #expect(flat.transform.suffix(4) == [1, 0, -2, 1])
    let centimetres = try imported(#"{"id":"a","t":1700000000,"position_cm":[100,200,300]}"#)
    #expect(centimetres.transform.suffix(4) == [1, 2, 3, 1])
  }

  @Test("lists that mean something else stay metadata")
  func others() throws {
    let euler = try imported(#"{"id":"a","t":1,"position":[1,2,3],"rotation":[0,90,0]}"#)
    #expect(euler.metadata["rotation"] == [0, 90, 0])
    let named = try imported(#"{"id":"a","t":1,"x":1,"y":2,"z":3,"position":[7,7,7]}"#)
    #expect(named.transform.suffix(4) == [1, 2, 3, 1])
    #expect(named.metadata["position"] == [7, 7, 7])
  }

  @Test("a list that comes late, one that is missing, and one that is too short")
  func oddities() throws {
    let late = try imported(
      """
      {"id":"a","t":1700000000,"position":[1,2,3]}
      {"id":"a","t":1700000001,"position":null}
      {"id":"a","t":1700000002,"position":[1,2,4],"rotation":[0,1,0,0]}

      """)
    #expect(late.survey.events.created == 1 && late.survey.events.moved == 1)
    #expect(late.survey.rowsLeftOut == 1)
    #expect(late.transform[0] == -1)
    let short = try imported(
      """
      {"id":"a","t":1700000000,"position":[1,2,3]}
      {"id":"a","t":1700000001,"position":[1]}
      {"id":"a","t":1700000002,"position":"here"}

      """)
    #expect(
      short.survey.faultLines == [
        "line 2, column position: 1 number instead of 3",
        "line 3, column position: \"here\" is not a list of 3 numbers",
      ])
  }

  @Test("a table's cell is a list where somebody says so")
  func tables() throws {
    let text = "id,t,p\na,2024-01-01,\"[1,2,3]\"\n"
    let named = try imported(text, "import --position p", named: "a.csv")
    #expect(named.transform.suffix(4) == [1, 2, 3, 1])
    #expect(throws: UnreadableInput.self) { try imported(text, named: "a.csv") }
  }

  @Test("names that stand twice in an object are reported")
  func repeatedNames() throws {
    let text = "{\"id\":\"a\",\"t\":1,\"x\":1,\"y\":2,\"caf\u{E9}\":1,\"cafe\u{301}\":2}\n"
    let twoForms = try imported(text + text)
    #expect(
      twoForms.survey.notes.contains(
        "Line 1: two names in an object differ only in how Unicode writes \"cafe\u{301}\", and are "
          + "one key; only its first value is taken (and 1 more like it)."))
    #expect(twoForms.metadata["caf\u{E9}"] == 1)
    let same = try imported(#"{"id":"a","t":1,"x":1,"y":2,"k":1,"k":2}"#)
    #expect(
      same.survey.notes.contains(
        "Line 1: the name \"k\" appears twice in an object; only its first value is taken."))
    // Two spellings in two objects lose nothing.
    let apart = try imported(
      "{\"id\":\"a\",\"t\":1,\"x\":1,\"y\":2,\"caf\u{E9}\":1}\n"
        + "{\"id\":\"b\",\"t\":1,\"x\":1,\"y\":2,\"cafe\u{301}\":2}\n")
    #expect(!apart.survey.notes.contains { $0.contains("Unicode") })
  }
}
