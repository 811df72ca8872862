package import Foundation
package import HyperbasisCanvas

/// What a space is called.
package enum SpaceTitle {
  /// The name, or the id where there is none.
  package static func text(_ name: String?, _ id: UUID) -> TerminalText {
    TerminalText(name.flatMap { $0.isEmpty ? nil : $0 } ?? id.uuidString)
  }
}
