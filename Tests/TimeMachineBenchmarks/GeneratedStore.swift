import Foundation
import Hyperbasis
import TestSupport

/// A store with one large space, and a small one beside it.
struct GeneratedStore {
  let directory: URL

  /// Creates the store, including the files of all anchors.
  init(events: Int, anchors: Int, in directory: URL) throws {
    self.directory = directory
    // The history ends today, so that later writes do not squeeze it into a corner of the time bar.
    let first = Int(Date.now.timeIntervalSince1970) - events - 3600
    var generator = LogGenerator(
      layout: .repeating, events: events, anchors: anchors, firstSecond: first)
    let log = directory.appending(path: "events/\(generator.space.uuidString)")
    let spaces = directory.appending(path: "spaces")
    for folder in [log, spaces] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    _ = try generator.write(to: log.appending(path: "events.jsonl").path)
    try Data(
      """
      {"id":"\(generator.space.uuidString)","name":"Warehouse","worldMapData":null,\
      "createdAt":"2023-11-14T22:13:20Z","updatedAt":"2023-11-14T22:13:20Z"}
      """.utf8
    ).write(to: spaces.appending(path: "\(generator.space.uuidString).json"))
    try makeAnchorFiles(of: generator.space)
  }

  /// Makes a first change, upon which the store writes the files of all anchors.
  private func makeAnchorFiles(of space: UUID) throws {
    let store = HBLocalStore(baseDirectory: directory, actor: "benchmark")
    let anchor = HBAnchor(
      id: UUID(), spaceId: space, transform: HBTransform.identity,
      metadata: ["type": .string("sticky_note"), "text": .string("the last one")])
    try store.perform(.save([anchor]), spaceId: space)
    let clock = ContinuousClock()
    let time = try clock.measure { try store.flush() }
    print("anchor files written in \(time.formatted(.units(allowed: [.milliseconds])))")
  }
}
