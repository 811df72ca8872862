import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// The pitfalls of separated values.
struct CSVTests {
  private func imported(
    _ text: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportedSpace {
    var space = ImportedSpace("Test")
    let survey = try space.take(text, options)
    #expect(!survey.isRefused, "\(survey.faultLines)")
    return space
  }

  private static let plain =
    "id,t,x,y,z,note\na,2024-01-01T00:00:00Z,1.5,2,3,öl\nb,2024-01-02T00:00:00Z,4,5,6,\n"

  @Test("line ends, marks and encodings make no difference")
  func encodings() throws {
    let expected = try imported(Self.plain).content
    let variants: [[UInt8]] = [
      Array(Self.plain.replacing("\n", with: "\r\n").utf8),
      Array(Self.plain.replacing("\n", with: "\r").utf8),
      [0xEF, 0xBB, 0xBF] + Array(Self.plain.utf8),
      [0xFF, 0xFE] + Self.plain.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + Self.plain.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      Self.plain.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      Array(Self.plain.replacing(",", with: ";").utf8),
      Array(Self.plain.replacing(",", with: "\t").utf8),
      Array(Self.plain.replacing(",", with: "|").utf8),
      Array(Self.plain.replacing(",", with: ";").replacing("1.5", with: "1,5").utf8),
      Array(("sep=;\n" + Self.plain.replacing(",", with: ";")).utf8),
      Array(Self.plain.replacing("a,", with: "\"a\",").utf8),
      Array(Self.plain.dropLast().utf8),
      Array((Self.plain + "\n\n,,,,,\n").utf8),
      Array((Self.plain + Self.plain).utf8),
    ]
    for (number, bytes) in variants.enumerated() {
      var space = ImportedSpace("Test")
      try space.take(
        ImportOptions(), [ImportInput(name: "input.csv", source: MemoryByteSource(bytes))])
      #expect(space.content == expected, "variant \(number)")
    }
  }

  @Test("a letter of Windows is told by --encoding")
  func windows() throws {
    var options = ImportOptions()
    options.encoding = .windows1252
    var space = ImportedSpace("Test")
    let bytes = Self.plain.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try space.take(options, [ImportInput(name: "a.csv", source: MemoryByteSource(bytes))])
    #expect(space.content == (try imported(Self.plain)).content)
  }

  @Test("a heading again, and two columns of one name")
  func headings() throws {
    var space = ImportedSpace("Test")
    let survey = try space.take(
      "id,t,x,y,z,x\na,2024-01-01,1,2,3,4\nid,t,x,y,z,x\nb,2024-01-01,1,2,3,5\n")
    #expect(survey.events.created == 2)
    #expect(
      survey.notes == ["The heading is repeated once; that line is left out."])
    let anchors = try space.index.anchors(in: space.index.state(through: 2))
    #expect(Set(anchors.compactMap { $0.metadata["x_2"]?.intValue }) == [4, 5])
  }

