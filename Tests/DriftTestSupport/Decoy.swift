import Foundation
import HyperbasisDrift

/// A burst that is not a shift.
package enum Decoy: String, CaseIterable, Sendable {
  case normalMoves, smallMoves, uniformMoves, logUniformMoves
  case jitter
  case chairs, block, table
  case snapGrid, snapFloor, snapHeights
  case scaleFew, scaleMore, inches, mirror, tilt
}

extension Decoy {
  package func sample(_ random: inout RandomSource) -> (before: [Place], after: [Place?]) {
    let count = [3, 5, 8, 12, 20, 43, 60, 100, 300][random.below(9)]
    let regime = BurstRegime("room", count)
    var before = regime.sample(&random).before
    if self == .chairs || self == .block || self == .table { return furniture(&random) }
    if self == .scaleFew || self == .scaleMore || self == .tilt || self == .mirror {
      before = BurstRegime("room", max(8, count)).sample(&random).before
    }
    let size = random.logUniform(0.001...0.02)
    return (before, before.map { moved($0, size, &random) })
  }

  private func moved(_ place: Place, _ size: Double, _ random: inout RandomSource) -> Place? {
    var place = place
    switch self {
    case .normalMoves: place.position += random.normalVector(0.5)
    case .smallMoves: place.position += random.normalVector(0.02)
    case .uniformMoves:
      place.position += SIMD3(
        random.uniform(-2...2), random.uniform(-0.5...0.5), random.uniform(-2...2))
    case .logUniformMoves: place.position += random.direction(random.logUniform(0.001...10))
    case .jitter: place.position += random.normalVector(size)
    case .snapGrid: place.position = (place.position * 4).rounded(.toNearestOrAwayFromZero) / 4
    case .snapFloor: place.position.y = 0
    case .snapHeights: place.position.y = (place.position.y * 2).rounded() / 2
    case .scaleFew: place.position *= 1.02
    case .scaleMore: place.position *= 1.1
    case .inches: place.position *= 0.0254
    case .mirror: place.position.x = -place.position.x
    case .tilt: place = tilted(place)
    case .chairs, .block, .table: break
    }
    return place
  }

  private func tilted(_ place: Place) -> Place {
    let angle = 3 * Double.pi / 180
    let p = place.position
    return Place(
      SIMD3(p.x, p.y * cos(angle) - p.z * sin(angle), p.y * sin(angle) + p.z * cos(angle)),
      heading: place.heading)
  }

  /// Some pieces of furniture among 40 other anchors, moved as one.
  private func furniture(_ random: inout RandomSource) -> (before: [Place], after: [Place?]) {
    let room = BurstRegime("room", 40).sample(&random).before
    let corner = SIMD3(random.uniform(-3...2), 0, random.uniform(-2...2))
    var pieces: [Place]
    switch self {
    case .chairs:
      pieces = (0..<3 + random.below(6)).map {
        Place(corner + SIMD3(0.6 * Double($0), 0, 0))
      }
    case .block:
      pieces = (0..<8).map { Place(corner + SIMD3(0.6 * Double($0 % 4), 0, 0.6 * Double($0 / 4))) }
    default:
      pieces = (0..<7).map { number in
        let (row, side) = (number % 3, number / 3)
        return number == 6
          ? Place(corner + SIMD3(0.6, 0, 0.5))
          : Place(corner + SIMD3(0.6 * Double(row), 0, Double(side)))
      }
    }
    for place in pieces.indices { pieces[place].position += random.normalVector(0.02) }
    let motion = pieces.motion(
      yaw: random.uniform(-30...30),
      then: SIMD3(random.uniform(-2...2), 0, random.uniform(0.2...2)))
    var after: [Place?] = Array(repeating: nil, count: 40)
    for piece in pieces.moved(by: motion) {
      var piece = piece
      piece.position += random.normalVector(0.01)
      after.append(piece)
    }
    return (room + pieces, after)
  }
}
