import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

extension HBUndoConflict {
  /// What the anchor is called.
  var name: TerminalText {
    AnchorDescription(anchor.metadata, id: anchor.id).label.truncated(to: 40)
  }

  /// `mug: the place and color were changed since and stay as they are`.
  var text: TerminalText {
    let names = parts.map(\.name)
    let list = TerminalText.list(names)
    let rest =
      names.count == 1
      ? "was changed since and stays as it is" : "were changed since and stay as they are"
    return "\(name): \(list) \(TerminalText(rest))"
  }
}

extension HBUndoConflict.Part {
  fileprivate var name: TerminalText {
    switch self {
    case .place: "the place"
    case .visibility: "whether it is there"
    case .metadata(let key): TerminalText(key).truncated(to: 40)
    }
  }
}

extension TerminalText {
  /// `a`, `a and b`, `a, b and c`.
  fileprivate static func list(_ items: [TerminalText]) -> TerminalText {
    guard items.count > 1, let last = items.last else { return items.first ?? .empty }
    return "\(items.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension JSONNode {
  init(_ conflict: HBUndoConflict) {
    self = .object([
      ("anchor", JSONNode(conflict.anchor)),
      ("parts", .array(conflict.parts.map { JSONNode($0) })),
    ])
  }

  private init(_ part: HBUndoConflict.Part) {
    switch part {
    case .place: self = .object([("part", .string("place"))])
    case .visibility: self = .object([("part", .string("visibility"))])
    case .metadata(let key):
      self = .object([("part", .string("metadata")), ("key", .string(key))])
    }
  }
}
