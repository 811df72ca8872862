checkWorldMaps()
checkMatrices()
finishChecks(of: "Hyperbasis with ARKit and simd")
