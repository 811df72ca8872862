import Foundation
import TestSupport

@testable import HyperbasisCommands

extension Workbench {
  static let key = "sb_publishable_SECRET"

  /// Returns a machine with the kitchen and an empty one, which share a cloud.
  static func pair(with cloud: FakeCloud) throws -> (here: Workbench, there: Workbench) {
    let pair = (here: try Kitchen.workbench(), there: try Workbench())
    for bench in [pair.here, pair.there] { bench.connect(to: cloud) }
    return pair
  }

  func connect(to cloud: FakeCloud) {
    self.cloud = cloud
    environment["SUPABASE_URL"] = "https://project.example"
    environment["SUPABASE_ANON_KEY"] = Self.key
  }

  func objectApart(_ words: String...) async throws -> [String: Any] {
    let outcome = await runApart(words + ["--json"])
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return value as? [String: Any] ?? [:]
  }
}
