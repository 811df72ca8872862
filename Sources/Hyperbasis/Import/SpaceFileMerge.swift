import Foundation
import HyperbasisModels
import HyperbasisStore

/// A space's file as a container has it.
struct ContainedSpace {
  /// With its world map; with none where that is missing, empty or damaged.
  let space: HBStorageSpace
  /// The size of the map, unpacked.
  let mapSize: Int
  /// The file that holds the map, or ought to.
  let mapPath: String
  /// Why the map cannot be read; nil where it can, or where there is none.
  let mapFault: String?

  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)`` where the map is damaged.
  init(_ file: SpaceFile, map: Data, mapPath: String) throws {
    space = Self.space(file, map: map)
    mapSize = try space.mapSize()
    self.mapPath = mapPath
    mapFault = nil
  }

  /// A space whose map cannot be read.
  init(_ file: SpaceFile, mapPath: String, mapFault: String) {
    space = Self.space(file, map: nil)
    mapSize = 0
    self.mapPath = mapPath
    self.mapFault = mapFault
  }

  private static func space(_ file: SpaceFile, map: Data?) -> HBStorageSpace {
    HBStorageSpace(
      id: file.id, name: file.name, worldMapData: map ?? Data(), createdAt: file.createdAt.date,
      updatedAt: file.updatedAt.date, isCompressed: map != nil && file.isCompressed)
  }
}

/// What an import makes of a space's file.
///
/// The newer file wins. Its world map is a thing of its own, for the SDK keeps it in a file of its
/// own: one that is missing, empty or damaged takes nothing from the store, and a sound one comes even
/// with an older file where the store has none.
struct SpaceFileMerge {
  /// The file as it is to be written; nil where the store's stays as it is.
  let file: HBStorageSpace?
  /// What becomes of the map, where it changes or could have been expected to: whole sentences.
  let notes: [String]

  /// - Parameter known: the space as the store has it; nil where it has none.
  init(_ contained: ContainedSpace, over known: HBStorageSpace?) {
    guard let known else {
      file = contained.space
      notes = Self.faultNote(contained, isKept: false)
      return
    }
    let isNewer = contained.space.updatedAt > known.updatedAt
    let old = Self.size(ofMapIn: known)
    let isOther = !contained.space.hasMap(of: known) && contained.mapSize > 0
    let takesMap = isOther && (isNewer || (old ?? 0) == 0)
    var result = isNewer ? contained.space : known
    let holder = takesMap ? contained.space : known
    (result.worldMapData, result.isCompressed) = (holder.worldMapData, holder.isCompressed)
    file = isNewer || takesMap ? result : nil
    let hasOld = !known.worldMapData.isEmpty
    if takesMap {
      notes = [Self.changeNote(contained, over: old)]
    } else if contained.mapFault != nil {
      notes = Self.faultNote(contained, isKept: hasOld)
    } else if isNewer, hasOld, contained.mapSize == 0 {
      notes = ["the container has no \(Self.title(contained)): that of the store is left as it is"]
    } else {
      notes = []
    }
  }

  /// Nil where the map is damaged, which is for `verify` to report.
  private static func size(ofMapIn space: HBStorageSpace) -> Int? { try? space.mapSize() }

  private static func title(_ contained: ContainedSpace) -> String {
    "world map of the space \"\(contained.space.name ?? contained.space.id.uuidString)\""
  }

  private static func faultNote(_ contained: ContainedSpace, isKept: Bool) -> [String] {
    guard let fault = contained.mapFault else { return [] }
    let note = "\(contained.mapPath): the \(title(contained)) stays behind: \(fault)"
    return [isKept ? "\(note); that of the store is left as it is" : note]
  }

  private static func changeNote(_ contained: ContainedSpace, over old: Int?) -> String {
    let title = title(contained)
    return switch old {
    case nil: "the \(title) replaces a damaged one: \(contained.mapSize) bytes"
    case 0: "the \(title) comes to a space without one: \(contained.mapSize) bytes"
    case let old?: "the \(title) changes: \(old) bytes become \(contained.mapSize)"
    }
  }
}

extension HBStorageSpace {
  fileprivate func hasMap(of other: HBStorageSpace) -> Bool {
    isCompressed == other.isCompressed && worldMapData == other.worldMapData
  }
}
