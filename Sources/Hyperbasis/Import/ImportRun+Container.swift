import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import HyperbasisStore

extension ImportRun {
  /// Returns what a container of the SDK would write. What cannot be read of it stays behind, with a
  /// note.
  func spaces(of container: SDKContainer, _ source: ImportSource) throws -> HBImport {
    var notes: [String] = []
    let anchors = Self.anchors(of: container, &notes)
    let allFiles = Dictionary(
      anchors.values.joined().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let byId = Dictionary(uniqueKeysWithValues: container.spaces.map { ($0.id, $0) })
    let ids = Set(byId.keys).union(anchors.keys).sorted { UUIDBits($0) < UUIDBits($1) }
    let spaces = try ids.map { id in
      try space(id, byId[id], files: anchors[id] ?? [], allFiles: allFiles, &notes)
    }
    guard !spaces.isEmpty else {
      throw UnreadableInput(
        "none of the spaces in it can be read: \(notes.first ?? "it names none")")
    }
    return HBImport(spaces: spaces, source: source, form: "a container of the SDK", notes: notes)
  }

  /// Returns the anchors by the space that their files name.
  private static func anchors(
    of container: SDKContainer, _ notes: inout [String]
  ) -> [UUID: [HBAnchor]] {
    var anchors: [UUID: [HBAnchor]] = [:]
    for entry in container.anchors {
      do {
        let anchor = try AnchorFile.decode(entry.file.data())
        try checkName(anchor.id, entry.id)
        anchors[anchor.spaceId, default: []].append(anchor)
      } catch {
        notes.append("\(entry.file.shortPath) is not imported: \(reason(error))")
      }
    }
    return anchors
  }

  private func space(
    _ id: UUID, _ found: SDKContainer.Space?, files: [HBAnchor], allFiles: [UUID: HBAnchor],
    _ notes: inout [String]
  ) throws -> HBImportedSpace {
    var contained: ContainedSpace?
    do {
      contained = try found.flatMap(Self.contained)
    } catch {
      notes.append(
        "\(found?.file?.shortPath ?? "a space") is not imported: \(Self.reason(error))")
    }
    let log = try found?.log?.data() ?? Data()
    let (space, notesOnFile) = try lines(
      of: id, MemoryByteSource([UInt8](log)), files: files, allFiles: allFiles,
      contained: contained, name: nil)
    notes +=
      try notesOnFile + ImportNotes.notes(on: space, found?.log?.path)
      + ImportNotes.notes(onHomesOf: space, store)
    if let implied = space.lines?.impliedCount, implied > 0 {
      notes.append(
        implied == 1
          ? "1 of the events is made from an anchor file that says more than the log"
          : "\(implied) of the events are made from anchor files that say more than the log")
    }
    return space
  }

  /// Returns the space as it is in its container, with its map; nil if it has no file there.
  private static func contained(_ found: SDKContainer.Space) throws -> ContainedSpace? {
    guard let data = try found.file?.data() else { return nil }
    let file = try SpaceFile(data)
    try checkName(file.id, found.id)
    let path = (found.map ?? found.file)?.shortPath ?? ""
    do {
      let map = try found.map?.data() ?? file.inlineMap() ?? Data()
      return try ContainedSpace(file, map: map, mapPath: path)
    } catch {
      // The rest of the file is sound.
      return ContainedSpace(file, mapPath: path, mapFault: reason(error))
    }
  }

  private static func checkName(_ id: UUID, _ named: UUID) throws {
    guard id == named else {
      throw HBStorageError.decodingFailed(
        underlying: FileFormatError(reason: "its id is not the one in its name"))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as UnreadableInput: error.description
    // The file has been named already; there is no other to look for.
    case HBStorageError.decodingFailed(let underlying): HBStorageError.describe(underlying)
    case HBStorageError.decompressionFailed(let underlying?): HBStorageError.describe(underlying)
    default: error.localizedDescription
    }
  }
}

extension SDKFile {
  /// The last folder and the name.
  fileprivate var shortPath: String { path.split(separator: "/").suffix(2).joined(separator: "/") }
}
