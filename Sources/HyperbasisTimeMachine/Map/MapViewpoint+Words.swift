package import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisWording

extension MapViewpoint {
  /// The title of the plan's pane.
  package var title: TerminalText {
    switch self {
    case .top: "plan"
    case .front: "front"
    case .side: "side"
    }
  }

  /// Returns which way the axes grow: `x → z ↓`.
  package func axes(_ charset: Charset) -> TerminalText {
    switch self {
    case .top: charset.isASCII ? "x -> z v" : "x → z ↓"
    case .front: charset.isASCII ? "x -> y ^" : "x → y ↑"
    case .side: charset.isASCII ? "z <- y ^" : "z ← y ↑"
    }
  }

  /// Where the space is seen from, as messages put it.
  var direction: TerminalText {
    switch self {
    case .top: "from above"
    case .front: "from the front"
    case .side: "from the side"
    }
  }

  /// Returns a place as the two coordinates that the picture shows: `x 1.20 m, z -3.40 m`.
  func text(of place: SIMD3<Double>) -> TerminalText {
    let coordinates: [(name: String, value: Double)] =
      switch self {
      case .top: [("x", place.x), ("z", place.z)]
      case .front: [("x", place.x), ("y", place.y)]
      case .side: [("z", place.z), ("y", place.y)]
      }
    return coordinates.map { TerminalText("\($0.name) \(LengthText.measured($0.value))") }
      .joined(separator: ", ")
  }
}
