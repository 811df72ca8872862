import Foundation
import Hyperbasis
import HyperbasisModels
import Testing

/// What writers leave behind if they die while writing.
@Suite struct LeftBehindTests {
  private let space = UUID()

  @Test func temporaryFilesAreCountedAndTheOldOnesMoved() throws {
    let folder = try TemporaryStore()
    let now = HBInstant(Date())
    let store = folder.open(clock: { now })
    try store.perform(.save([.sample(space)]), spaceId: space)
    try store.flush()
    for (name, age) in [("old", 90_000.0), ("new", 3_600), ("fresh", 1)] {
      let path = "anchors/\(UUID().uuidString).json.\(name).hbtmp"
      try folder.write(path, name)
      try FileManager.default.setAttributes(
        [.modificationDate: now.date.addingTimeInterval(-age)],
        ofItemAtPath: folder.url.appending(path: path).path)
    }
    let report = try store.verifier.verify()
    #expect(report.problems.map(\.kind) == [.leftBehind])
    #expect(report.problems.map(\.file) == ["anchors"])
    #expect(report.problems.map(\.excerpt) == ["2 temporary files"])
    #expect(report.severity == .note)
    let repaired = try store.verifier.repair()
    #expect(repaired.problems.map(\.action) == ["1 of them moved to .hyperbasis/quarantine"])
    #expect(folder.names(in: "anchors").count { $0.hasSuffix(".hbtmp") } == 2)
    #expect(folder.names(in: ".hyperbasis/quarantine").count { $0.hasSuffix(".bytes") } == 1)
    #expect(try store.verifier.verify().problems.map(\.excerpt) == ["1 temporary file"])
  }
}
