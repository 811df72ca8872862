import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// One anchor over time, for an animation: where it is at which second, and whether it is there.
struct SceneTrack {
  struct Key: Equatable {
    /// Seconds from the start of the animation.
    var time: Float
    var position: SIMD3<Float>
    /// Scalar last.
    var rotation: SIMD4<Float>
    /// 0 while the anchor is not there.
    var scale: SIMD3<Float>
  }

  let slot: Int
  var keys: [Key] = []
  var metadata: [String: AnyCodableValue] = [:]
}

/// The anchors of a history as tracks, all of it played in the given number of seconds.
struct SceneTracks {
  private(set) var tracks: [SceneTrack] = []
  /// In how many states an anchor is sheared, which a scene cannot express.
  private(set) var shearedCount = 0

  /// - Throws: if the log can no longer be read.
  init(_ index: EventIndex, _ ordinals: [Int], seconds: Double) throws {
    guard let first = ordinals.first, let last = ordinals.last else { return }
    let start = index.instant(first).microseconds
    let span = Double(max(1, index.instant(last).microseconds - start))
    var numbers: [Int: Int] = [:]
    try index.forEachState(after: ordinals) { ordinal, transform, metadata in
      let slot = index.slot(ordinal)
      let number = numbers[slot, default: tracks.count]
      if number == tracks.count {
        numbers[slot] = number
        tracks.append(SceneTrack(slot: slot))
      }
      let time = Float(Double(index.instant(ordinal).microseconds - start) / span * seconds)
      tracks[number].add(
        SceneTrack.Key(transform, at: time, isVisible: index.isVisible(ordinal)))
      tracks[number].metadata = metadata
      if index.isVisible(ordinal), HBTransform.isSheared(transform) { shearedCount += 1 }
    }
  }
}

extension SceneTrack {
  /// Adds a key. Times are floats of few digits: of keys that coincide the last is kept.
  fileprivate mutating func add(_ key: Key) {
    if keys.isEmpty, key.time > 0 {
      // A player shows the first key from the start on.
      var hidden = key
      hidden.time = 0
      hidden.scale = .zero
      keys.append(hidden)
    }
    if let last = keys.last, last.time >= key.time { keys.removeLast() }
    keys.append(key)
  }
}

extension SceneTrack.Key {
  fileprivate init(_ transform: [Float], at time: Float, isVisible: Bool) {
    self.time = time
    position = HBTransform.position(transform)
    let turn = UnitQuaternion(turnOf: transform) ?? .identity
    rotation = SIMD4(Float(turn.x), Float(turn.y), Float(turn.z), Float(turn.w))
    var scale = HBTransform.scale(transform)
    // A mirrored anchor is mirrored along its own x axis, as the turn assumes.
    if HBTransform.isMirrored(transform) { scale.x = -scale.x }
    self.scale = isVisible ? SIMD3<Float>(scale) : .zero
  }
}
