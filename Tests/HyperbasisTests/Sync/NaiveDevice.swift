import Foundation
import Hyperbasis
import TestSupport

/// The most obvious way to sync: whole rows, the device's own dates, one date as the cursor in both
/// directions, uploads first and without conditions. It shows that the tests of the real algorithm can
/// tell the two apart.
struct NaiveDevice {
  var anchors: [UUID: AnchorRow] = [:]
  var lastSync = HBInstant(microseconds: 0)
  var queue: [UUID: Int] = [:]
  let cloud: FakeCloud
  let now: @Sendable () -> HBInstant

  /// Syncs with a date taken between uploading and downloading, as the original does.
  mutating func sync() {
    uploadChanges()
    lastSync = now()
    download(after: lastSync)
  }

  /// Syncs with a date that at least comes from the rows that were seen.
  mutating func syncByNewestRow() {
    uploadChanges()
    download(after: lastSync)
    lastSync = anchors.values.map(\.updatedAt).max() ?? lastSync
  }

  private func uploadChanges() {
    for row in anchors.values where row.updatedAt > lastSync { upload(row) }
  }

  func upload(_ row: AnchorRow) {
    try? cloud.change { $0.upsertBlindly(row) }
  }

  private mutating func download(after date: HBInstant) {
    for row in cloud.now.anchors.values where row.updatedAt > date { take(row) }
  }

  /// Takes a row by last write wins, for whole rows.
  mutating func take(_ row: AnchorRow) {
    if let local = anchors[row.id], row.updatedAt <= local.updatedAt { return }
    anchors[row.id] = row
  }

  @discardableResult
  mutating func add(_ space: UUID, text: String = "note") -> UUID {
    let id = UUID()
    let now = now()
    anchors[id] = AnchorRow(
      id: id, spaceId: space, transform: HBTransform.identity,
      metadata: ["text": .string(text)], createdAt: now, updatedAt: now)
    return id
  }

  mutating func change(_ id: UUID, _ body: (inout AnchorRow) -> Void) {
    guard var row = anchors[id] else { return }
    body(&row)
    row.updatedAt = now()
    anchors[id] = row
  }

  /// Sends what is queued; after five failures, an operation is forgotten.
  mutating func processQueue(isOnline: Bool) {
    for (id, failures) in queue {
      if isOnline {
        if let row = anchors[id] { upload(row) }
        queue[id] = nil
      } else {
        queue[id] = failures + 1 >= 5 ? nil : failures + 1
      }
    }
  }
}

extension Party {
  /// Returns a naive device on this cloud.
  func naive(_ number: Int) -> NaiveDevice {
    NaiveDevice(cloud: cloud, now: devices[number].clock.now)
  }
}
