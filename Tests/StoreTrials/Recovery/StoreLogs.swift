package import Foundation
package import SystemPackage

/// Where the logs of a store lie.
package enum StoreLogs {
  package static func path(of space: UUID, base: FilePath) -> FilePath {
    base.appending("events").appending(space.uuidString).appending("events.jsonl")
  }
}
