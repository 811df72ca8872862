public import Foundation
import HyperbasisAnchorLog

/// The files of a store in a container that Xcode downloaded from a device, or in a folder of that
/// layout: `spaces`, `worldmaps`, `anchors` and `events`, wherever they lie in it.
///
/// Everything else is ignored: resource forks, preferences, pending operations, and what this program
/// keeps for itself.
public struct SDKContainer: Sendable {
  /// The files of one space.
  public struct Space: Sendable {
    public let id: UUID
    /// The space's file.
    public fileprivate(set) var file: SDKFile?
    /// The world map beside it.
    public fileprivate(set) var map: SDKFile?
    public fileprivate(set) var log: SDKFile?
  }

  /// The spaces, in the order of their ids.
  public let spaces: [Space]
  /// The files of anchors, whatever space they name, in the order of their ids.
  public let anchors: [(id: UUID, file: SDKFile)]

  /// - Parameter files: the files with their paths within the container, parts separated by slashes.
  public init(_ files: [(path: String, file: SDKFile)]) {
    var spaces: [UUID: Space] = [:]
    var anchors: [UUID: SDKFile] = [:]
    for (path, file) in files.sorted(by: { $0.path < $1.path }) {
      guard let place = Self.place(path) else { continue }
      switch place {
      case .space(let id): spaces[id, default: Space(id: id)].file = file
      case .map(let id): spaces[id, default: Space(id: id)].map = file
      case .log(let id): spaces[id, default: Space(id: id)].log = file
      case .anchor(let id): anchors[id] = file
      }
    }
    self.spaces = spaces.values.filter { $0.file != nil || $0.log != nil }
      .sorted { UUIDBits($0.id) < UUIDBits($1.id) }
    self.anchors = anchors.map { ($0.key, $0.value) }.sorted { UUIDBits($0.id) < UUIDBits($1.id) }
  }

  public var isEmpty: Bool { spaces.isEmpty && anchors.isEmpty }

  /// Returns whether a path is one at which a store keeps a file.
  public static func holds(_ path: String) -> Bool { place(path) != nil }

  private enum Place {
    case space(UUID)
    case map(UUID)
    case anchor(UUID)
    case log(UUID)
  }

  private static func place(_ path: String) -> Place? {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.contains(where: { $0 == "__MACOSX" || $0 == ".hyperbasis" }), parts.count >= 2,
      let name = parts.last, !name.hasPrefix("._")
    else { return nil }
    let folder = parts[parts.count - 2]
    if name == "events.jsonl", parts.count >= 3, parts[parts.count - 3] == "events" {
      return id(folder, suffix: "").map(Place.log)
    }
    switch folder {
    case "spaces": return id(name, suffix: ".json").map(Place.space)
    case "worldmaps": return id(name, suffix: ".bin").map(Place.map)
    case "anchors": return id(name, suffix: ".json").map(Place.anchor)
    default: return nil
    }
  }

  /// The length is checked because `UUID` accepts a text that goes on after a NUL.
  private static func id(_ name: String, suffix: String) -> UUID? {
    guard name.hasSuffix(suffix) else { return nil }
    let text = name.dropLast(suffix.count)
    return text.utf8.count == 36 ? UUID(uuidString: String(text)) : nil
  }
}

/// One file of a container, read on demand.
public struct SDKFile: Sendable {
  public let path: String
  private let read: @Sendable () throws -> Data

  public init(path: String, read: @escaping @Sendable () throws -> Data) {
    self.path = path
    self.read = read
  }

  public func data() throws -> Data { try read() }
}

extension SDKContainer {
  /// Reads the container in a zip archive.
  public init(_ archive: ZipArchive) {
    self.init(
      archive.entries.filter { Self.holds($0.name) }.map { entry in
        (entry.name, SDKFile(path: entry.name) { try archive.data(of: entry) })
      })
  }
}
