import Canvas
import Foundation
package import Hyperbasis

extension State {
  mutating func startMoving() {
    guard let view, let id = view.selection, let anchor = view.draftedAnchor(id) else { return }
    layers.append(.move(MoveLayer(anchor: anchor)))
  }

  mutating func perform(_ intent: Intent, moving layer: MoveLayer) -> [Effect]? {
    var layer = layer
    switch intent {
    case .nudge(let direction): layer.nudge(direction, metres: 0.01)
    case .nudgeFar(let direction): layer.nudge(direction, metres: 0.1)
    case .lift(let direction): layer.place.y += 0.01 * Double(direction.sign)
    case .turn(let direction): layer.yaw += 5 * Double(direction.sign)
    case .typePlace:
      layers.append(.prompt(Prompt(.place, text: layer.typedText)))
      return []
    case .stage:
      layers.removeLast()
      stageMoved(layer)
      return []
    default: return nil
    }
    layers[layers.count - 1] = .move(layer)
    return []
  }

  /// Stages the selected anchor at a place, and a yaw if there is a fourth number.
  mutating func moveSelected(to numbers: [Double]) {
    guard let view, let id = view.selection, let anchor = view.draftedAnchor(id) else { return }
    var layer = MoveLayer(anchor: anchor)
    layer.take(numbers)
    stageMoved(layer)
  }

  private mutating func stageMoved(_ layer: MoveLayer) {
    let isNew = view?.index.slot(of: layer.anchor.id) == nil
    if view?.draft == nil { view?.draft = Draft() }
    view?.draft?.stage(layer.moved)
    view?.selection = layer.anchor.id
    message = .note(
      "draft: \(layer.anchor.faceLabel) is \(isNew ? "added" : "moved"); \(keymap.label(of: .writeDraft)) writes, "
        + "\(keymap.label(of: .dropDraft)) drops")
  }

  func placeComplaint(_ text: String) -> TerminalText? {
    MoveLayer.numbers(text) == nil ? "give x,y,z in metres, and a yaw in degrees if it turns" : nil
  }

  mutating func acceptPlace(_ text: String) {
    guard let numbers = MoveLayer.numbers(text), case .move(var layer) = layers.last else { return }
    layer.take(numbers)
    layers[layers.count - 1] = .move(layer)
  }
}

/// An anchor on its way to another place.
package struct MoveLayer: Hashable, Sendable {
  /// As it was before.
  package let anchor: HBAnchor
  /// In metres.
  package var place: SIMD3<Double>
  /// In degrees, counter-clockwise seen from above.
  package var yaw: Double
  private let originalYaw: Double

  package init(anchor: HBAnchor) {
    self.anchor = anchor
    place = SIMD3<Double>(anchor.position)
    originalYaw = HBTransform.yaw(anchor.transform) ?? 0
    yaw = originalYaw
  }

  package static func == (left: MoveLayer, right: MoveLayer) -> Bool {
    left.anchor.id == right.anchor.id && left.place == right.place && left.yaw == right.yaw
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(anchor.id)
    hasher.combine(place)
    hasher.combine(yaw)
  }
}

extension MoveLayer {
  fileprivate mutating func nudge(_ direction: PanDirection, metres: Double) {
    switch direction {
    case .left: place.x -= metres
    case .right: place.x += metres
    case .up: place.z -= metres
    case .down: place.z += metres
    }
  }

  /// Takes x, y, z, and a yaw if there is a fourth number.
  fileprivate mutating func take(_ numbers: [Double]) {
    place = SIMD3(numbers[0], numbers[1], numbers[2])
    if numbers.count == 4 { yaw = numbers[3] }
  }

  /// Whether it is to go anywhere else than it is.
  var isMoved: Bool { place != SIMD3<Double>(anchor.position) || yaw != originalYaw }

  /// The anchor where it is to go; its pitch, roll and scale stay unless it is turned.
  package var moved: HBAnchor {
    var result = anchor
    guard result.transform.count == 16 else { return result }
    if yaw != originalYaw { HBTransform.setYaw(yaw, of: &result.transform) }
    result.transform[12] = Float(place.x)
    result.transform[13] = Float(place.y)
    result.transform[14] = Float(place.z)
    return result
  }

  var typedText: String {
    let numbers = [place.x, place.y, place.z, yaw].map { String(format: "%.2f", $0) }
    return numbers.joined(separator: ",")
  }

  /// Three or four finite numbers.
  static func numbers(_ text: String) -> [Double]? {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == " " })
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    let fits = numbers.allSatisfy { Float($0).isFinite }
    return fits && numbers.count == parts.count && (3...4).contains(numbers.count) ? numbers : nil
  }
}
