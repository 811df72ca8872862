import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// How far one anchor had gone after each of its events, in metres.
struct AnchorPath: Sendable {
  private var lengths: [Float] = []

  /// Adds the events that are not in it yet.
  ///
  /// - Complexity: O(new events of the anchor)
  mutating func extend(to postings: Postings, _ index: EventIndex) {
    for number in lengths.count..<max(lengths.count, postings.count) {
      guard let length = lengths.last else {
        lengths.append(0)
        continue
      }
      let step = AnchorTotals.step(from: postings[number - 1], to: postings[number], index)
      lengths.append(length + step)
    }
  }

  func length(after number: Int) -> Double {
    lengths.indices.contains(number) ? Double(lengths[number]) : 0
  }
}

extension SpaceData {
  /// Returns how far an anchor has gone up to and including one of its events, in metres: the length
  /// that anchors are sorted by, without looking at all the others.
  func pathLength(after ordinal: Int) -> Double {
    let slot = index.slot(ordinal)
    let postings = index.ordinals(ofSlot: slot)
    var path = memo.paths[slot] ?? AnchorPath()
    path.extend(to: postings, index)
    memo.paths.remember(path, for: slot)
    return path.length(after: postings.count(below: ordinal + 1) - 1)
  }
}

extension InspectorLines {
  /// Returns how far the anchor has gone and how far from its start that took it; empty if it never moved.
  func pathLines(_ ordinal: Int) -> [InspectorLine] {
    let index = view.index
    let length = view.data.pathLength(after: ordinal)
    guard length > 0, let first = index.foldStart(ofSlot: index.slot(ordinal)) else { return [] }
    let delta = SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(first))
    let distance = (delta * delta).sum().squareRoot()
    let away = LengthText.measured(distance)
    // An anchor that moved while it was deleted may be farther from its start than it ever went.
    let hiddenWay: TerminalText = distance > length * 1.001 ? " while it was there" : .empty
    return [
      InspectorLine(
        key: "path", value: TerminalText(LengthText.measured(length)) + hiddenWay,
        rest: "(\(TerminalText(away)) from start)")
    ]
  }
}
