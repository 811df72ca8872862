import Foundation
import HyperbasisCanvas
package import HyperbasisExchange
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisTimeMachine

/// The changes between two states for other programs, one row each.
package struct ChangeTable {
  private let report: DiffReport

  package init(_ report: DiffReport) {
    self.report = report
  }
}

// MARK: - CSV

extension ChangeTable {
  private static let columns = [
    "change", "id", "label", "distance_m", "turn_deg", "old_x", "old_y", "old_z", "x", "y", "z",
    "keys", "actors", "time",
  ]

  /// Writes a line for each change; `keys` is JSON as in ``writeLines(to:)``, `actors` are the names
  /// separated by commas, `time` is that of the last event that contributed to the change.
  package func writeCSV(to sink: ByteSink, isForExcel: Bool) throws {
    var line = CSVLine(isForExcel: isForExcel)
    if isForExcel { try sink.append([0xEF, 0xBB, 0xBF]) }
    for column in Self.columns { line.word(column) }
    try sink.append(line.take())
    for change in report.changes {
      line.word(change.kind.word.plain)
      line.word(change.anchor.id.uuidString)
      line.text(change.name)
      addMove(of: change, to: &line)
      addPosition(change.anchor.transform, to: &line)
      if change.keys.isEmpty {
        line.empty()
      } else {
        var writer = JSONWriter()
        try writer.keys(of: change)
        line.text(String(decoding: writer.bytes, as: UTF8.self))
      }
      addContribution(to: change, to: &line)
      try sink.append(line.take())
    }
  }

  private func addMove(of change: ReportedChange, to line: inout CSVLine) {
    guard let move = change.move else {
      for _ in 0..<5 { line.empty() }
      return
    }
    line.double(move.distance)
    line.double(move.angle)
    addPosition(move.previousTransform, to: &line)
  }

  private func addContribution(to change: ReportedChange, to line: inout CSVLine) {
    guard let contribution = report.contribution(to: change) else {
      for _ in 0..<2 { line.empty() }
      return
    }
    if contribution.actors.isEmpty {
      line.empty()
    } else {
      line.text(contribution.actors.joined(separator: ", "))
    }
    line.word(contribution.last.rfc3339Text)
  }

  private func addPosition(_ transform: [Float], to line: inout CSVLine) {
    let position = HBTransform.position(transform)
    for value in [position.x, position.y, position.z] { line.float(value) }
  }
}

// MARK: - JSON lines

extension ChangeTable {
  /// Writes an object per line: `{"change": "moved", "id", "label", "transform", "previousTransform",
  /// "distance", "angle"}`, in metres and degrees; `"keys": {NAME: {"old", "new"}}` for an update; and
  /// `"actors": [NAME]`, who contributed to the change, with `"firstAt"` and `"lastAt"`, when they did.
  package func writeLines(to sink: ByteSink) throws {
    for change in report.changes {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("change", change.kind.word.plain)
      writer.member("id", change.anchor.id.uuidString)
      writer.member("label", change.name)
      writer.key("transform")
      try writer.floats(change.anchor.transform)
      if let move = change.move {
        writer.key("previousTransform")
        try writer.floats(move.previousTransform)
        writer.key("distance")
        try writer.double(move.distance)
        writer.key("angle")
        try writer.double(move.angle)
      }
      if !change.keys.isEmpty {
        writer.key("keys")
        try writer.keys(of: change)
      }
      if let contribution = report.contribution(to: change) { writer.members(of: contribution) }
      writer.endObject()
      try sink.append(writer.bytes + [UInt8(ascii: "\n")])
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of contribution: Contribution) {
    key("actors")
    beginArray()
    for actor in contribution.actors { string(actor) }
    endArray()
    key("firstAt")
    instant(contribution.first)
    key("lastAt")
    instant(contribution.last)
  }

  /// Writes the keys that differ; a value that was absent before or is absent now has no member.
  fileprivate mutating func keys(of change: ReportedChange) throws {
    beginObject()
    for (key, old, new) in change.keys {
      self.key(key)
      beginObject()
      if let old {
        self.key("old")
        try value(old)
      }
      if let new {
        self.key("new")
        try value(new)
      }
      endObject()
    }
    endObject()
  }
}
