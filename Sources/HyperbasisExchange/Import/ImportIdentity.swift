public import Foundation
import HyperbasisHistory

/// The ids that an import derives, which are the same on every machine.
public enum ImportIdentity {
  /// 8F2B6A0E-5C1D-5B7E-9A43-6D1F0E2C7B15.
  static let namespace = UUID(
    uuid: (
      0x8F, 0x2B, 0x6A, 0x0E, 0x5C, 0x1D, 0x5B, 0x7E, 0x9A, 0x43, 0x6D, 0x1F, 0x0E, 0x2C, 0x7B, 0x15
    ))

  /// Returns the id of a new space of this name.
  public static func spaceId(named name: String) -> UUID {
    UUIDv5.make(namespace: namespace, name: "space:" + name)
  }

  /// Returns the id of an anchor that its source names by something other than a UUID.
  public static func anchorId(named name: String, inSpace spaceId: UUID) -> UUID {
    UUIDv5.make(namespace: spaceId, name: "anchor:" + name)
  }
}
