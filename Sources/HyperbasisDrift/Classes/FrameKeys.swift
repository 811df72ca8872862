import HyperbasisAnchorLog
import HyperbasisModels

/// Metadata that name the frame that an anchor belongs to.
struct FrameKeys {
  let names: [String]

  /// Whether nearly all followers of a motion share a value of such a key, and are most of those that
  /// have it.
  func isShared(
    by followers: Set<Int32>, before ordinal: Int, _ index: EventIndex
  ) throws -> Bool {
    guard !names.isEmpty else { return false }
    let state = index.state(through: ordinal)
    let own = try metadata(of: followers.sorted(), state, index)
    let needed = Int((0.8 * Double(followers.count)).rounded(.up))
    let shared = names.filter { name in own.count { $0[name] != nil } >= needed }
    guard !shared.isEmpty else { return false }
    let live = index.slotsInStoreOrder.filter { slot in
      state.ordinal(ofSlot: Int(slot)).map(index.isVisible) ?? false
    }
    let all = try metadata(of: live, state, index)
    return shared.contains { name in
      guard let value = Self.commonest(own.compactMap { $0[name] }) else { return false }
      let ownCount = own.count { $0[name] == value }
      let allCount = all.count { $0[name] == value }
      return ownCount >= needed && Double(ownCount) >= 0.7 * Double(allCount)
    }
  }

  private func metadata(
    of slots: [Int32], _ state: FoldedState, _ index: EventIndex
  ) throws -> [[String: AnyCodableValue]] {
    try index.metadata(after: slots.compactMap { state.ordinal(ofSlot: Int($0)) })
  }

  /// The value that most have; of several the one that comes first.
  private static func commonest(_ values: [AnyCodableValue]) -> AnyCodableValue? {
    var counts: [AnyCodableValue: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    var best: AnyCodableValue?
    for value in values where counts[value, default: 0] > best.map({ counts[$0, default: 0] }) ?? 0
    {
      best = value
    }
    return best
  }
}
