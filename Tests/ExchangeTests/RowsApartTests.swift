import ExchangeTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// The contents of a row come from that row alone: not from an earlier file, nor from a later row.
struct RowsApartTests {
  private func options(_ line: String) throws -> ImportOptions {
    try ImportCommand("import " + line).options
  }

  private func metadata(of name: String, in space: ImportedSpace) throws
    -> [String: AnyCodableValue]?
  {
    let id = ImportIdentity.anchorId(named: name, inSpace: space.id)
    guard let slot = space.index.slot(of: id) else { return nil }
    return try space.index.metadata(space.index.newestOrdinal(ofSlot: slot))
  }

  private static let notes = ImportInput(
    "id,time,x,y,z,text\nb,2024-01-01T00:00:03Z,2,0,0,hello\n", named: "notes.csv")
  private static let plain = ImportInput(
    "id,time,x,y,z\na,2024-01-01T00:00:04Z,0,0,0\nc,2024-01-01T00:00:05Z,0,0,0\n",
    named: "plain.csv")

  @Test("cells of one file are not those of the next", arguments: [false, true])
  func files(isReversed: Bool) throws {
    var space = ImportedSpace("Test")
    let inputs = [Self.notes, Self.plain]
    try space.take(ImportOptions(), isReversed ? inputs.reversed() : inputs)
    #expect(try metadata(of: "a", in: space) == ["label": "a"])
    #expect(try metadata(of: "b", in: space) == ["text": "hello"])
    #expect(try metadata(of: "c", in: space) == ["label": "c"])
  }

  @Test("a name in one row takes none from others, and a grown file adds what is new alone")
  func names() throws {
    let head = #"{"id":"a","time":"2024-01-01T00:00:01Z","x":0,"y":0,"z":0}"# + "\n"
    let more = #"{"id":"b","time":"2024-01-01T00:00:03Z","x":2,"y":0,"z":0,"text":"hi"}"# + "\n"
    var space = ImportedSpace("Test")
    try space.take(head, named: "h.jsonl")
    try space.take(head + more, named: "h.jsonl")
    #expect(space.eventCounts == ["created": 2])
    #expect(try metadata(of: "a", in: space) == ["label": "a"])
    #expect(try metadata(of: "b", in: space) == ["text": "hi"])
    // A column of a table belongs to all its rows.
    var table = ImportedSpace("Table")
    try table.take("id,t,x,y,text\na,2024-01-01,1,2,\nb,2024-01-01,1,3,hi\n")
    #expect(try metadata(of: "a", in: table) == [:])
  }

  @Test("a member has one key in all of a file", arguments: [false, true])
  func keys(isReversed: Bool) throws {
    let place = #""id":"a","x":0,"y":0,"z":0,"item":{"name":"chair"}"#
    let rows = [
      #"{"time":"2024-01-01T00:00:01Z",\#(place)}"#,
      #"{"time":"2024-01-01T00:00:03Z",\#(place),"user":{"name":"Ann"}}"#,
    ]
    var space = ImportedSpace("Test")
    let text = (isReversed ? rows.reversed() : rows).joined(separator: "\n") + "\n"
    try space.take(text, named: "n.jsonl")
    #expect(
      try metadata(of: "a", in: space)
        == ["item.name": "chair", "label": "a", "user.name": "Ann"])
    #expect(space.eventCounts == ["created": 1, "updated": 1])
    for ordinal in 0..<space.index.count {
      #expect(try space.index.metadata(ordinal)["item.name"] == "chair", "event \(ordinal)")
    }
  }

  @Test(
    "an empty cell keeps what there was, whatever the order and wherever it was",
    arguments: ["", " --snapshot"])
  func emptyCells(option: String) throws {
    let options = try options("--empty keep" + option)
    let heading = "id,time,x,y,z,color,size\n"
    let red = "a,2024-01-01T00:00:01Z,0,0,0,red,1.5\n"
    let later = "a,2024-01-01T00:00:03Z,2,0,0,,\n"
    let last = "a,2024-01-01T00:00:05Z,4,0,0,,2\n"
    let orders = [
      [red + later + last], [later + last + red], [red, later, last], [red, later + last],
    ]
    for rows in orders {
      var space = ImportedSpace("Test")
      for part in rows { try space.take(heading + part, options) }
      #expect(space.eventCounts == ["created": 1, "moved": 2, "updated": 1], "\(rows)")
      #expect(
        try metadata(of: "a", in: space) == ["color": "red", "label": "a", "size": 2], "\(rows)")
    }
  }

  @Test("a table with our columns and types of its own is not one of ours")
  func foreignTables() throws {
    let heading = "id,time,type,x,y,z,qx,qy,qz,qw,text\n"
    var space = ImportedSpace("Test")
    try space.take(heading + "a,2024-01-01T00:00:01Z,note,0,0,0,0,0,0,1,hi\n")
    #expect(try metadata(of: "a", in: space) == ["text": "hi", "type": "note"])
    var own = ImportedSpace("Own")
    try own.take(heading + "a,2024-01-01T00:00:01Z,created,0,0,0,0,0,0,1,hi\n")
    #expect(try metadata(of: "a", in: own) == ["text": "hi"])
  }

  @Test("advice names the column, as a shell takes it")
  func mixedColumns() throws {
    var space = ImportedSpace("Test")
    let survey = try space.take(
      "id,t,x,y,note x,metadata.z\na,2024-01-01,0,0,abc,abc\na,2024-01-02,0,0,1.5,2\n")
    #expect(
      survey.notes.contains("note x has numbers and text; --text 'note x' makes all of it text."))
    #expect(
      survey.notes.contains("z has numbers and text; --text metadata.z makes all of it text."))
  }

  @Test("words for a shell are read back as they are, those that nobody sees as well")
  func shellWords() {
    let words = ShellText.line(["plain", "two words", "it's", ""])
    #expect(words == #"plain 'two words' 'it'\''s' ''"#)
    #expect(ShellText.line(["new\nline", "a\u{202E}b'\\"]) == #"$'new\nline' $'a\u202eb\'\\'"#)
  }
}
