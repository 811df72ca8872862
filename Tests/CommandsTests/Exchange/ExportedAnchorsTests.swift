import Foundation
import Testing

@testable import HyperbasisCommands

/// The anchors of one date as JSON lines, and back.
@Suite struct ExportedAnchorsTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  private func anchors(_ space: String) throws -> [[String: Any]] {
    try #require(try bench.object("show", space)["anchors"] as? [[String: Any]])
  }

  @Test func `a state comes back with transforms and nested metadata as they were`() throws {
    #expect(bench.run("import", try written(), "--space", "First", "--yes").status == 0)
    let state = path("state.jsonl")
    let exported = bench.run(
      "export", "First", "--at", "end", "--format", "jsonl", "--output", state)
    #expect(exported.status == 0, "\(exported)")
    let again = bench.run("import", state, "--space", "Second", "--rekey", "--yes")
    #expect(again.status == 0, "\(again)")
    let (before, after) = (try anchors("First"), try anchors("Second"))
    #expect(before.count == 3 && after.count == 3)
    for key in ["transform", "metadata"] {
      let values = try [before, after].map { anchors in
        try anchors.map { anchor in
          let value = try #require(anchor[key])
          let json = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
          return String(decoding: json, as: UTF8.self)
        }.sorted()
      }
      #expect(values[0] == values[1], "\(key)")
    }
  }

  /// Writes the anchors of a made-up space, one of them sheared, one without metadata.
  private func written() throws -> String {
    let lines = [
      (
        "[1,0.25,0,0,0,1,0,0,0,0,2,0,4,5,6,1]",
        #"{"nest":{"a":[1,{"b":null}],"c":"x"},"id":"kept","spaceId":7,"a.b":true,"empty":{}}"#
      ),
      ("[1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1]", #"{"label":"Lampe","text":"Zeile\nzwei"}"#),
      ("[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]", "{}"),
    ].enumerated().map { number, anchor in
      #"{"id":"\#(Self.id(number))","spaceId":"\#(Self.id(9))","transform":\#(anchor.0),"#
        + #""metadata":\#(anchor.1),"createdAt":"2024-01-01T00:00:00Z","#
        + #""updatedAt":"2024-01-02T00:00:00Z","deletedAt":null}"#
    }
    try files.write(lines.joined(separator: "\n") + "\n", to: "first.jsonl")
    return path("first.jsonl")
  }

  private static func id(_ number: Int) -> String {
    "00000000-0000-4000-8000-00000000000\(number)"
  }
}
