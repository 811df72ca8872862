import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

extension LogSnapshot {
  /// What the space is called.
  var title: TerminalText { SpaceTitle.text(name, spaceId) }
}
