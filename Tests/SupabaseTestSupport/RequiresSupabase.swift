package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test, and says why, if PostgreSQL or the stand-in's packages are missing.
  package static var requiresSupabase: Self {
    .enabled(
      if: SupabaseServer.obstacle == nil, Comment(rawValue: SupabaseServer.obstacle ?? ""))
  }
}
