import Foundation
import HyperbasisModels

/// What an index on disk holds besides its columns and tables, as JSON.
struct ImageDetails {
  let actors: [String]
  let corrections: [UUID: CorrectionTag]
  let problems: [LogProblem]
  /// Metadata that is in force after events but is not that of their lines.
  let merged: [UUIDBits: [String: AnyCodableValue]]

  init(_ reader: LogReader) {
    actors = reader.index.actors.names
    corrections = reader.index.corrections
    problems = reader.problems
    merged = reader.index.merged
  }

  var value: AnyCodableValue {
    .dictionary([
      "actors": .array(actors.map { .string($0) }),
      "corrections": .dictionary(
        Dictionary(
          uniqueKeysWithValues: corrections.map { ($0.key.uuidString, $0.value.value) })),
      "problems": .array(problems.map(\.value)),
      "merged": .dictionary(
        Dictionary(
          uniqueKeysWithValues: merged.map { ($0.key.uuid.uuidString, .dictionary($0.value)) })),
    ])
  }

  /// Parses the value; nil if it is something else.
  init?(_ value: AnyCodableValue) {
    guard let members = value.dictionaryValue,
      let names = members["actors"]?.arrayValue?.compactMap(\.stringValue),
      let corrections = members["corrections"]?.dictionaryValue,
      let problems = members["problems"]?.arrayValue,
      let merged = members["merged"]?.dictionaryValue
    else { return nil }
    actors = names
    var tags: [UUID: CorrectionTag] = [:]
    for (name, value) in corrections {
      guard let id = UUID(uuidString: name), let tag = CorrectionTag(value) else { return nil }
      tags[id] = tag
    }
    self.corrections = tags
    var edits: [UUIDBits: [String: AnyCodableValue]] = [:]
    for (name, value) in merged {
      guard let id = UUIDBits(text: name), let metadata = value.dictionaryValue else { return nil }
      edits[id] = metadata
    }
    self.merged = edits
    let read = problems.compactMap { LogProblem($0) }
    guard read.count == problems.count, names.count == members["actors"]?.arrayValue?.count else {
      return nil
    }
    self.problems = read
  }
}

extension LogProblem {
  fileprivate var value: AnyCodableValue {
    .array([.string(kind.rawValue), .int(offset), .int(length), .int(line), .string(detail)])
  }

  fileprivate init?(_ value: AnyCodableValue) {
    guard let parts = value.arrayValue, parts.count == 5,
      let kind = parts[0].stringValue.flatMap(Kind.init(rawValue:)),
      let offset = parts[1].intValue, let length = parts[2].intValue, let line = parts[3].intValue,
      let detail = parts[4].stringValue, offset >= 0, length >= 0, line >= 1
    else { return nil }
    self.init(kind: kind, offset: offset, length: length, line: line, detail: detail)
  }
}
