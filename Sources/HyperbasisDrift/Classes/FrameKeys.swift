import HyperbasisAnchorLog
import HyperbasisModels

/// Metadata keys that name the frame that an anchor belongs to.
struct FrameKeys {
  let names: [String]

  /// Whether nearly all followers of a motion share a value of such a key, and make up most of the anchors
  /// that have it.
  func isShared(by followers: [Write], _ index: EventIndex) throws -> Bool {
    guard !names.isEmpty, let first = followers.first else { return false }
    let own = try index.metadata(after: followers.map { Int($0.previous) })
    let needed = Int((0.8 * Double(followers.count)).rounded(.up))
    let shared = names.filter { name in own.count { $0[name] != nil } >= needed }
    guard !shared.isEmpty else { return false }
    let state = index.state(through: Int(first.ordinal))
    let live = index.slotsInStoreOrder.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).flatMap { index.isVisible($0) ? $0 : nil }
    }
    let all = try index.metadata(after: live)
    return shared.contains { name in
      guard let value = Self.commonest(own.compactMap { $0[name] }) else { return false }
      let ownCount = own.count { $0[name] == value }
      let allCount = all.count { $0[name] == value }
      return ownCount >= needed && Double(ownCount) >= 0.7 * Double(allCount)
    }
  }

  /// Returns the commonest value; of several, the one that comes first.
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
