import Foundation
import HyperbasisCanvas
package import HyperbasisExchange
import HyperbasisJSONText
import HyperbasisModels

/// The changes between two states for other programs: a row each.
package struct ChangeTable {
  private let changes: [ReportedChange]

  package init(_ report: DiffReport) {
    changes = report.changes
  }
}

// MARK: - CSV

extension ChangeTable {
  private static let columns = [
    "change", "id", "label", "distance_m", "turn_deg", "old_x", "old_y", "old_z", "x", "y", "z",
    "keys",
  ]

  /// A line each; `keys` is JSON as in ``writeLines(to:)``.
  package func writeCSV(to sink: ByteSink, isForExcel: Bool) throws {
    var line = CSVLine(isForExcel: isForExcel)
    if isForExcel { try sink.append([0xEF, 0xBB, 0xBF]) }
    for column in Self.columns { line.word(column) }
    try sink.append(line.take())
    for change in changes {
      line.word(change.kind.rawValue)
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

  private func addPosition(_ transform: [Float], to line: inout CSVLine) {
    let position = HBTransform.position(transform)
    for value in [position.x, position.y, position.z] { line.float(value) }
  }
}

// MARK: - JSON lines

extension ChangeTable {
  /// An object a line: `{"change": "moved", "id", "label", "transform", "previousTransform",
  /// "distance", "angle"}`, metres and degrees; `"keys": {NAME: {"old", "new"}}` for an update.
  package func writeLines(to sink: ByteSink) throws {
    for change in changes {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("change", change.kind.rawValue)
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
      writer.endObject()
      try sink.append(writer.bytes + [UInt8(ascii: "\n")])
    }
  }
}

extension JSONWriter {
  /// What was before or is now absent has no member.
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
