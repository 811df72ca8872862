import Foundation
import Hyperbasis
import Testing

/// What a person who prints, looks up or collects values expects of them.
struct ValueConveniencesTests {
  private let value: AnyCodableValue = [
    "title": "Ä \"quoted\" text", "sizes": [1, 2.5, nil], "isOpen": true,
  ]

  @Test func metadataArePrintedAsJSON() {
    #expect("\(value)" == #"{"isOpen":true,"sizes":[1,2.5,null],"title":"Ä \"quoted\" text"}"#)
    #expect("\(["n": AnyCodableValue.int(1)])" == #"["n": 1]"#)
    #expect("\(AnyCodableValue.double(.nan))" == "nan")
  }

  @Test func nestedValuesAreReachedByKeyAndIndex() {
    #expect(value["sizes"]?[1]?.doubleValue == 2.5)
    #expect(value["sizes"]?[3] == nil && value["sizes"]?[-1] == nil)
    #expect(value["other"] == nil && value["title"]?["x"] == nil && value["title"]?[0] == nil)
    let anchor = HBAnchor(
      spaceId: UUID(), transform: HBTransform.identity, metadata: ["size": 2, "height": 0.5])
    #expect(anchor.doubleMetadata(forKey: "size") == 2)
    #expect(anchor.doubleMetadata(forKey: "height") == 0.5)
    #expect(anchor.doubleMetadata(forKey: "width") == nil)
  }

  @Test func aMoveKeepsTheRotation() {
    var anchor = HBAnchor(
      spaceId: UUID(), transform: HBTransform.make(position: [1, 2, 3], yaw: 90))
    let before = anchor.transform
    anchor.position = [4, 5, 6]
    #expect(anchor.position == [4, 5, 6])
    #expect(anchor.transform.prefix(12) == before.prefix(12))
    anchor.transform = [1, 2]
    anchor.position = [7, 8, 9]
    #expect(anchor.transform == [1, 2])
  }

  @Test func valuesAreCollectedInSets() {
    let space = HBSpace(name: "Kitchen")
    let anchor = HBAnchor(spaceId: space.id, transform: HBTransform.identity)
    var changed = anchor
    changed.updateMetadata(key: "a", value: 1)
    #expect(Set([space, space]).count == 1)
    #expect(Set([anchor, anchor, changed]).count == 2)
    let diff = HBDiff.MovedAnchor(anchor: anchor, previousTransform: HBTransform.identity)
    #expect(diff.id == anchor.id)
  }
}
