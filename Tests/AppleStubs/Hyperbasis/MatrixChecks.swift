import Foundation
import HyperbasisModels
import simd

@MainActor func checkMatrices() {
  let matrix = simd_float4x4(
    SIMD4(0, 0, -1, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(1, 2, 3, 1))
  check("an anchor is made from a matrix of the module") {
    let anchor = HBAnchor(spaceId: UUID(), transform: matrix, metadata: ["text": "a"])
    return try anchor.transform == [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1]
      && anchor.simdTransform() == matrix && anchor.validSimdTransform == matrix
      && anchor.position == SIMD3(1, 2, 3)
  }
  check("an anchor moves to a matrix of the module") {
    var anchor = HBAnchor(spaceId: UUID(), transform: matrix)
    anchor.update(transform: matrix_identity_float4x4)
    return anchor.transform == HBTransform.identity
  }
  check("an identity that is spelled out is the module's, too") {
    try HBAnchor.unflatten(HBTransform.identity) == matrix_identity_float4x4
      && HBAnchor.flatten(float4x4(diagonal: .one)) == HBTransform.identity
  }
  check("a distance is what the module says") {
    var anchor = HBAnchor(spaceId: UUID(), transform: matrix)
    anchor.update(transform: matrix_identity_float4x4)
    let moved = HBDiff.MovedAnchor(anchor: anchor, previousTransform: HBAnchor.flatten(matrix))
    let distance = simd_distance(moved.previousPosition, moved.currentPosition)
    return abs(moved.distanceMoved - distance) < 1e-6
  }
  check("a transform that is too short is no matrix") {
    let anchor = HBAnchor(spaceId: UUID(), transform: [1, 2, 3])
    do {
      _ = try anchor.simdTransform()
      return false
    } catch HBAnchorError.invalidTransform(let count) {
      return count == 3 && anchor.validSimdTransform == nil
    }
  }
}
