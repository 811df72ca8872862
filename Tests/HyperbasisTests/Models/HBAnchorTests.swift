import Foundation
import Hyperbasis
import Testing

struct HBAnchorTests {
  private let space = UUID()

  @Test func matricesAreFlattenedColumnByColumn() throws {
    let matrix = simd_float4x4(
      SIMD4(1, 2, 3, 4), SIMD4(5, 6, 7, 8), SIMD4(9, 10, 11, 12), SIMD4(13, 14, 15, 16))
    let flat = HBAnchor.flatten(matrix)
    #expect(flat == (1...16).map(Float.init))
    #expect(try HBAnchor.unflatten(flat) == matrix)
    let anchor = HBAnchor(spaceId: space, transform: matrix)
    #expect(anchor.position == SIMD3(13, 14, 15))
    #expect(try anchor.simdTransform() == matrix)
  }

  @Test func aShortTransformHasNoMatrix() {
    let anchor = HBAnchor(spaceId: space, transform: [1, 2, 3])
    #expect(!anchor.validate())
    #expect(anchor.position == .zero)
    #expect(anchor.validSimdTransform == nil)
    #expect(throws: HBAnchorError.invalidTransform(count: 3)) { try anchor.simdTransform() }
  }

  @Test func aTransformThatIsNotFiniteIsInvalid() {
    var transform = HBTransform.identity
    transform[13] = .nan
    #expect(!HBAnchor(spaceId: space, transform: transform).validate())
    #expect(HBAnchor(spaceId: space, transform: HBTransform.identity).validate())
  }

  @Test func deletingAndRestoringSetTheDates() {
    var anchor = HBAnchor(
      spaceId: space, transform: HBTransform.identity,
      createdAt: Date(timeIntervalSince1970: 0))
    anchor.markDeleted()
    #expect(anchor.isDeleted)
    #expect(anchor.deletedAt == anchor.updatedAt)
    anchor.restore()
    #expect(!anchor.isDeleted)
    #expect(anchor.updatedAt > anchor.createdAt)
  }

  @Test func metadataHaveTypedAccessors() {
    var anchor = HBAnchor(
      spaceId: space, transform: HBTransform.identity, metadata: ["text": "Hi", "n": 2])
    anchor.updateMetadata(key: "done", value: true)
    anchor.updateMetadata(key: "n", value: nil)
    #expect(anchor.stringMetadata(forKey: "text") == "Hi")
    #expect(anchor.boolMetadata(forKey: "done") == true)
    #expect(anchor.intMetadata(forKey: "n") == nil)
    anchor.update(metadata: [:])
    #expect(!anchor.hasMetadata)
  }

  @Test func aKeyOfSeveralLinesStaysInOneLineOfAMessage() {
    let error = HBAnchorError.metadataKeyNotFound(key: "a\nb")
    #expect(error.localizedDescription.contains(#"no metadata key "a\nb". Its"#))
  }
}
