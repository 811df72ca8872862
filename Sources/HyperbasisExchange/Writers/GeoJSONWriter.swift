import Foundation
package import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Writes events, or the anchors of one state, as points on the earth (RFC 7946): longitude, latitude,
/// altitude, with the properties `id`, `time`, `type`, the bearing and the metadata; for anchors that
/// are tilted or scaled also the transform, 16 numbers by columns.
///
/// The collection has a member of its own, as the format allows (6.1): the origin, longitude first as
/// in every position. By it an import recognises what was exported here, and finds the places again.
package struct GeoJSONWriter {
  private let index: EventIndex
  private let ordinals: [Int]
  private let projection: GeoProjection

  package init(_ index: EventIndex, _ ordinals: [Int], about origin: GeoProjection) {
    self.index = index
    self.ordinals = ordinals
    projection = origin
  }

  /// - Returns: how many moves are too small for the digits of a coordinate, so that two points of an
  ///   anchor coincide.
  /// - Throws: if the log can no longer be read, and whatever the sink throws.
  package func write(to sink: ByteSink) throws -> Int {
    try sink.append(opening())
    var isFirst = true
    var losses = RoundingLosses()
    try index.forEachState(after: ordinals) { ordinal, transform, metadata in
      try sink.append(isFirst ? "\n" : ",\n")
      isFirst = false
      let point = point(of: transform)
      if Self.isLevel(transform) {
        losses.take(transform, at: point, slot: index.slot(ordinal))
      }
      try sink.append(feature(ordinal, transform, point, metadata))
    }
    try sink.append("\n]}\n")
    return losses.count
  }

  /// Returns the rounded point: seven decimals of a degree, which are a centimetre, and three of altitude.
  private func point(of transform: [Float]) -> SIMD3<Double> {
    let place = projection.coordinates(of: SIMD3<Double>(HBTransform.position(transform)))
    let factors = SIMD3(1e7, 1e7, 1e3)
    let exact = SIMD3(place.longitude, place.latitude, place.altitude)
    // Avoids -0, which would be written as such.
    return (exact * factors).rounded(.toNearestOrAwayFromZero) / factors + 0
  }
}

/// Counts the moves that are lost in rounding.
private struct RoundingLosses {
  private(set) var count = 0
  private var last: [Int: (position: SIMD3<Float>, point: SIMD3<Double>)] = [:]

  mutating func take(_ transform: [Float], at point: SIMD3<Double>, slot: Int) {
    let position = HBTransform.position(transform)
    if let before = last.updateValue((position, point), forKey: slot),
      before.position != position, before.point == point
    {
      count += 1
    }
  }
}

extension GeoJSONWriter {
  /// The member that only our own collections have.
  static let ownMember = "hyperbasis"

  private func opening() throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", "FeatureCollection")
    writer.key(Self.ownMember)
    writer.beginObject()
    writer.key("origin")
    writer.beginArray()
    for number in [projection.longitude, projection.latitude, projection.altitude] {
      try writer.double(number)
    }
    writer.endArray()
    writer.endObject()
    writer.key("features")
    writer.beginArray()
    return writer.bytes
  }

  private func feature(
    _ ordinal: Int, _ transform: [Float], _ point: SIMD3<Double>,
    _ metadata: [String: AnyCodableValue]
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", "Feature")
    writer.key("geometry")
    writer.beginObject()
    writer.member("type", "Point")
    writer.key("coordinates")
    writer.beginArray()
    for number in [point.x, point.y, point.z] { try writer.double(number) }
    writer.endArray()
    writer.endObject()
    writer.key("properties")
    writer.beginObject()
    writer.member("id", index.anchorId(ofSlot: index.slot(ordinal)).uuidString)
    writer.member("time", index.instant(ordinal).rfc3339Text)
    let isVisible = index.isVisible(ordinal)
    writer.member("type", isVisible ? index.type(ordinal).rawValue : "deleted")
    // An anchor that was never turned has no heading to report.
    if transform[..<12] != HBTransform.identity[..<12], let yaw = HBTransform.yaw(transform) {
      writer.key("bearing")
      try writer.double(Self.bearing(yaw: yaw))
    }
    if !Self.isLevel(transform) {
      writer.key(ReservedColumn.transform)
      try writer.floats(transform)
    }
    for (key, value) in metadata.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      writer.key(CSVWriter.column(ofKey: key))
      try writer.value(value)
    }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}

extension GeoJSONWriter {
  private static func bearing(yaw: Double) -> Double {
    ((yaw > 0 ? 360 - yaw : -yaw) * 1000).rounded() / 1000 + 0
  }

  /// Returns whether a place and a bearing describe all of a transform, as exactly as a bearing is written.
  private static func isLevel(_ transform: [Float]) -> Bool {
    let yaw = HBTransform.yaw(transform).map { -bearing(yaw: $0) } ?? 0
    let level = PoseDecoder.rotation(yaw: yaw).transform(at: .zero)
    return transform[15] == 1
      && zip(transform[..<12], level).allSatisfy { abs($0 - $1) <= leastTilt }
  }

  /// A thousandth of a degree, in radians.
  private static let leastTilt: Float = 2e-5
}
