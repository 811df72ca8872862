import Foundation
import Hyperbasis
import HyperbasisExchange
import HyperbasisWording

/// A space as the argument of a command that somebody is told to type.
enum SpaceArgument {
  /// The name; the id where there is no name, where others have it as well, or where it would be taken
  /// for an option.
  static func word(_ id: UUID, name: String?, isUnique: Bool = true) -> String {
    guard let name, !name.isEmpty, !name.hasPrefix("-"), isUnique else { return id.uuidString }
    return name
  }

  /// The same for one of several spaces, in quotes where a shell needs them.
  static func text(_ id: UUID, among candidates: [TextualSelector.Candidate]) -> String {
    let name = candidates.first { $0.id == id }?.name
    let namesakes = name.map { TextualSelector.spaces(called: $0, among: candidates) } ?? []
    return ShellText.line([word(id, name: name, isUnique: namesakes.count == 1)])
  }
}
