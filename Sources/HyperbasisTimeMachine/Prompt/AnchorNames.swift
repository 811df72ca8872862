import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Looks up the anchors of the list on screen by the names that a user may type.
struct AnchorNames {
  private let view: SpaceView?

  init(_ view: SpaceView?) { self.view = view }

  /// The label of each listed anchor; computed at each call.
  ///
  /// - Complexity: O(anchors), each of which is decoded the first time.
  var labels: [(slot: Int, label: String)] {
    guard let view else { return [] }
    return view.anchorList.slots.compactMap { slot in
      view.index.latestOrdinal(ofSlot: Int(slot), through: view.offset).map {
        (Int(slot), view.data.description(after: $0).label.plain)
      }
    }
  }

  /// Returns the anchor whose id begins with the text, else the one with this name in any case, else the
  /// only one whose name begins with it, else the only one whose name contains it.
  func slot(_ text: String) throws(Complaint) -> Int {
    guard !text.isEmpty else {
      throw Complaint("select NAME: a name, or the beginning of an id")
    }
    if let slot = try slot(id: text) { return slot }
    let wanted = text.lowercased()
    let labels = labels
    for fits in [
      { $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) },
    ] as [(String) -> Bool] {
      let found = labels.filter { fits($0.label.lowercased()) }
      if found.count > 1 { throw ambiguous(text, found.map(\.slot)) }
      if let only = found.first { return only.slot }
    }
    let hint = TerminalText.didYouMean(text, among: labels.map(\.label))
    throw Complaint("no anchor here is called \"\(TerminalText(text, limit: 40))\"\(hint)")
  }

  private func slot(id text: String) throws(Complaint) -> Int? {
    guard let view, let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix
    else { return nil }
    let found = view.anchorList.slots.map { Int($0) }.filter {
      prefix.matches(view.index.anchorId(ofSlot: $0))
    }
    if found.count > 1 { throw ambiguous(text, found) }
    return found.first
  }

  private func ambiguous(_ text: String, _ slots: [Int]) -> Complaint {
    let ids = slots.prefix(3).compactMap { slot in
      view.map { TerminalText(ShortId.text($0.index.anchorId(ofSlot: slot))) }
    }
    let rest = slots.count - ids.count
    return Complaint(
      "\(slots.count) anchors match \"\(TerminalText(text, limit: 40))\": give the id, such as "
        + ids.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : .empty))
  }
}
