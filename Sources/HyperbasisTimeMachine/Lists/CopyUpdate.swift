import Foundation
import Hyperbasis
import HyperbasisCanvas

extension State {
  /// Does what was asked for in an open space; nil where it is not about the space.
  mutating func performInSpace(_ intent: Intent) -> [Effect]? {
    if performTime(intent) || performCompare(intent) || performList(intent)
      || performPlan(intent)
    {
      return []
    }
    return performNext(intent) ?? performDraft(intent) ?? performWrite(intent)
      ?? performCopy(intent)
  }

  private mutating func performCopy(_ intent: Intent) -> [Effect]? {
    guard let view, let id = view.selection else { return nil }
    switch intent {
    case .copyId: return [.copy(TerminalText(id.uuidString))]
    case .copyPosition:
      guard let ordinal = view.selectedOrdinal else { return nil }
      let point = view.index.position(ordinal)
      return [.copy("\(point.x),\(point.y),\(point.z)")]
    default: return nil
    }
  }
}

extension SpaceView {
  /// The latest event of the selected anchor in the state on screen, or else in the log.
  var selectedOrdinal: Int? {
    guard let slot = selectedSlot else { return nil }
    return index.latestOrdinal(ofSlot: slot, through: planPosition)
      ?? index.latestOrdinal(ofSlot: slot, through: index.count)
  }
}
