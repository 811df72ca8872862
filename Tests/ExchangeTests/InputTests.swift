import ExchangeTestSupport
import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization
import Testing

@testable import HyperbasisExchange

/// Inputs as a whole: several, damaged, with their times in a separate file.
struct InputTests {
  @Test("CRC-64/XZ of its check text")
  func digest() throws {
    let input = ImportInput("123456789")
    #expect(try InputSummary(digesting: input).digest == "995dc9bbdf1939fa")
    let long = ImportInput(String(repeating: "123456789", count: 300_000))
    let summary = try InputSummary(digesting: long)
    #expect(summary.size == 2_700_000)
    #expect(summary.headDigest != summary.digest)
  }

  @Test("several files are one recording, whatever the order of their columns")
  func severalFiles() throws {
    let first = ImportInput("id,t,x,y,n\na,5,1,2,7\na,6,2,2,7\n", named: "1.csv")
    let second = ImportInput("t,n,y,x,id\n7,7,2,2,a\n8,8,2,2,a\n", named: "2.csv")
    var options = ImportOptions()
    options.start = HBInstant(rfc3339: "2024-01-01T00:00:00Z")
    var space = ImportedSpace("Test")
    let survey = try space.take(options, [first, second])
    #expect(space.eventCounts == ["created": 1, "moved": 1, "updated": 1])
    #expect(survey.instants?.upperBound.rfc3339Text == "2024-01-01T00:00:03Z")
    #expect(survey.inputs.map(\.rowCount) == [2, 2])
  }

  @Test("a note on one of several files begins with its name as it is")
  func nameOfAFile() throws {
    let rows = ["2024-05-01T12:00:00Z", "1980-01-01T00:00:00Z"].map { "id,time,x,y\na,\($0),1,2\n" }
    let inputs = [ImportInput(rows[0], named: "a.csv"), ImportInput(rows[1], named: "b.csv")]
    var space = ImportedSpace("Test")
    let survey = try space.take(ImportOptions(), inputs)
    #expect(survey.notes.contains("b.csv line 2: before 1990."), "\(survey.notes)")
  }

