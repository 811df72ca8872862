import Foundation
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisSync
import HyperbasisWording
import Testing

/// The messages while a pass runs.
struct SyncTextTests {
  private func line(
    _ seconds: Double, _ change: (inout HBSyncStatus) -> Void
  ) -> String? {
    var status = HBSyncStatus()
    change(&status)
    return SyncText.progressLine(status, seconds: seconds)?.plain
  }

  @Test func aPhaseTellsRowsBytesAndTheTimeLeft() {
    #expect(line(0) { _ in } == nil)
    #expect(line(0) { $0.phase = .connecting } == "connecting")
    #expect(
      line(10) {
        ($0.phase, $0.done, $0.total, $0.bytes) = (.pushing, 20_000, 100_000, 5_200_000)
      } == "sending 20000 of 100000 rows, 5.2 MB, 40 s left")
    #expect(line(1) { ($0.phase, $0.done) = (.pulling, 500) } == "receiving 500 rows")
  }

  @Test func whoGaveWayIsTold() {
    func conflict(_ actor: String?, keptHere: Bool) -> EditConflict {
      let (here, there) = (
        EditConflict.Edit(value: "a", actor: "me", instant: .init(microseconds: 1), wasHere: true),
        EditConflict.Edit(value: "b", actor: actor, instant: .init(microseconds: 2), wasHere: false)
      )
      return EditConflict(
        spaceId: UUID(), anchorId: UUID(), part: .key("text"), kept: keptHere ? here : there,
        replaced: keptHere ? there : here
      ).addressed(to: "me")
    }
    let lost = conflict("tablet", keptHere: false)
    #expect(
      ConflictText.text(lost).plain == "tablet's \"text\" replaced yours; the history has both")
    #expect(
      ConflictText.text(conflict(nil, keptHere: true)).plain
        == "your \"text\" replaced another device's; the history has both")
    // The edit that was here had come from another device.
    #expect(
      ConflictText.text(lost.addressed(to: "desk")).plain
        == "tablet's \"text\" replaced me's; the history has both")
    #expect(ConflictText.summary([conflict("tablet", keptHere: true)]) == nil)
    #expect(ConflictText.summary([lost, lost, lost])?.plain.hasSuffix("(and 2 more)") == true)
  }

  /// A name has no history.
  @Test func whoseNameGaveWayIsTold() {
    func edit(_ name: AnyCodableValue?, wasHere: Bool) -> EditConflict.Edit {
      EditConflict.Edit(value: name, actor: nil, instant: .init(microseconds: 1), wasHere: wasHere)
    }
    let lost = EditConflict(
      spaceId: UUID(), anchorId: nil, part: .name, kept: edit("Attic", wasHere: false),
      replaced: edit(nil, wasHere: true)
    ).addressed(to: "me")
    #expect(
      ConflictText.text(lost).plain == "another device's name \"Attic\" replaced yours, (no name)")
    let kept = EditConflict(
      spaceId: UUID(), anchorId: nil, part: .name, kept: edit("Loft", wasHere: true),
      replaced: edit("Attic", wasHere: false)
    ).addressed(to: "me")
    #expect(
      ConflictText.text(kept).plain == "your name \"Loft\" replaced another device's, \"Attic\"")
  }

  @Test func whoDeletedWhatIsTold() {
    func text(kept: AnyCodableValue, keptHere: Bool) -> String {
      let (one, two) = (
        EditConflict.Edit(
          value: kept, actor: "tablet", instant: .init(microseconds: 2), wasHere: keptHere),
        EditConflict.Edit(
          value: .bool(kept != true), actor: "tablet", instant: .init(microseconds: 1),
          wasHere: !keptHere)
      )
      return ConflictText.text(
        EditConflict(
          spaceId: UUID(), anchorId: UUID(), part: .visibility, kept: one, replaced: two
        ).addressed(to: "tablet")
      ).plain
    }
    let end = "; the history has both"
    #expect(text(kept: false, keptHere: false) == "tablet deleted what you changed" + end)
    #expect(text(kept: false, keptHere: true) == "you deleted what tablet changed" + end)
    #expect(text(kept: true, keptHere: false) == "tablet brought back what you deleted" + end)
  }

  @Test func aMapTellsItsBytes() {
    #expect(
      line(6) {
        ($0.phase, $0.bytes, $0.byteTotal) = (.sendingMaps, 12_000_000, 48_000_000)
      } == "sending world maps, 12.0 of 48.0 MB, 18 s left")
    // The rate is not known at once, and no time is left at the end.
    #expect(
      line(1) { ($0.phase, $0.bytes, $0.byteTotal) = (.fetchingMaps, 200_000, 400_000) }
        == "receiving world maps, 0.2 of 0.4 MB")
    #expect(
      line(9) { ($0.phase, $0.bytes, $0.byteTotal) = (.fetchingMaps, 400_000, 400_000) }
        == "receiving world maps, 0.4 of 0.4 MB")
  }

  @Test func whatADeletionTookWithItUnseenIsSaid() {
    func text(_ count: Int) -> String {
      let space = RemovedSpace(id: UUID(), name: "Room", unseenEvents: count)
      return RemovedSpaceText.text(space, command: "restore-space").plain
    }
    #expect(
      text(1)
        == "Room was deleted with 1 change by others that had not come in; restore-space brings it "
        + "back for everybody, changes included")
    #expect(text(2).contains("with 2 changes by others"))
    #expect(text(0) == "Room was deleted elsewhere; restore-space brings it back")
    let spaces = [0, 2].map { RemovedSpace(id: UUID(), name: nil, unseenEvents: $0) }
    #expect(RemovedSpaceText.sorted(spaces).map(\.unseenEvents) == [2, 0])
  }
}
