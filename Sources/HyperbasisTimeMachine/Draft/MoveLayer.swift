import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

/// An anchor while it is moved to another place.
package struct MoveLayer: Equatable, Sendable {
  /// The anchor before the move.
  package let anchor: HBAnchor
  /// The anchor as others had left it by then; nil for one that is being added.
  let base: HBAnchor?
  /// In metres.
  package var place: SIMD3<Double>
  /// In degrees, above -180 and up to 180, counter-clockwise seen from above.
  package private(set) var yaw: Double
  private let originalYaw: Double
  /// Whether the anchor is being added, so that leaving the layer means not adding it.
  let isAddition: Bool
  /// What was selected before an anchor was added.
  private(set) var formerSelection: UUID?

  /// Moves an existing anchor.
  init(_ edit: Draft.Edit) { self.init(anchor: edit.after, base: edit.before, isAddition: false) }

  /// Places an anchor that is being added.
  ///
  /// - Parameter selection: what was selected before.
  init(adding anchor: HBAnchor, insteadOf selection: UUID? = nil) {
    self.init(anchor: anchor, base: nil, isAddition: true)
    formerSelection = selection
  }

  private init(anchor: HBAnchor, base: HBAnchor?, isAddition: Bool) {
    self.anchor = anchor
    self.base = base
    self.isAddition = isAddition
    place = SIMD3<Double>(anchor.position)
    originalYaw = HBTransform.yaw(anchor.transform) ?? 0
    yaw = originalYaw
  }

  package static func == (left: MoveLayer, right: MoveLayer) -> Bool {
    left.anchor.id == right.anchor.id && left.place == right.place && left.yaw == right.yaw
  }
}

extension MoveLayer {
  /// Moves the anchor within the picture plane.
  mutating func nudge(_ direction: PanDirection, metres: Double, from viewpoint: MapViewpoint) {
    var point = viewpoint.project(place)
    switch direction {
    case .left: point.x -= metres
    case .right: point.x += metres
    case .up: point.y -= metres
    case .down: point.y += metres
    }
    place = viewpoint.moving(place, to: point)
  }

  mutating func turn(by degrees: Double) { yaw = Self.normalized(yaw + degrees) }

  /// Moves to x, y, z, and turns to a yaw if there is a fourth number.
  mutating func set(_ numbers: [Double]) {
    place = SIMD3(numbers[0], numbers[1], numbers[2])
    // The yaw as the prompt offered it is rounded, and stands for the exact one.
    if numbers.count == 4, numbers[3] != Double(typedYaw) { yaw = Self.normalized(numbers[3]) }
  }

  private static func normalized(_ yaw: Double) -> Double {
    let nearest = yaw.remainder(dividingBy: 360)
    return nearest == -180 ? 180 : nearest
  }

  /// Takes over where the draft has the anchor.
  mutating func follow(_ anchor: HBAnchor) {
    place = SIMD3<Double>(anchor.position)
    yaw = HBTransform.yaw(anchor.transform) ?? originalYaw
  }

  /// Whether the anchor differs from where it was.
  var isMoved: Bool { moved.transform != anchor.transform }

  /// Whether the yaw has changed. Turning back and forth may leave a difference too small for a
  /// transform.
  private var isTurned: Bool { abs((yaw - originalYaw).remainder(dividingBy: 360)) > 1e-9 }

  /// The anchor at its new place; its pitch and roll stay unless it is turned.
  package var moved: HBAnchor {
    var result = anchor
    guard result.transform.count == 16 else { return result }
    if isTurned { HBTransform.setYaw(yaw, of: &result.transform) }
    result.transform[12] = Float(place.x)
    result.transform[13] = Float(place.y)
    result.transform[14] = Float(place.z)
    return result
  }
}

extension MoveLayer {
  /// The edit to stage; others may have changed the anchor since the move began.
  var edit: Draft.Edit { Draft.Edit(before: base, after: moved) }
}

// MARK: - Text

extension MoveLayer {
  /// `1.20, 0.00, -3.40 m, yaw 90°`.
  var text: TerminalText {
    let numbers = [place.x, place.y, place.z].map { DecimalText.unsignedZero($0, digits: 2) }
    let degrees = DecimalText.unsignedZero(yaw, digits: 0)
    return TerminalText("\(numbers.joined(separator: ", ")) m, yaw \(degrees)°")
  }

  /// The text that the prompt opens with; entered unchanged, it changes nothing.
  var typedText: String {
    let numbers = [place.x, place.y, place.z].map { "\(Float($0))" }
    return (numbers + [typedYaw]).joined(separator: ",")
  }

  private var typedYaw: String { DecimalText.unsignedZero(yaw, digits: 2) }

  /// Parses three or four finite numbers.
  static func numbers(_ text: String) -> [Double]? {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == " " })
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    let fits = numbers.allSatisfy { Float($0).isFinite }
    return fits && numbers.count == parts.count && (3...4).contains(numbers.count) ? numbers : nil
  }
}
