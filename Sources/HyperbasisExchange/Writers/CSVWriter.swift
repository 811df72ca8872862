import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// Writes events, or the anchors of one state, as a table: each row is all that is known about an
/// anchor after one of its events.
///
/// `id,time,type,x,y,z,qx,qy,qz,qw`, then a column for each key of the metadata. Positions are metres
/// in the store's axes, quaternions have their scalar last. Rows after which the anchor is gone have
/// the type `deleted`.
package struct CSVWriter {
  private let index: EventIndex
  private let survey: CSVSurvey
  private let isForExcel: Bool

  package init(_ index: EventIndex, _ survey: CSVSurvey, isForExcel: Bool = false) {
    self.index = index
    self.survey = survey
    self.isForExcel = isForExcel
  }

  /// - Throws: if the log can no longer be read, and whatever the sink throws.
  package func write(to sink: ByteSink) throws {
    var line = CSVLine(isForExcel: isForExcel)
    // Without this mark, spreadsheets take UTF-8 for the code page of the machine.
    if isForExcel { try sink.append([0xEF, 0xBB, 0xBF]) }
    for name in columns { line.text(name) }
    try sink.append(line.take())
    try index.forEachState(after: survey.ordinals) { ordinal, transform, metadata in
      addEvent(ordinal, to: &line)
      addPose(transform, to: &line)
      for key in survey.keys {
        if let value = metadata[key] { line.value(value) } else { line.empty() }
      }
      try sink.append(line.take())
    }
  }
}

// MARK: - Columns

extension CSVWriter {
  private var columns: [String] {
    Self.fixedColumns + (survey.hasMatrices ? Self.matrixColumns : Self.quaternionColumns)
      + survey.keys.map(Self.column(ofKey:))
  }

  private static let fixedColumns = ["id", "time", "type", "x", "y", "z"]
  private static let quaternionColumns = ["qx", "qy", "qz", "qw"]
  private static let matrixColumns = (0..<16).map { "m\($0)" }

  /// Returns the column of a key of the metadata: its name, unless a reader would take the column for
  /// the anchor's pose, leave it out, or take the last part of a dotted name for the key. Then it is
  /// `metadata.NAME`.
  package static func column(ofKey key: String) -> String {
    let isReserved = key.contains(".") || reservedNames.contains(key.lowercased())
    return isReserved ? "metadata.\(key)" : key
  }

  private static let reservedNames = Set(
    fixedColumns + quaternionColumns + matrixColumns + [
      "lat", "latitude", "lon", "lng", "long", "longitude", "alt", "altitude", "ele", "yaw",
      "bearing", "heading", "theta", "course", "t", "timestamp", "date", "ts", "uuid", "", "-",
      ReservedColumn.stays, ReservedColumn.transform,
    ])

  private func addEvent(_ ordinal: Int, to line: inout CSVLine) {
    line.word(index.anchorId(ofSlot: index.slot(ordinal)).uuidString)
    line.word(index.instant(ordinal).rfc3339Text)
    let type: HBAnchorEvent.EventType =
      index.isVisible(ordinal) ? index.type(ordinal) : .deleted
    line.word(type.rawValue)
  }

  private func addPose(_ transform: [Float], to line: inout CSVLine) {
    let position = HBTransform.position(transform)
    for value in [position.x, position.y, position.z] { line.float(value) }
    guard !survey.hasMatrices else {
      for value in transform { line.float(value) }
      return
    }
    let quaternion = RotationFit(transform)?.quaternion ?? .identity
    for value in [quaternion.x, quaternion.y, quaternion.z, quaternion.w] { line.double(value) }
  }
}
