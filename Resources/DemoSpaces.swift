package import Foundation
package import Hyperbasis
package import HyperbasisAnchorLog

/// The sample store: an apartment over four weeks, made in code so that it is there wherever the
/// program is, and except for its dates the same on every machine.
package enum DemoSpaces {
  /// One event with what its line says beyond the event itself.
  package typealias Line = (event: HBAnchorEvent, extras: LogExtras)

  package static let spaceId = ApartmentStory.spaceId
  package static let spaceName = "Apartment, Lindenstraße 12"

  /// The events of the sample space in the order in which they were written.
  ///
  /// - Parameter end: the last of them happens within the minute before it; nil for the dates on
  ///   which the story was made up, in spring 2025.
  package static func events(endingAt end: HBInstant? = nil) -> [Line] {
    let lines = ApartmentStory.told().lines
    guard let end, let last = lines.last?.event.instant else { return lines }
    // Whole minutes, so that seconds stay as they are told.
    let minute: Int64 = 60_000_000
    let delay = end.microseconds - last.microseconds
    return ApartmentStory.told(delay: delay / minute * minute - (delay < 0 ? minute : 0)).lines
  }

  /// Writes the store into a directory, which is made if need be: the same bytes every time for
  /// the same end.
  ///
  /// - Throws: an error of the file system, or of encoding.
  package static func write(to directory: URL, endingAt end: HBInstant? = nil) throws {
    let lines = events(endingAt: end)
    let log = try lines.flatMap { line in
      try LogLine.encode(line.event, extras: line.extras) + [UInt8(ascii: "\n")]
    }
    let logs = directory.appending(path: "events/\(spaceId.uuidString)")
    try write(Data(log), to: logs.appending(path: "events.jsonl"))
    let spaceFile = directory.appending(path: "spaces/\(spaceId.uuidString).json")
    try write(SpaceFile.encode(space(of: lines)), to: spaceFile)
    let index = EventIndex(spaceId: spaceId, events: lines.map(\.event))
    for anchor in try index.anchors(in: index.state(through: index.count), includeDeleted: true) {
      let file = directory.appending(path: "anchors/\(anchor.id.uuidString).json")
      try write(AnchorFile.encode(anchor), to: file)
    }
  }

  private static func space(of lines: [Line]) -> HBStorageSpace {
    let dates = lines.map(\.event.timestamp)
    return HBStorageSpace(
      id: spaceId, name: spaceName, worldMapData: worldMap,
      createdAt: dates.first ?? .distantPast, updatedAt: dates.last ?? .distantPast,
      isCompressed: false)
  }

  /// Nothing that a device could load: the sample has never seen one.
  private static let worldMap: Data = {
    var random = DemoRandom(seed: 12)
    return Data("hyperbasis sample world map\n".utf8)
      + Data((0..<1024).map { _ in UInt8(truncatingIfNeeded: random.bits()) })
  }()

  private static func write(_ data: Data, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try data.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }
}
