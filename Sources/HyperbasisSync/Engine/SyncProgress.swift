/// How far a pass is.
struct SyncProgress: Equatable, Sendable {
  enum Phase: Sendable {
    case connecting, pulling, pushing, fetchingMaps, sendingMaps
  }

  var phase: Phase
  var done: Int
  /// nil: nobody knows yet.
  var total: Int?
}
