import Foundation
import Hyperbasis
import HyperbasisExchange
import HyperbasisWording

/// A space as the argument of a command that a person is told to type.
enum SpaceArgument {
  /// Returns the name, or the id if there is no name, if others have the same name, or if it would be
  /// taken for an option.
  static func word(_ id: UUID, name: String?, isUnique: Bool = true) -> String {
    guard let name, !name.isEmpty, !name.hasPrefix("-"), isUnique else { return id.uuidString }
    return name
  }

  /// Returns the same for one of several spaces, quoted if a shell needs that.
  static func text(_ id: UUID, among candidates: [TextualSelector.Candidate]) -> String {
    let name = candidates.first { $0.id == id }?.name
    let namesakes = name.map { TextualSelector.spaces(called: $0, among: candidates) } ?? []
    return ShellText.line([word(id, name: name, isUnique: namesakes.count == 1)])
  }
}
