import ARKit
import Foundation
import HyperbasisModels

// Foundation on Linux ends the program where an object refuses to be archived, so that
// `serializationFailed` is compiled here and never thrown.
@MainActor func checkWorldMaps() {
  let map = ARWorldMap(contents: Data([1, 2, 3]))
  check("a space is made from a world map") {
    let space = try HBSpace(name: "Room", worldMap: map)
    // Not by the bytes: two archives of one object need not be the same.
    return try space.name == "Room"
      && HBSpace.deserialize(worldMapData: space.worldMapData).contents == map.contents
      && space.createdAt == space.updatedAt && HBSpace(worldMap: map).id != space.id
  }
  check("a space gives its world map back") {
    try HBSpace(worldMap: map).arWorldMap().contents == map.contents
  }
  check("what is serialized can be deserialized") {
    let data = try HBSpace.serialize(worldMap: map)
    return try HBSpace.deserialize(worldMapData: data).contents == map.contents
  }
  check("a new world map replaces the old one, and touches the space") {
    let id = UUID()
    var space = HBSpace(id: id, name: "Room", createdAt: Date(timeIntervalSince1970: 0))
    try space.update(worldMap: map)
    return try space.arWorldMap().contents == map.contents && space.id == id
      && space.name == "Room" && space.updatedAt > space.createdAt
  }
  check("an archive of a world map is valid, and nothing else is") {
    try HBSpace(worldMap: map).validate() && !HBSpace().validate()
      && !HBSpace(worldMapData: archive(of: NSString("a"))).validate()
  }
  check("an archive of something else is not deserialized") {
    let space = HBSpace(worldMapData: try archive(of: NSString("a")))
    return deserializationError(space) != nil
  }
  check("bytes that are not an archive are not deserialized, and the error says why") {
    let error = deserializationError(HBSpace(worldMapData: Data([1, 2, 3])))
    return error?.underlying != nil && error?.text.contains("deserialize") == true
  }
}

private func archive(of object: NSString) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

private func deserializationError(
  _ space: HBSpace
) -> (underlying: (any Error)?, text: String)? {
  do {
    _ = try space.arWorldMap()
  } catch HBSpaceError.deserializationFailed(let underlying) {
    let error = HBSpaceError.deserializationFailed(underlying: underlying)
    return (underlying, error.localizedDescription)
  } catch {}
  return nil
}
