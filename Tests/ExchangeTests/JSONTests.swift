import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// Rows of JSON.
struct JSONTests {
  private static let lines = """
    {"id": "a", "t": 1700000000, "x": 1, "y": 2, "z": 3, "note": "ö \\"7\\"", "n": "7", "k": 7}
    {"id": "b", "t": 1700000001, "x": 1, "y": 2, "z": 3, "tags": [1, {"a": 2}], "on": true, "no": null}

    """

  @Test("lines and arrays are the same, whatever their blanks")
  func arrays() throws {
    var space = ImportedSpace("Test")
    try space.take(Self.lines, named: "a.jsonl")
    #expect(space.eventCounts == ["created": 2])
    let rows = Self.lines.split(separator: "\n").joined(separator: ",")
    let variants = [
      "[\(rows)]", "[\n" + rows.replacing(", ", with: " ,\n ") + "\n]\n",
      Self.lines.replacing("\n", with: "\r\n"), String(Self.lines.dropLast()),
    ]
    for text in variants {
      var other = ImportedSpace("Test")
      try other.take(text, named: "a.json")
      #expect(other.content == space.content, "\(text)")
    }
  }

  @Test("JSON keeps its types")
  func types() throws {
    var space = ImportedSpace("Test")
    try space.take(Self.lines, named: "a.jsonl")
    let anchors = try space.index.anchors(in: space.index.state(through: 2))
    #expect(
      anchors[0].metadata == ["label": "a", "note": "ö \"7\"", "n": "7", "k": 7])
    #expect(
      anchors[1].metadata == ["label": "b", "tags": [1, ["a": 2]], "on": true])
  }

  @Test("a damaged line stops nothing else, a torn one is left out")
  func damaged() throws {
    var space = ImportedSpace("Test")
    var options = ImportOptions()
    options.format = .json
    options.skipsBadRows = true
    let text = Self.lines + "{\"id\": \"c\", oops}\n" + Self.lines + "{\"id\": \"d\", \"t\""
    let skipped = try space.take(text, named: "a.jsonl", options)
    #expect(skipped.faults.first.map(\.place.line) == [3])
    #expect(skipped.rowsLeftOut == 4)
    #expect(space.eventCounts == ["created": 2])
  }

  private static let object = #"{"id":"a","time":"2024-01-01T00:00:00Z","x":1,"y":2,"z":3}"#
  private static let other = #"{"id":"b","time":"2024-01-01T00:00:00Z","x":1,"y":2,"z":3}"#

  @Test(
    "an array without its end is refused, for what followed is missing",
    arguments: ["[\(object)", "[\(object),", "[\n\(object),\n"])
  func cutArray(text: String) throws {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) { try space.take(text, named: "a.json") }
    #expect(
      error?.description
        == "The array is not closed: the file was cut off after value 1, and what followed is missing. "
        + "Fetch the whole file.")
  }

  @Test(
    "a document that ends within a value is refused, with the line",
    arguments: [
      ("[\(object),\n\(other.dropLast(5))", 2, 2), ("{\"id\":\"k\"", 1, 1),
      ("{\n\"id\":\"k\"", 1, 2), ("[\n{\"id\":\n\"k", 2, 3),
    ])
  func brokenOff(text: String, begin: Int, end: Int) throws {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) { try space.take(text, named: "a.json") }
    #expect(
      error?.description
        == "The JSON ends in line \(end), in the middle of a value that begins in line \(begin): the file "
        + "was cut off. Fetch the whole file.")
  }

  @Test("a single value that is damaged says where")
  func damagedDocument() throws {
    var space = ImportedSpace("Test")
    let text = #"{"id":"k" "x":1}"#
    let error = #expect(throws: UnreadableInput.self) { try space.take(text, named: "a.json") }
    #expect(error?.description.hasPrefix("The JSON is damaged in line 1: ") == true)
    #expect(error?.description.contains("at byte 11 of the value") == true)
  }

  @Test(
    "what separates the values of an array is as JSON has it",
    arguments: [
      ("[\(object)\n\(other)]", "line 2: a comma is missing after value 1 of the array"),
      ("[\(object),\n,\(other)]", "line 2: there is an extra comma after value 1 of the array"),
      ("[\(object),]", "line 1: there is an extra comma after value 1 of the array"),
      ("[,\(object)]", "line 1: there is an extra comma at the beginning of the array"),
      ("[\(object)]garbage", "line 1: something follows the end of the array"),
      ("[\(object)]\n[\(other)]", "line 2: something follows the end of the array"),
    ])
  func separators(text: String, message: String) throws {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) { try space.take(text, named: "a.json") }
    #expect(error?.description == message + ", which is not JSON.")
  }

  @Test("an array without values is no fault")
  func emptyArray() throws {
    var space = ImportedSpace("Test")
    let survey = try space.take(" [ ]\n", named: "a.json")
    #expect(survey.events.total == 0 && survey.notes.allSatisfy { !$0.contains("no end") })
  }

  @Test("a value that is not an object is called so")
  func otherValues() throws {
    let values = [
      "5": "a number", "[1,2]": "an array", "\"str\"": "a text", "null": "null", "true": "true",
    ]
    for (value, kind) in values {
      for text in [
        "[\(Self.object), \(value) , \(Self.other)]", "[\(Self.object),\(value)]",
        "\(Self.object)\n\(value)\n",
      ] {
        var space = ImportedSpace("Test")
        let survey = try space.take(text, named: "a.json")
        #expect(survey.faults.first.map(\.found) == ["not a JSON object, but \(kind)"], "\(text)")
      }
    }
  }

  @Test("a column that comes late is read from the beginning")
  func lateColumns() throws {
    var text = "{\"track\": \"a\", \"t\": 1, \"x\": 1, \"y\": 2}\n"
    text += "{\"track\": \"a\", \"t\": 2, \"x\": 1, \"y\": 3}\n"
    text += "{\"track\": \"a\", \"t\": 3, \"x\": 1, \"y\": 3, \"z\": 4, \"text\": \"hello\"}\n"
    var space = ImportedSpace("Test")
    let survey = try space.take(text, named: "a.jsonl")
    // With z, the first rows lack a coordinate.
    #expect(survey.faults.first.map(\.column) == ["z", "z"])
    #expect(survey.options.position == ["x", "y", "z"])
  }

  @Test("values used as names are refused")
  func tooManyColumns() {
    var text = ""
    for row in 0..<320 {
      text += "{\"id\": \"a\", \"t\": \(row), \"x\": 1, \"y\": 2, \"k\(row)\": 1}\n"
    }
    var space = ImportedSpace("Test")
    #expect(throws: UnreadableInput.self) { try space.take(text, named: "a.jsonl") }
  }
}
