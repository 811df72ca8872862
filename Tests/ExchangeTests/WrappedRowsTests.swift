import ExchangeTestSupport
import HyperbasisModels
import Testing

@testable import HyperbasisExchange

/// JSON documents whose rows are in a list somewhere inside.
struct WrappedRowsTests {
  private static let rows = """
    {"id": "a", "time": "2024-05-01T12:00:00Z", "x": 1, "y": 2, "z": 3},
    {"id": "b", "time": "2024-05-01T12:00:01Z", "x": 4, "y": 5, "z": 6, "tags": [{"n": 1}]}
    """

  private func survey(
    _ text: String, rows: String? = nil, named name: String = "export.json",
    as format: ImportFormat? = nil
  ) throws -> ImportSurvey {
    var options = ImportOptions()
    (options.rows, options.format) = (rows, format)
    var space = ImportedSpace("Test")
    return try space.take(options, [ImportInput(text, named: name)])
  }

  private func refusal(_ text: String, rows: String? = nil, named name: String = "export.json")
    -> String
  {
    do {
      return try survey(text, rows: rows, named: name).refusal
    } catch let error as UnreadableInput {
      return error.description
    } catch {
      return "another error: \(error)"
    }
  }

  @Test(
    "the only list of objects holds the rows",
    arguments: [
      (#"{"version": 1, "anchors": [ROWS]}"#, "anchors"),
      ("{\n  \"anchors\": [ROWS],\n  \"count\": 2\n}\n", "anchors"),
      (
        #"{"scene": {"name": "Lab", "anchors": [ROWS], "size": [1, 2]}, "ids": ["a"]}"#,
        "scene.anchors"
      ),
      (#"{"a.b": {"c]\"": [ROWS]}}"#, "a.b.c]\""),
      (
        #"{"none": [], "note": "[{", "anchors": [ROWS], "deep": {"er": {"lists": {"are": [{}]}}}}"#,
        "anchors"
      ),
    ])
  func found(_ document: String, _ path: String) throws {
    let survey = try survey(document.replacing("ROWS", with: Self.rows))
    #expect(survey.events.created == 2 && survey.rowCount == 2)
    #expect(survey.options.rows == path)
    #expect(survey.inputs.first?.form == "JSON, the list \(path)")
    let command = survey.command(files: ["export.json"], space: "Test")
    #expect(command.contains("--rows") && command.contains(path), "\(command)")
    // The command that is printed does the same.
    let again = try self.survey(document.replacing("ROWS", with: Self.rows), rows: path)
    #expect(again.events == survey.events && again.options.rows == path)
  }

  @Test("a row with a list in it is a row")
  func rowWithList() throws {
    let row =
      #"{"id": "a", "time": "2024-05-01T12:00:00Z", "x": 1, "y": 2, "z": 3, "tags": [{"n": 1}]}"#
    let survey = try survey(row + "\n", named: "log.jsonl")
    #expect(survey.rowCount == 1 && survey.options.rows == nil)
  }

  @Test("of several lists one must be named")
  func several() throws {
    let text = #"{"old": [ROWS], "new": [ROWS]}"#.replacing("ROWS", with: Self.rows)
    let refused = refusal(text)
    #expect(
      refused.hasSuffix("These lists may be the rows: old, new. Name one, for example --rows old."),
      "\(refused)")
    #expect(try survey(text, rows: "new").events.created == 2)
  }

  @Test("objects that each hold a list are not one document")
  func listInEachLine() throws {
    let line = #"{"t": 1, "seen": [{"id": "a", "t": 1, "x": 1, "y": 2}]}"#
    #expect(refusal("\(line)\n\(line)\n").contains("No column says where things are."))
    let refused = refusal("\(line)\n\(line)\n", rows: "seen")
    #expect(refused.contains("line 2: another value follows the object"), "\(refused)")
  }

  @Test("a list that is not there is refused, with the names of those that are")
  func missing() throws {
    let text = #"{"version": 1, "anchors": [ROWS]}"#.replacing("ROWS", with: Self.rows)
    #expect(
      refusal(text, rows: "anchor")
        == "--rows anchor: the document has no list of that name; its members are version, anchors."
    )
    #expect(
      refusal("[\(Self.rows)]", rows: "anchors")
        == "--rows anchors: the document has no list of that name.")
    #expect(refusal("id,x\n", rows: "anchors", named: "a.csv").contains("does not apply to csv"))
  }

  @Test("what follows the list has to be whole", arguments: ["", "]", "], \"count\": 2", "], \"c"])
  func cut(_ end: String) throws {
    let text = "{\"anchors\": [\(Self.rows)\(end)"
    let refused = refusal(text, rows: "anchors")
    #expect(refused.contains("cut off") && refused.contains("Fetch the whole file"), "\(refused)")
  }

  @Test("faults are reported with their lines in the document")
  func lines() throws {
    let text =
      "{\n\"v\": \"\\n\",\n\"anchors\": [\n\(Self.rows),\n{\"id\": \"c\", \"time\": 5, \"x\": \"q\"}\n]}"
    let survey = try survey(text)
    #expect(survey.faults.count == 1)
    #expect(survey.faultLines.first?.hasPrefix("line 6") ?? false, "\(survey.faultLines)")
  }

  @Test("a list that is longer than any row is read in pieces")
  func large() throws {
    let padding = String(repeating: "x", count: 20_000)
    let rows = (0..<1000).map { number in
      #"{"id": "\#(number)", "time": "2024-05-01T12:00:00Z", "x": \#(number), "y": 0, "z": 0, "p": "\#(padding)"}"#
    }
    let text = "{\"anchors\": [\n\(rows.joined(separator: ",\n"))\n]}"
    #expect(text.utf8.count > ByteFeed.longestRecord)
    let survey = try survey(text)
    #expect(survey.events.created == 1000 && survey.options.rows == "anchors")
  }
}
