import Foundation
import Hyperbasis
import HyperbasisCanvas

/// What a space is called.
enum SpaceTitle {
  /// The name, or the id where there is none.
  static func text(_ snapshot: LogSnapshot) -> TerminalText {
    text(snapshot.name, snapshot.spaceId)
  }

  static func text(_ name: String?, _ id: UUID) -> TerminalText {
    TerminalText(name.flatMap { $0.isEmpty ? nil : $0 } ?? id.uuidString)
  }
}
