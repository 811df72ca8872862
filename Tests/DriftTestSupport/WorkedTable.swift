import HyperbasisModels

/// The worked table of a correction: phone A shifts by 0.30 m along x, phone B stays.
package enum WorkedTable {
  package enum Anchor: Int, CaseIterable, Sendable {
    case lamp, mug, chair, poster, shelf, clock, plate, vase
    case exit, note, plant
  }

  package static let shift = 1

  package static func log(actors: Bool = true) -> DriftLog {
    var log = DriftLog()
    let (a, b) = actors ? ("A", "B") : (nil, nil)
    func transform(_ x: Double, _ y: Double, _ z: Double) -> [Float] {
      Place(SIMD3(x, y, z)).transform
    }
    let before: [(Anchor, Double, Double, Double)] = [
      (.lamp, 1, 0, 2), (.mug, 2, 1, 0), (.chair, 3, 0, 0), (.poster, 0, 1.5, -2),
      (.shelf, -1, 1, 1), (.clock, 1, 2, -1), (.plate, 2.5, 0.8, 1.5), (.vase, 0.5, 0.9, 0.5),
      (.exit, -3, 0, 3),
    ]
    for (number, place) in before.enumerated() {
      log.write(
        .created, place.0.rawValue, transform(place.1, place.2, place.3), at: 20 * Double(number),
        actor: number % 2 == 0 ? a : b)
    }
    for (number, place) in before[..<8].enumerated() {
      let x = place.0 == .chair ? 3.80 : place.1 + 0.30
      log.write(
        .moved, place.0.rawValue, transform(x, place.2, place.3),
        at: 7200 + 0.1 * Double(number), actor: a, operation: shift)
    }
    log.write(.moved, Anchor.mug.rawValue, transform(2.30, 1, -1), at: 8000, actor: a, operation: 2)
    log.write(
      .created, Anchor.note.rawValue, transform(5.30, 1, 1), at: 8100, actor: a, operation: 3)
    log.write(
      .created, Anchor.plant.rawValue, transform(4, 0, 4), at: 8200, actor: b, operation: 4)
    log.write(
      .moved, Anchor.poster.rawValue, transform(0.01, 1.5, -2), at: 8300, actor: b, operation: 5)
    return log
  }
}
