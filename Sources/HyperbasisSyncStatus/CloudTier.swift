/// What a server offers.
package enum CloudTier: String, Codable, Sendable, CaseIterable {
  /// The tables of spaces and anchors alone: nothing tells what changed, so all is compared.
  case plain
  /// Events, tombstones and a cursor in the order of commits as well.
  case migrated
}
