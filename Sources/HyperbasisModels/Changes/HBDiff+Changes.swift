public import Foundation

extension HBDiff {
  /// An anchor whose transform changed.
  public struct MovedAnchor: Sendable, Equatable, Identifiable {
    /// The anchor at ``HBDiff/toDate``.
    public let anchor: HBAnchor
    /// The anchor's id.
    public var id: UUID { anchor.id }
    /// Its transform at ``HBDiff/fromDate``: 16 floats, column-major, in metres.
    public let previousTransform: [Float]

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - anchor: the anchor at ``HBDiff/toDate``.
    ///   - previousTransform: its transform at ``HBDiff/fromDate``: 16 floats, column-major, in metres.
    public init(anchor: HBAnchor, previousTransform: [Float]) {
      self.anchor = anchor
      self.previousTransform = previousTransform
    }
  }

  /// An anchor whose metadata changed.
  public struct UpdatedAnchor: Sendable, Equatable, Identifiable {
    /// The anchor at ``HBDiff/toDate``.
    public let anchor: HBAnchor
    /// The anchor's id.
    public var id: UUID { anchor.id }
    /// Its metadata at ``HBDiff/fromDate``.
    public let previousMetadata: [String: AnyCodableValue]

    /// Creates a change of metadata from the anchor at ``HBDiff/toDate`` and all the metadata that it had
    /// at ``HBDiff/fromDate``.
    public init(anchor: HBAnchor, previousMetadata: [String: AnyCodableValue]) {
      self.anchor = anchor
      self.previousMetadata = previousMetadata
    }

    public static func == (left: UpdatedAnchor, right: UpdatedAnchor) -> Bool {
      left.anchor == right.anchor
        && left.previousMetadata.hasSameMembers(as: right.previousMetadata)
    }
  }
}

extension HBDiff.MovedAnchor {
  /// The position in metres at ``HBDiff/fromDate``.
  public var previousPosition: SIMD3<Float> { HBTransform.position(previousTransform) }

  /// The position in metres at ``HBDiff/toDate``.
  public var currentPosition: SIMD3<Float> { anchor.position }

  /// The distance in metres between the two positions.
  public var distanceMoved: Float {
    Float(HBTransform.distance(previousTransform, anchor.transform))
  }

  /// The angle in degrees, 0 to 180, by which the anchor turned, about any axis.
  public var angleTurned: Double { HBTransform.angle(previousTransform, anchor.transform) }
}

extension HBDiff.UpdatedAnchor {
  /// Keys that are new.
  public var addedKeys: Set<String> {
    Set(changes.filter { $0.old == nil }.map(\.key))
  }

  /// Keys that are gone.
  public var removedKeys: Set<String> {
    Set(changes.filter { $0.new == nil }.map(\.key))
  }

  /// Keys whose values differ.
  public var changedKeys: Set<String> {
    Set(changes.filter { $0.old != nil && $0.new != nil }.map(\.key))
  }

  private var changes: [MetadataChange] { anchor.metadata.changes(from: previousMetadata) }
}
