/// What a server offers.
package enum CloudTier: String, Codable, Sendable, CaseIterable {
  /// Only the tables of spaces and anchors: nothing tells what changed, so all is compared.
  case plain
  /// Also events, tombstones and a cursor in the order of commits.
  case migrated
}
