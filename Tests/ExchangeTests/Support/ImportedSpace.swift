import ExchangeTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels

/// A space in memory for imports.
struct ImportedSpace {
  let id: UUID
  let name: String
  private(set) var log: [UInt8] = []
  private(set) var index: EventIndex
  private(set) var problems: [LogProblem] = []
  /// The number of blocks that the last import delivered.
  private(set) var blocks = 0
  var sortingMemory = 48 << 20

  init(_ name: String) {
    self.name = name
    id = ImportIdentity.spaceId(named: name)
    index = EventIndex(spaceId: id)
  }

  struct Broken: Error {}

  func engine(
    _ options: ImportOptions, _ inputs: [ImportInput], times: ImportInput? = nil
  ) -> ImportEngine {
    ImportEngine(
      options, inputs: inputs, times: times,
      into: ImportTarget(spaceId: id, spaceName: name, existing: index),
      now: HBInstant(rfc3339: "2026-01-01T00:00:00Z") ?? HBInstant(microseconds: 0),
      sortingMemory: sortingMemory, makeSpool: { MemorySpool() })
  }

  /// Imports inputs; `linesWritten` keeps only that many lines, as if the import had been interrupted.
  @discardableResult
  mutating func take(
    _ options: ImportOptions, _ inputs: [ImportInput], times: ImportInput? = nil,
    linesWritten: Int? = nil
  ) throws -> ImportSurvey {
    let engine = engine(options, inputs, times: times)
    let survey = try engine.survey()
    guard !survey.isRefused else { return survey }
    var added: [UInt8] = []
    blocks = 0
    try engine.write(survey) { block in
      added += block.lines
      blocks += 1
    }
    if let linesWritten {
      let lines = added.split(separator: UInt8(ascii: "\n")).prefix(linesWritten)
      added = lines.flatMap { Array($0) + [UInt8(ascii: "\n")] }
    }
    log += added
    try load()
    return survey
  }

  /// Writes events that come from no import.
  mutating func append(_ events: [HBAnchorEvent]) throws {
    for event in events { log += try LogLine.encode(event) + [UInt8(ascii: "\n")] }
    try load()
  }

  private mutating func load() throws {
    let reader = try LogReader.load(spaceId: id, source: MemoryByteSource(log))
    index = reader.index
    problems = reader.problems
  }

  /// Imports a text.
  @discardableResult
  mutating func take(
    _ text: String, named name: String = "input.csv", _ options: ImportOptions = ImportOptions()
  ) throws -> ImportSurvey {
    try take(options, [ImportInput(text, named: name)])
  }

  var eventCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for ordinal in 0..<index.count { counts[index.type(ordinal).rawValue, default: 0] += 1 }
    return counts
  }

  /// What two spaces with the same events have in common, whatever operations wrote them.
  var content: [String] {
    (0..<index.count).map { ordinal in
      let event = index.readableEvent(ordinal)
      return "\(event.id) \(event.type) \(event.timestamp.timeIntervalSince1970) \(event.version)"
    }.sorted()
  }
}

extension ImportInput {
  init(_ text: String, named name: String = "input.csv") {
    self.init(name: name, source: MemoryByteSource(Array(text.utf8)))
  }
}

/// Returns a new space with what one input brings.
func imported(
  _ text: String, _ line: String = "import"
) throws -> (space: ImportedSpace, survey: ImportSurvey) {
  var space = ImportedSpace("Test")
  let survey = try space.take(text, try ImportCommand(line).options)
  return (space, survey)
}
