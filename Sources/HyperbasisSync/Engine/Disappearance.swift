public import Foundation
import HyperbasisModels
import HyperbasisStore

/// What was known to be in the cloud and is not there any more, although nobody here deleted it.
struct Disappearance: Sendable {
  var spaces: [UUID] = []
  /// Anchors of spaces that are still there, as the cloud last had them.
  var anchors: [AnchorRow] = []
  /// How many of both were known.
  var knownSpaces: Int
  var knownAnchors = 0
  /// Whether the cloud holds nothing at all now.
  var leavesNothing = false
}

extension Disappearance {
  /// Hidden anchors do not count: that they are purged means nothing.
  private var visibleAnchors: [AnchorRow] { anchors.filter { $0.deletedAt == nil } }

  var count: Int { spaces.count + visibleAnchors.count }

  /// Whether this much may have been deleted on purpose. More than that, or all there was, is more likely
  /// to be out of sight, or gone by mistake.
  var isBelievable: Bool {
    !(leavesNothing && knownSpaces > 0) && spaces.count <= VanishingGuard.most(of: knownSpaces)
      && visibleAnchors.count <= VanishingGuard.most(of: knownAnchors)
  }

  var rows: [HBVanishedRow] {
    spaces.sorted().map {
      HBVanishedRow(kind: .space, id: $0, spaceId: $0)
    }
      + visibleAnchors.sorted { $0.id < $1.id }.map {
        HBVanishedRow(kind: .anchor, id: $0.id, spaceId: $0.spaceId)
      }
  }
}

/// How much may be gone at once without raising doubts.
enum VanishingGuard {
  /// A fifth of what was known, but at least 5.
  static func most(of known: Int) -> Int { max(5, known / 5) }
}

/// Something that is here but gone from the cloud.
public struct HBVanishedRow: Equatable, Identifiable, Sendable {
  /// What a vanished row stood for.
  public enum Kind: String, Sendable {
    /// A space with all it holds.
    case space
    /// One anchor of a space that the cloud still has.
    case anchor
  }

  /// What the row stood for.
  public let kind: Kind
  /// The id of the space or the anchor.
  public let id: UUID
  /// The space itself, or the one that the anchor belongs to.
  public let spaceId: UUID
}

extension SyncSession {
  /// Spaces that the cloud had, and whose deletion was not requested from here.
  var knownSpaces: [UUID] {
    ledger.base.spaces.idsInCloud.filter { id in
      !deletions.contains(id) && concerns(id) && ledger.base.removals[id]?.state != .asked
    }
  }

  /// Returns the spaces that were brought back here after the cloud had been asked to remove them, and
  /// before it was known whether it has.
  func takenBack() throws -> [UUID] {
    try ledger.base.removals.filter { $0.value.state == .asked && concerns($0.key) }.keys
      .filter { try store.catalog.holds($0) }
  }

  /// Whether what is gone should be removed here as well; if not, notes the disappearance as an error.
  func believes(_ vanished: Disappearance) -> Bool {
    doubted = []
    if vanished.isBelievable || options.acceptsVanished { return true }
    doubted = Set(vanished.spaces)
    noteOwnWork(in: vanished.spaces)
    note(
      HBStorageError.vanishedFromCloud(
        count: vanished.count, known: vanished.knownSpaces + vanished.knownAnchors))
    return false
  }

  /// Notes which spaces hold changes made here, before these are sent, which may happen while the
  /// disappearance is not believed.
  private func noteOwnWork(in spaces: [UUID]) {
    let receiver = SpaceReceiver(session: self)
    // A space that cannot be read is reported by the steps that need it.
    for id in spaces where (try? receiver.holdsOwnWork(id)) ?? false {
      ledger.base.spaces[id]?.holdsOwnWork = true
    }
  }
}
