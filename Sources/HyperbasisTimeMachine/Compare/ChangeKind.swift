package import HyperbasisCanvas
import HyperbasisHistory

/// How an anchor differs between two states, the most important first.
package enum Difference: Int, CaseIterable, Comparable, Hashable, Sendable {
  case removed, added, moved, updated

  package static func < (left: Difference, right: Difference) -> Bool {
    left.rawValue < right.rawValue
  }

  package var word: TerminalText {
    switch self {
    case .removed: "removed"
    case .added: "added"
    case .moved: "moved"
    case .updated: "updated"
    }
  }

  /// What a list shows; four that differ without colour, in every charset.
  package func glyph(_ charset: Charset) -> Glyph {
    switch self {
    case .removed: charset.isASCII ? "x" : "×"
    case .added: "+"
    case .moved: "~"
    case .updated: charset.isASCII ? "=" : "≈"
    }
  }

  package var style: Style {
    switch self {
    case .removed: Style(.removed)
    case .added: Style(.added)
    case .moved: Style(.moved)
    case .updated: Style(.updated)
    }
  }
}

extension HBAnchorEvent.EventType {
  /// The colour in which lists show events of this type.
  var style: Style {
    switch self {
    case .created, .restored: Style(.added)
    case .moved: Style(.moved)
    case .updated: Style(.updated)
    case .deleted: Style(.removed)
    }
  }

  /// The difference that an event of this type makes.
  var difference: Difference {
    switch self {
    case .created, .restored: .added
    case .moved: .moved
    case .updated: .updated
    case .deleted: .removed
    }
  }
}
