import Foundation
import HyperbasisSync

extension MapClient {
  /// The names of a space's objects that are there, under the id in either case.
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
  /// - Throws: ``CloudFailure/rejected(_:)`` where one stays: nothing is forgotten by halves.
  func forgetAll(of space: UUID) async throws(CloudFailure) {
    var names = try await names(of: space)
    while !names.isEmpty {
      try await remove(names, from: ObjectPath.bucket)
      let rest = try await self.names(of: space)
      // A list holds only so many.
      guard rest.allSatisfy({ !names.contains($0) }) else {
        throw .rejected(
          ServerResponse(status: 403, message: "a world map may be seen but not removed"))
      }
      names = rest
    }
  }
}
