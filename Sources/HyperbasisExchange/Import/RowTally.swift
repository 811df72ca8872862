import HyperbasisModels

/// What was counted in a pass over the rows.
struct RowTally {
  var rows = 0
  /// The rows among these that belong to other spaces.
  var rowsElsewhere = 0
  var faults = FaultSummary()
  var notes: [String] = []
  var tornLines: [InputPlace] = []
  /// Rows in which nothing was tracked, and the first of them.
  private(set) var unseen = 0
  private(set) var firstUnseen: InputPlace?
  /// Rows without a time, and the first of them.
  private(set) var timeless = 0
  private(set) var firstTimeless: InputPlace?
  private(set) var instants: ClosedRange<HBInstant>?
  private var least = Int64.max
  private var greatest = Int64.min
  private(set) var rowsOutOfOrder = 0
  var spaceNames: [String] = []
  var lastSpace: [UInt8] = []

  @inline(__always)
  mutating func note(_ instant: Int64) {
    if instant >= greatest {
      greatest = instant
    } else {
      rowsOutOfOrder += 1
    }
    if instant < least { least = instant }
    if instants == nil { instants = HBInstant(microseconds: 0)...HBInstant(microseconds: 0) }
  }

  mutating func noteTimeless(_ place: InputPlace) {
    timeless += 1
    if firstTimeless == nil { firstTimeless = place }
  }

  mutating func noteUnseen(_ place: InputPlace) {
    unseen += 1
    if firstUnseen == nil { firstUnseen = place }
  }

  /// The first and the last instant.
  var range: ClosedRange<HBInstant>? {
    guard least <= greatest else { return nil }
    return HBInstant(microseconds: least)...HBInstant(microseconds: greatest)
  }
}
