import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// A log that another program cuts between its opening and its picture.
struct UnreadablePictureTests {
  @Test func aPictureOfWhatCannotBeReadIsRefused() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "unreadable-picture-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = HBLocalStore(baseDirectory: folder, actor: "tester")
    let space = UUID()
    let anchor = HBAnchor(
      spaceId: space, transform: HBTransform.identity, metadata: ["text": "note"])
    try store.perform(.save([anchor]), spaceId: space)
    let data = SpaceData(try store.snapshot(of: space))
    let handle = try FileHandle(
      forWritingTo: folder.appending(path: "events/\(space.uuidString)/events.jsonl"))
    try handle.truncate(atOffset: 0)
    try handle.close()
    let picture = PlotPicture(data, from: nil, to: data.state(at: data.index.count))
    let size = TerminalSize(columns: 40, rows: 10)
    #expect(throws: CommandFailure.self) { try picture.plan(size: size, charset: .ascii) }
    #expect(throws: CommandFailure.self) { try picture.svg(size: size, title: "", date: "") }
  }
}
