import HyperbasisModels

/// The moves that a page leaves out, as far as it must know about them: an anchor that has made one is
/// not unchanged.
struct SmallMoves {
  /// For each move, the row of the page that shows its anchor before and after it.
  private(set) var rows: [Int] = []
  private(set) var instants: [HBInstant] = []
  /// Where the anchor is after it: 0 for where the row has it, else another number for each other place.
  private(set) var places: [Int] = []
  private var anchors: [Int: Anchor] = [:]

  private struct Anchor {
    let row: Int
    let shown: [Float]
    var current: [Float]
    var place = 0
    var placeCount = 0
  }

  /// Notes how an anchor is shown from now on.
  mutating func show(slot: Int, row: Int, _ transform: [Float]) {
    anchors[slot] = Anchor(row: row, shown: transform, current: transform)
  }

  /// Notes a move that is not shown.
  mutating func leaveOut(slot: Int, _ transform: [Float], at instant: HBInstant) {
    guard var anchor = anchors[slot], anchor.current != transform else { return }
    anchor.current = transform
    if transform == anchor.shown {
      anchor.place = 0
    } else {
      anchor.placeCount += 1
      anchor.place = anchor.placeCount
    }
    anchors[slot] = anchor
    rows.append(anchor.row)
    instants.append(instant)
    places.append(anchor.place)
  }
}
