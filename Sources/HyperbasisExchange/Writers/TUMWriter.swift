import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// Writes the path of one anchor as SLAM tools read it: `timestamp tx ty tz qx qy qz qw`, seconds since
/// 1970 and metres, one line for each place. There is none while the anchor is deleted.
///
/// https://cvg.cit.tum.de/data/datasets/rgbd-dataset/file_formats
package struct TUMWriter {
  private let index: EventIndex
  private let slot: Int
  private let axes: AxisConvention
  private let scale: LengthScale

  /// - Parameters:
  ///   - axes: the directions of the reader's axes.
  ///   - scale: the unit of the reader's lengths.
  package init(
    _ index: EventIndex, slot: Int, axes: AxisConvention, scale: LengthScale = .metres
  ) {
    self.index = index
    self.slot = slot
    self.axes = axes
    self.scale = scale
  }

  /// - Returns: how many places there are, and in how many of them the anchor is scaled, sheared or
  ///   mirrored, which the format cannot express.
  /// - Throws: if the log can no longer be read, and whatever the sink throws.
  package func write(to sink: ByteSink) throws -> (places: Int, rescaled: Int) {
    let ordinals = ordinals
    var rescaled = 0
    try sink.append("# timestamp tx ty tz qx qy qz qw\n")
    try index.forEachState(after: ordinals) { ordinal, transform, _ in
      let isRescaled =
        HBTransform.changesScale(HBTransform.identity, transform)
        || HBTransform.isSheared(transform)
      if isRescaled { rescaled += 1 }
      try sink.append(line(index.instant(ordinal), transform, isRescaled: isRescaled))
    }
    return (ordinals.count, rescaled)
  }

  /// The events that put the anchor somewhere; of several at the same instant the last.
  private var ordinals: [Int] {
    var kept: [Int] = []
    var source: Int?
    for ordinal in index.ordinals(ofSlot: slot) {
      guard index.isVisible(ordinal) else {
        source = nil
        continue
      }
      guard index.transformSource(ordinal) != source else { continue }
      source = index.transformSource(ordinal)
      if let last = kept.last, index.instant(last) == index.instant(ordinal) { kept.removeLast() }
      kept.append(ordinal)
    }
    return kept
  }

  private func line(
    _ instant: HBInstant, _ transform: [Float], isRescaled: Bool
  ) -> String {
    let place =
      axes.sourcePosition(SIMD3<Double>(HBTransform.position(transform))) / scale.metres
    let found =
      isRescaled ? UnitQuaternion(turnOf: transform) : RotationFit(transform)?.quaternion
    let rotation = found ?? .identity
    let turn = UnitQuaternion(axes.sourceRotation(rotation.matrix)) ?? .identity
    let numbers = [place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w].map {
      String(format: "%.9g", $0 + 0)
    }
    return "\(Self.seconds(instant)) \(numbers.joined(separator: " "))\n"
  }

  /// Returns seconds, written from integers: a floating-point number would lose microseconds.
  private static func seconds(_ instant: HBInstant) -> String {
    let micros = instant.microseconds.magnitude
    let sign = instant.microseconds < 0 ? "-" : ""
    return "\(sign)\(micros / 1_000_000)." + String(format: "%06d", Int(micros % 1_000_000))
  }
}
