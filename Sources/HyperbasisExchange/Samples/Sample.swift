/// What a row says about an anchor at an instant.
struct Sample: Sendable {
  enum Kind: UInt8, Sendable {
    case seen
    /// A row that says that the anchor is gone.
    case deletion
  }

  /// The anchor's number.
  var anchor: Int
  /// Microseconds since 1970.
  var instant: Int64
  var place: InputPlace
  var kind = Kind.seen
  /// The number of the actor; 0 for the importer.
  var actor: Int32 = 0
  /// Whether the anchor is never deleted for being absent.
  var stays = false
  var pose = Pose()
}
