import Foundation
import Hyperbasis
import TestSupport

// More of what one does at first thought: what concerns events, maps, pages and files.

extension NaiveDevice {
  /// An event is sent once, when it happens; whoever is offline then keeps it for themselves.
  func append(_ event: AnchorEventRow, isOnline: Bool) {
    guard isOnline else { return }
    _ = try? cloud.change { state throws(CloudFailure) in try state.insert([event]) }
  }

  /// Changes the row and says nothing of it to the history, nor to the cloud.
  mutating func rollBack(_ id: UUID, to row: AnchorRow) {
    anchors[id] = row
  }

  /// Ends at the first row that is refused.
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

  /// Saves here, and fails for what happens there.
  mutating func save(_ row: AnchorRow, isOnline: Bool) throws {
    anchors[row.id] = row
    guard isOnline else { throw CloudFailure.unreachable("offline") }
    upload(row)
  }

  /// Sends the map with every change of the space, and never over one that is there.
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

  /// What comes with one request is taken for all that there is.
  mutating func downloadOnePage() {
    let state = cloud.now
    let rows = state.anchors.values.sorted { $0.updatedAt < $1.updatedAt }
    for row in rows.prefix(state.mostRows) { take(row) }
  }

  /// Absent values are left out, and what is left out stays as it was.
  func uploadWithoutNulls(_ row: AnchorRow) {
    try? cloud.change { state in
      var row = row
      row.deletedAt = row.deletedAt ?? state.anchors[row.id]?.deletedAt
      state.upsertBlindly(row)
    }
  }

  /// The list of what is to be sent, as a file; one that cannot be read counts as empty.
  var queueFile: Data {
    get { (try? JSONEncoder().encode(queue)) ?? Data() }
    set { queue = (try? JSONDecoder().decode([UUID: Int].self, from: newValue)) ?? [:] }
  }
}
