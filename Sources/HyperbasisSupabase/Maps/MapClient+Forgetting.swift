import Foundation
import HyperbasisSync

extension MapClient {
  /// Returns the names of a space's existing objects, under its id in upper and lower case.
  func names(of space: UUID) async throws(CloudFailure) -> [String] {
    var names: [String] = []
    for name in [space.wireText, space.uuidString] {
      do {
        if try await byteCount(of: ObjectPath(map: name)) != nil { names.append(name) }
        names += try await list(name)
      } catch {
        // Without a bucket there are no maps.
        guard case .notFound = error else { throw error }
      }
    }
    return names
  }

  /// Removes all world maps of a space.
  ///
  /// - Throws: ``CloudFailure/rejected(_:)`` if one remains: nothing must be half forgotten.
  func forgetAll(of space: UUID) async throws(CloudFailure) {
    var names = try await names(of: space)
    while !names.isEmpty {
      try await remove(names, from: ObjectPath.bucket)
      let rest = try await self.names(of: space)
      // A list is limited in length, so that there may be more.
      guard rest.allSatisfy({ !names.contains($0) }) else {
        throw .rejected(
          ServerResponse(status: 403, message: "a world map may be seen but not removed"))
      }
      names = rest
    }
  }
}
