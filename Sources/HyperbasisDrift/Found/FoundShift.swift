package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels

/// A motion that anchors at rest followed in one burst of writes.
package struct FoundShift: Sendable, Equatable {
  /// The operation, if all writes belong to one and this is the first of its shifts; else ``firstEvent``.
  package var id: UUID
  /// The first event whose anchor follows.
  package var firstEvent: UUID
  /// The instants of the first and the last write that are part of it.
  package var from: HBInstant
  package var to: HBInstant
  package var actor: String?
  package var kind: ShiftClass
  /// A point x that follows goes to motion(x), in metres.
  package var motion: Motion
  /// The standard error of the yaw in degrees; nil if the yaw is not known, and the motion is a
  /// translation: followers on one vertical, or in a heap.
  package var yawError: Double?
  /// The median displacement of the followers, in metres.
  package var displacement: Double
  /// The centroid of the followers before, and by how much it moved, in metres.
  package var about: SIMD3<Double>
  package var centroid: SIMD3<Double>
  /// The root mean square distance of the followers from where the motion takes them, in metres.
  package var residual: Double
  /// The fitted error along each axis, in metres.
  package var sigma: Double
  /// The slots of the anchors that follow, in the order of their writes.
  package var followers: [Int]
  /// How many anchors the burst wrote, and how many were live before it and not hidden by its operation.
  package var written: Int
  package var live: Int
  /// The evidence found and the evidence needed, in nats.
  package var evidence: Double
  package var threshold: Double
  package var headings: HeadingBehaviour
  /// The factor by which distances grew; 1 unless the class is scaled.
  package var scale: Double
  /// Whether the class is scaled because all that was written became its mirror image.
  package var isMirrored = false
  /// The shift that this one takes back.
  package var inverseOf: UUID?
  /// All writes of the burst, in canonical order, and which of them follow.
  var burst: [Write]
  var follows: [Bool]
}

extension FoundShift {
  /// How many live anchors do not follow.
  package var leftBehind: Int { live - followers.count }

  /// What the headings did; nil if the yaw is not known, so that it is unclear how they should have turned.
  package var knownHeadings: HeadingBehaviour? { yawError == nil ? nil : headings }

  /// Whether every anchor that was there follows.
  package var isFollowedByAll: Bool { followers.count == live }

  package var sure: Sureness { evidence >= threshold + 7 ? .certain : .likely }

  /// The part of the displacement that is left because anchors do not follow exactly; above a quarter the
  /// drift was not rigid, and a correction leaves much of it.
  package var bend: Double { displacement > 0 ? residual / displacement : 0 }

  /// Whether its burst wrote every anchor that was there: those left behind moved by themselves.
  package var hasWrittenAll: Bool { written >= live }

  /// The ordinals of the followers' events.
  package var followerOrdinals: [Int] {
    burst.indices.filter { follows[$0] }.map { Int(burst[$0].ordinal) }
  }

  /// Whether an event is one with which an anchor follows.
  ///
  /// - Complexity: O(log n) for n writes
  package func isFollowed(by ordinal: Int) -> Bool {
    let place = burst.indices.partition { Int(burst[$0].ordinal) < ordinal }
    return place < burst.count && Int(burst[place].ordinal) == ordinal && follows[place]
  }

  /// The first event of the burst.
  package var firstOrdinal: Int { burst.first.map { Int($0.ordinal) } ?? 0 }

  /// The last event of the burst.
  var lastOrdinal: Int { burst.last.map { Int($0.ordinal) } ?? 0 }

  /// The ordinals of all events of the burst.
  package var writtenOrdinals: [Int] { burst.map { Int($0.ordinal) } }
}