  @Test("of very many and very long columns a message names the beginning")
  func manyColumns() throws {
    let names = (0..<100).map { "c\($0)" + String(repeating: "o", count: 200) }
    let row = String(repeating: "1,", count: 99)
    let input = ImportInput("\(names.joined(separator: ","))\n\(row)")
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) { try space.take(ImportOptions(), [input]) }
    let text = try #require(error?.description)
    #expect(text.contains("c39") && text.contains(" and 60 more. Give "))
    #expect(text.count < 2200 && !text.contains("c40"))
  }

  @Test(
    "files that say different things by their columns are refused before anything is written",
    arguments: [
      ("id,t,x_cm,y_cm,z_cm\na,5,1,2,3\n", "id,t,x,y,z\na,6,1,2,3\n", ["x_cm, y_cm", "--unit"]),
      ("id,time_ms,x,y\na,5,1,2\n", "id,time,x,y\na,6,1,2\n", ["time_ms", "--time-format"]),
      ("id,t,x,y\na,1714564820000,1,2\n", "id,t,x,y\na,1714564800,1,2\n", ["--time-format"]),
      ("id,t,x,y,yaw\na,5,1,2,30\n", "id,t,x,y\na,6,1,2\n", ["yaw", "missing"]),
      ("id,t,x,y\na,5,1,2\n", "id,t,x,y,yaw\na,6,1,2,30\n", ["yaw", "missing"]),
      ("id,t,x,y,z\na,5,1,2,3\n", "id,t,x,y\na,6,1,2\n", ["x, y, z"]),
      ("id,t,x,y\na,5,1,2\n", "id,t,pos_x,pos_y\na,6,1,2\n", ["pos_x, pos_y"]),
      ("id,t,x,y\na,5,1,2\n", "id;t;x;y\na;6;1;2\n", ["delimiters"]),
      (
        "id,t,x,y,yaw_deg\na,5,1,2,30\n", "id,t,x,y,yaw_rad\na,6,1,2,1\n",
        ["yaw_deg", "yaw_rad", "--angle"]
      ),
    ])
  func disagreement(first: String, second: String, words: [String]) throws {
    var space = ImportedSpace("Test")
    let inputs = [ImportInput(first, named: "1.csv"), ImportInput(second, named: "2.csv")]
    let error = #expect(throws: UnreadableInput.self) {
      try space.engine(ImportOptions(), inputs).survey()
    }
    let text = error?.description ?? ""
    #expect(text.contains("1.csv and 2.csv") && text.contains("one at a time"), "\(text)")
    #expect(words.allSatisfy(text.contains), "\(text)")
    for input in inputs { try space.take(ImportOptions(), [input]) }
  }

  @Test("what an option says holds for all files")
  func unitOfAllFiles() throws {
    let first = ImportInput("id,t,x_cm,y_cm\na,5,100,2\n", named: "1.csv")
    let second = ImportInput("id,t_ms,X,Y,note\na,6,200,2,n\n", named: "2.csv")
    var options = ImportOptions()
    options.unit = .centimetres
    options.timeFormat = .seconds
    var space = ImportedSpace("Test")
    try space.take(options, [first, second])
    #expect(space.eventCounts == ["created": 1, "moved": 1, "updated": 1])
  }

  @Test("times apart have to be as many as rows")
  func timesApart() throws {
    let rows = "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 1 0 1 0 0 0 0 1 0\n"
    for (times, fits) in [("0\n0.5\n", true), ("0\n", false), ("0\n1\n2\n", false)] {
      var space = ImportedSpace("Test")
      let input = ImportInput(rows, named: "00.txt")
      if fits {
        let survey = try space.take(ImportOptions(), [input], times: ImportInput(times))
        #expect(survey.events.total == 2)
      } else {
        #expect(throws: UnreadableInput.self) {
          try space.take(ImportOptions(), [input], times: ImportInput(times))
        }
      }
    }
  }

  @Test("rows of a path with a cell more are shown how to be read")
  func advice() throws {
    var space = ImportedSpace("Test")
    var options = ImportOptions()
    options.format = .tum
    let survey = try space.take("1 1717232400 0 0 1.5 0 0 0 1\n", named: "a.tum", options)
    #expect(
      survey.faultLines == [
        "line 1: 9 cells instead of 8; as csv: --columns -,time,x,y,z,qx,qy,qz,qw"
      ])
  }

  @Test("a path whose values are not separated by blanks is shown how to be read")
  func adviceForOtherSeparators() throws {
    let names = "time,x,y,z,qx,qy,qz,qw"
    for (mark, name, more) in [(",", "commas", ""), (";", "semicolons", ""), (",", "commas", "9,")]
    {
      let text = "\(more)1717232400,0,0,1.5,0,0,0,1\n".replacing(",", with: mark)
      var space = ImportedSpace("Test")
      var options = ImportOptions()
      options.format = .tum
      let columns = (more.isEmpty ? "" : "-,") + names
      #expect(
        try space.take(text, named: "a.tum", options).faultLines == [
          "line 1: 1 cell instead of 8; its values are separated by \(name): import it as csv with "
            + "--columns \(columns)"
        ])
      options.format = .csv
      options.columns = columns.split(separator: ",").map(String.init)
      #expect(try space.take(text, named: "a.tum", options).events.created == 1)
    }
  }

  @Test("bytes that are not UTF-8 are pointed out")
  func notUTF8() throws {
    let bytes = Array("id,t,x,y\n".utf8) + [0xE4] + Array(",2024-01-01,1,2\n".utf8)
    var space = ImportedSpace("Test")
    let input = ImportInput(name: "a.csv", source: MemoryByteSource(bytes))
    let survey = try space.take(ImportOptions(), [input])
    #expect(survey.faultLines.first?.contains("--encoding windows-1252") == true)
  }

  @Test("dates in names")
  func nameDates() {
    let names = [
      "trees-2024-06-01.geojson": "2024-06-01T00:00:00Z",
      "2024-03-01T10-00-00Z.json": "2024-03-01T10:00:00Z",
      "scan_20240301_100530.json": "2024-03-01T10:05:30Z",
      "v2 2024.03.01 10.05.txt": "2024-03-01T10:05:00Z",
      "plan 2024-06-01 at 14.30.15.csv": "2024-06-01T14:30:15Z",
      "plan 2024-06-01 at 2.30.15 PM.csv": "2024-06-01T14:30:15Z",
      "plan 2024-06-01 at 12.05.00\u{202F}AM (2).csv": "2024-06-01T00:05:00Z",
      "plan 2024-06-01 at home.csv": "2024-06-01T00:00:00Z",
      "plan 2024-06-01 1.30.csv": "2024-06-01T00:00:00Z",
      "plan 2024-06-01 02.30.15 PMC.csv": "2024-06-01T02:30:15Z",
    ]
    for (name, expected) in names {
      #expect(NameDate.instant(in: name, zone: nil)?.rfc3339Text == expected, "\(name)")
    }
    #expect(NameDate.instant(in: "scan 13.json", zone: nil) == nil)
  }

  @Test("what was surveyed is what is written")
  func changedBetween() throws {
    let spool = GrowingSource()
    var space = ImportedSpace("Test")
    let input = ImportInput(name: "a.csv", source: spool)
    let engine = space.engine(ImportOptions(), [input])
    let survey = try engine.survey()
    spool.grow()
    #expect(throws: UnreadableInput.self) { try engine.write(survey) { _ in } }
    try space.take(ImportOptions(), [input])
    #expect(space.index.count == 2)
  }
}

/// A file that grows while it is read.
private final class GrowingSource: ByteSource {
  private let rows = Mutex(1)

  func grow() { rows.withLock { $0 += 1 } }

  private var bytes: MemoryByteSource {
    let rows = (0..<rows.withLock { $0 }).map { "a,\($0),\($0),2\n" }
    return MemoryByteSource(Array(("id,t,x,y\n" + rows.joined()).utf8))
  }

  func size() -> Int { bytes.size() }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    bytes.read(at: offset, into: buffer)
  }
}

extension InputTests {
  @Test("progress goes up to the end, and an error that it throws ends the work")
  func progress() throws {
    let source = MemoryByteSource(Array("id,t,x,y\na,1,1,2\n".utf8))
    let space = ImportIdentity.spaceId(named: "Test")
    let seen = Mutex<[ImportProgress]>([])
    func engine(_ progress: @escaping (ImportProgress) throws -> Void) -> ImportEngine {
      ImportEngine(
        ImportOptions(), inputs: [ImportInput(name: "a.csv", source: source)],
        into: ImportTarget(spaceId: space, spaceName: "Test"), makeSpool: { MemorySpool() },
        progress: progress)
    }
    _ = try engine { step in seen.withLock { $0.append(step) } }.survey()
    let last = try #require(seen.withLock { $0.last })
    #expect(last.bytes == last.totalBytes)
    #expect(last.rows == 1)
    #expect(throws: CancellationError.self) {
      try engine { _ in throw CancellationError() }.survey()
    }
  }
}
