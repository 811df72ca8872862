import HyperbasisAnchorLog

/// Where the live anchors were before a burst, and which of them follow: this shows how a part lies within
/// the whole.
struct LivePositions {
  private let places: [SIMD3<Double>]
  private let isFollower: [Bool]

  init(before ordinal: Int, followers: Set<Int32>, _ index: EventIndex) {
    let live = index.positions(in: index.state(through: ordinal))
    places = live.map { SIMD3<Double>($0.position) }
    isFollower = live.map { followers.contains($0.slot) }
  }
}

extension LivePositions {
  /// The share of followers among the six nearest live anchors of each follower.
  var purity: Double {
    let order = places.indices.sorted { places[$0].x < places[$1].x }
    var near = 0
    var counted = 0
    for position in order.indices where isFollower[order[position]] {
      let neighbours = nearest(position, order)
      near += neighbours.count { isFollower[$0] }
      counted += neighbours.count
    }
    return counted > 0 ? Double(near) / Double(counted) : 1
  }

  private static let neighbours = 6
  /// With no more followers, at most 4 of 6 neighbours follow: less than the purity that a part needs.
  static let leastFollowers = 5

  /// Walks outwards along x until no nearer anchor can come.
  private func nearest(_ position: Int, _ order: [Int]) -> [Int] {
    let own = places[order[position]]
    var best: [(squared: Double, number: Int)] = []
    var (low, high) = (position - 1, position + 1)
    while low >= 0 || high < order.count {
      let left = low >= 0 ? own.x - places[order[low]].x : .infinity
      let right = high < order.count ? places[order[high]].x - own.x : .infinity
      let gap = min(left, right)
      if best.count == Self.neighbours, gap * gap >= best[best.count - 1].squared { break }
      let number = left <= right ? order[low] : order[high]
      if left <= right { low -= 1 } else { high += 1 }
      let squared = (places[number] - own).squaredLength
      if best.count == Self.neighbours, squared >= best[best.count - 1].squared { continue }
      let place = best.firstIndex { $0.squared > squared } ?? best.count
      best.insert((squared, number), at: place)
      if best.count > Self.neighbours { best.removeLast() }
    }
    return best.map(\.number)
  }
}
