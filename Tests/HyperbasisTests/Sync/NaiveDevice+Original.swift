import Foundation
import Hyperbasis
import TestSupport

// More of a naive sync: the parts that concern events, maps, pages and files.

extension NaiveDevice {
  /// Sends an event once, when it happens; a device that is offline then keeps it to itself.
  func append(_ event: AnchorEventRow, isOnline: Bool) {
    guard isOnline else { return }
    _ = try? cloud.change { state throws(CloudFailure) in try state.insert([event]) }
  }

  /// Changes the row without recording that in the history or the cloud.
  mutating func rollBack(_ id: UUID, to row: AnchorRow) {
    anchors[id] = row
  }

  /// Uploads rows, and stops at the first that is refused.
  func uploadInOrder(_ rows: [AnchorRow]) {
    for row in rows {
      do {
        try cloud.change { state throws(CloudFailure) in
          _ = try state.write(anchors: [RowWrite(row, seen: nil)])
        }
      } catch {
        return
      }
    }
  }

  /// Saves locally, but throws if the cloud cannot be reached.
  mutating func save(_ row: AnchorRow, isOnline: Bool) throws {
    anchors[row.id] = row
    guard isOnline else { throw CloudFailure.unreachable("offline") }
    upload(row)
  }

  /// Sends the map with every change of the space, and never replaces an existing one.
  func upload(_ space: SpaceRow, map: Data) throws(CloudFailure) {
    try cloud.change { state throws(CloudFailure) in
      let address = "fake://worldmaps/\(space.id.uuidString)"
      guard state.objects[address] == nil else {
        throw .rejected(ServerResponse(status: 409, message: "The resource already exists"))
      }
      state.objects[address] = map
      state.uploads += 1
      state.spaces[space.id] = space
    }
  }

  /// Treats the result of one request as everything there is.
  mutating func downloadOnePage() {
    let state = cloud.now
    let rows = state.anchors.values.sorted { $0.updatedAt < $1.updatedAt }
    for row in rows.prefix(state.mostRows) { take(row) }
  }

  /// Leaves out absent values, and so leaves them as they were.
  func uploadWithoutNulls(_ row: AnchorRow) {
    try? cloud.change { state in
      var row = row
      row.deletedAt = row.deletedAt ?? state.anchors[row.id]?.deletedAt
      state.upsertBlindly(row)
    }
  }

  /// The list of what is still to be sent, as a file; an unreadable one counts as empty.
  var queueFile: Data {
    get { (try? JSONEncoder().encode(queue)) ?? Data() }
    set { queue = (try? JSONDecoder().decode([UUID: Int].self, from: newValue)) ?? [:] }
  }
}
