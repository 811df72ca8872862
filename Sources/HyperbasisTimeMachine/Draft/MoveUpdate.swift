import Foundation
package import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func startMoving() {
    guard let view, let id = view.selection, let anchor = view.draftedAnchor(id) else { return }
    startMoving(anchor)
  }

  /// Nudges are staged as they come, as a series of their own.
  mutating func startMoving(_ anchor: HBAnchor) {
    if view?.draft == nil { view?.draft = Draft() }
    view?.draft?.beginSeries()
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
    case .undo, .redo:
      travel(intent, moving: layer)
      return []
    case .stage:
      layers.removeLast()
      keepMoved(layer)
      return []
    default: return nil
    }
    put(layer)
    return []
  }

  /// Takes over where an anchor is on its way.
  private mutating func put(_ layer: MoveLayer) {
    layers[layers.count - 1] = .move(layer)
    var anchor = view?.draftedAnchor(layer.anchor.id) ?? layer.moved
    anchor.transform = layer.moved.transform
    view?.nudge(anchor, at: now)
  }

  /// Undoes or redoes nudges of the series.
  private mutating func travel(_ intent: Intent, moving layer: MoveLayer) {
    let step = intent == .undo ? view?.draft?.undo() : view?.draft?.redo()
    guard let step, let view else {
      message = .note(intent == .undo ? "it is where it was" : "there is nothing to redo")
      return
    }
    var layer = layer
    layer.follow(view.draftedAnchor(layer.anchor.id) ?? layer.anchor)
    layers[layers.count - 1] = .move(layer)
    let what = view.text(of: step, isUndone: intent == .undo)
    message = .note(intent == .undo ? "took back: \(what)" : "done again: \(what)")
  }

  private mutating func keepMoved(_ layer: MoveLayer) {
    // Back where it was it is no edit.
    if layer.isMoved { view?.draft?.keepSeries() } else { view?.draft?.dropSeries() }
    leaveUntouchedDraft()
    tellStaged(layer)
  }

  /// Leaves an anchor where it was.
  mutating func stopMoving() {
    view?.draft?.dropSeries()
    leaveUntouchedDraft()
  }

  /// A draft in which nothing was ever done is none.
  private mutating func leaveUntouchedDraft() {
    guard let draft = view?.draft, draft.isEmpty, !draft.canUndo, !draft.canRedo else { return }
    view?.draft = nil
  }

  /// Says what an anchor's move made of the draft.
  private mutating func tellStaged(_ layer: MoveLayer) {
    let isNew = view?.index.slot(of: layer.anchor.id) == nil
    let name = layer.anchor.faceLabel
    guard isNew || layer.isMoved else {
      message = .note("\(name) stays where it is")
      return
    }
    view?.selection = layer.anchor.id
    message = .note(
      "draft: \(name) is \(isNew ? "added" : "moved"); \(keymap.label(of: .writeDraft)) writes, "
        + "\(keymap.label(of: .dropDraft)) drops")
  }

  /// Stages the selected anchor at a place, and a yaw if there is a fourth number.
  mutating func moveSelected(to numbers: [Double]) {
    guard let view, let id = view.selection, let anchor = view.draftedAnchor(id) else { return }
    var layer = MoveLayer(anchor: anchor)
    layer.take(numbers)
    stageMoved(layer)
  }

  private mutating func stageMoved(_ layer: MoveLayer) {
    view?.stage(layer.moved)
    tellStaged(layer)
  }

  func placeComplaint(_ text: String) -> TerminalText? {
    MoveLayer.numbers(text) == nil ? "give x,y,z in metres, and a yaw in degrees if it turns" : nil
  }

  mutating func acceptPlace(_ text: String) {
    guard let numbers = MoveLayer.numbers(text), case .move(var layer) = layers.last else { return }
    layer.take(numbers)
    put(layer)
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

  /// Goes to where the draft has the anchor.
  fileprivate mutating func follow(_ anchor: HBAnchor) {
    place = SIMD3<Double>(anchor.position)
    yaw = HBTransform.yaw(anchor.transform) ?? originalYaw
  }

  /// Whether it is to go anywhere else than it is.
  var isMoved: Bool { place != SIMD3<Double>(anchor.position) || yaw != originalYaw }

  /// The anchor where it is to go; its pitch and roll stay unless it is turned.
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
    let numbers = [place.x, place.y, place.z, yaw].map { DecimalText.text($0, digits: 2) }
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
