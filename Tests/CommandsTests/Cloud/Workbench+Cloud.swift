import Foundation
import TestSupport

@testable import HyperbasisCommands

extension Workbench {
  static let key = "sb_publishable_SECRET"

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