  @Test("numbers without names are asked for")
  func namesMissing() {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) { try space.take("1,2,3,4,5\n2,3,4,5,6\n") }
    #expect(error?.description.contains("--columns time,id,x,y,z") == true)
  }

  @Test("a torn last line is left out and said, with a quote in it or without")
  func torn() throws {
    for end in ["c,2024-01-03T00:0", "c,2024-01-03T00:00:00Z,1"] {
      var space = ImportedSpace("Test")
      let survey = try space.take(Self.plain + end)
      #expect(!survey.isRefused)
      #expect(survey.events.total == 2)
      #expect(survey.rowsLeftOut == 1)
    }
  }

  @Test("a quote that is never closed costs one line")
  func openQuote() throws {
    var options = ImportOptions()
    options.skipsBadRows = true
    var space = ImportedSpace("Test")
    let survey = try space.take(
      "id,t,x,y,z\na,2024-01-01,1,2,3\nb,2024-01-01,\"1,2,3\nc,2024-01-01,1,2,3\n", options)
    #expect(survey.faults.first.map(\.place.line) == [3])
    #expect(survey.events.created == 2)
  }

  @Test("a file without rows, or without anything")
  func empty() throws {
    var space = ImportedSpace("Test")
    #expect(try space.take("id,t,x,y,z\n").rowCount == 0)
    #expect(try space.take("").rowCount == 0)
  }

  @Test("a line of any text is not taken for a table without rows")
  func noHeading() throws {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) {
      try space.take("hello world\n", named: "x.txt")
    }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("x.txt has a heading and no rows. No column says where things are. "))
    #expect(text.contains("hello"))
  }

  @Test("rows longer than a chunk, and more rows than fit in one")
  func chunks() throws {
    let long = String(repeating: "x", count: 2 << 20)
    let space = try imported(
      "id,t,x,y,z,note\na,2024-01-01,1,2,3,\(long)\nb,2024-01-01,1,2,3,\n")
    #expect(space.index.count == 2)
    var text = "id,t,x,y,z\n"
    for row in 0..<20_000 { text += "a\(row % 7),\(1_700_000_000 + row),\(row % 1000).25,0,1\n" }
    let many = try imported(text)
    #expect(many.index.count == 20_000)
    #expect(many.problems.isEmpty)
  }

  @Test("what a cell means")
  func types() throws {
    let cells = [
      "007", "7", "7.50", "-0.5", "1e3", "true", "null", "1.0", "11.0.1", "+5", "NaN",
      "12345678901234567890", "0.1234567890123456789", "TRUE",
    ]
    let expected: [AnyCodableValue] = [
      "007", 7, 7.5, -0.5, 1000, true, "null", 1, "11.0.1", "+5",
      "NaN", "12345678901234567890", "0.1234567890123456789", "TRUE",
    ]
    var options = ImportOptions()
    options.text = ["plain"]
    for (cell, value) in zip(cells, expected) {
      let space = try imported("id,t,x,y,z,v,plain\na,2024-01-01,1,2,3,\(cell),\(cell)\n", options)
      let anchor = try #require(try space.index.anchors(in: space.index.state(through: 1)).first)
      #expect(anchor.metadata["v"] == value, "\(cell)")
      #expect(anchor.metadata["plain"] == .string(cell))
    }
  }

  @Test("a comma inside a number between commas separates thousands, and is refused")
  func thousands() throws {
    let text =
      "sensor,time,x_mm,y_mm,z_mm\nS1,2025-01-01T00:00Z,\"12,500\",\"1,250\",900\n"
    for delimiter in [nil, ","] {
      var options = ImportOptions()
      options.id = "sensor"
      options.delimiter = delimiter
      var space = ImportedSpace("Test")
      let survey = try space.take(text, options)
      let fault = try #require(survey.faultLines.first)
      #expect(fault.hasPrefix("line 2, column x_mm: \"12,500\" is not a number; "))
      #expect(fault.contains("--decimal ,"))
      #expect(space.index.count == 0)
    }
    // Semicolons leave the comma to be the decimal sign.
    let semicolons = try imported("id;time;x;y;z\na;2025-01-01;12,5;1,25;900\n")
    #expect(semicolons.index.position(0) == SIMD3(12.5, 1.25, 900))
  }

  @Test("a mark inside a quoted text is told from one that is never closed")
  func strayMarks() throws {
    let head = "id,t,x,y,z,note\n"
    for (row, found) in [
      (
        "a,2024-01-01,1,2,3,\"he said \"hi\" ok\"\n", "there is text after a closing quotation mark"
      ),
      ("a,2024-01-01,1,2,3,\"hi\n", "a quotation mark is never closed"),
    ] {
      var space = ImportedSpace("Test")
      #expect(try space.take(head + row).faultLines == ["line 2: \(found)"])
    }
  }

  @Test("a point between decimal commas may separate thousands, so the cell stays text")
  func pointsBetweenCommas() throws {
    let space = try imported(
      "id;time;x;y;z;kg\na;2025-01-01;1,5;2;3;1.234\nb;2025-01-01;1;2;3;2,5\n")
    let anchors = try space.index.anchors(in: space.index.state(through: space.index.count))
    #expect(Set(anchors.map { $0.metadata["kg"] }) == ["1.234", 2.5])
  }
}
