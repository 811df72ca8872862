import HyperbasisModels

/// The state in force for an anchor as time advances.
struct AnchorTrack {
  var pose = Pose()
  /// The cells of the metadata in force, if they came from this import.
  var cells: [UInt8] = []
  /// Whether they include keys that the input does not have.
  var hasKept = false
  /// The metadata in force, if they came from the log.
  var logged: LoggedMetadata?
  /// The last instant at which the input saw the anchor; `.min` before the first.
  var seen = Int64.min
  /// The instant of the last event in force.
  var written = Int64.min
  /// The greatest version.
  var version: Int32 = 0
  /// The anchor's slot in the log; −1 for none.
  var slot: Int32 = -1
  /// How many of its events in the log have been passed.
  var passed: Int32 = 0
  var hasState = false
  var isHidden = false
  var stays = false
  var isImported = true
  /// Whether an event of this input precedes events of the log. Its version is greater than theirs, so
  /// of their edits only the keys that they name count.
  var precedesLog = false
}

/// Metadata that come from the log.
final class LoggedMetadata {
  let metadata: [String: AnyCodableValue]

  init(_ metadata: [String: AnyCodableValue]) {
    self.metadata = metadata
  }
}

/// A sample that waits for the next one of its anchor: of two at the same instant the last counts.
struct WaitingSample {
  var sample: Sample
  var cells: [UInt8]

  /// Returns whether the row differs from another one of the same anchor and instant.
  func says(otherThan other: Sample, _ cells: [UInt8]) -> Bool {
    sample.kind != other.kind || sample.pose != other.pose || self.cells != cells
  }
}
