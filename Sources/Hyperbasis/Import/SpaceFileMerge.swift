import Foundation
import HyperbasisModels
import HyperbasisStore

/// A space's file as it is in a container.
struct ContainedSpace {
  /// The space with its world map; without one if the map is missing, empty or damaged.
  let space: HBStorageSpace
  /// The size of the map, unpacked.
  let mapSize: Int
  /// The file that holds the map, or should.
  let mapPath: String
  /// Why the map cannot be read; nil if it can, or if there is none.
  let mapFault: String?

  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)`` if the map is damaged.
  init(_ file: SpaceFile, map: Data, mapPath: String) throws {
    space = Self.space(file, map: map)
    mapSize = try space.mapSize()
    self.mapPath = mapPath
    mapFault = nil
  }

  /// Creates a space whose map cannot be read.
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
/// The newer file wins. Its world map is decided separately, for the SDK keeps it in a file of its own:
/// one that is missing, empty or damaged removes nothing from the store, and a sound one is taken even
/// from an older file if the store has none.
struct SpaceFileMerge {
  /// The file to write; nil if the store's stays as it is.
  let file: HBStorageSpace?
  /// What becomes of the map, if it changes or a change could have been expected, in whole sentences.
  let notes: [String]

  /// - Parameter known: the space as it is in the store; nil if it is not there.
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
      notes = ["the container has no \(Self.title(contained)): the one in the store is kept"]
    } else {
      notes = []
    }
  }

  /// Returns nil if the map is damaged, which is for `verify` to report.
  private static func size(ofMapIn space: HBStorageSpace) -> Int? { try? space.mapSize() }

  private static func title(_ contained: ContainedSpace) -> String {
    "world map of the space \"\(contained.space.name ?? contained.space.id.uuidString)\""
  }

  private static func faultNote(_ contained: ContainedSpace, isKept: Bool) -> [String] {
    guard let fault = contained.mapFault else { return [] }
    let note = "\(contained.mapPath): the \(title(contained)) is not imported: \(fault)"
    return [isKept ? "\(note); the one in the store is kept" : note]
  }

  private static func changeNote(_ contained: ContainedSpace, over old: Int?) -> String {
    let title = title(contained)
    return switch old {
    case nil: "the \(title) replaces a damaged one: \(contained.mapSize) bytes"
    case 0: "the \(title) is added to a space without one: \(contained.mapSize) bytes"
    case let old?: "the \(title) changes from \(old) to \(contained.mapSize) bytes"
    }
  }
}

extension HBStorageSpace {
  fileprivate func hasMap(of other: HBStorageSpace) -> Bool {
    isCompressed == other.isCompressed && worldMapData == other.worldMapData
  }
}
