extension VersioningController where Root == Value, Failure == ReversionError {

  /// Another controller with the same value, steps, tags and scopes, which goes its own way from here.
  ///
  /// For values that hold a controller and are to stay values: they copy it before a change unless
  /// they are its only holder (`isKnownUniquelyReferenced`).
  ///
  /// - Complexity: O(1): the steps are shared until one of the two changes.
  public func copy() -> VersioningController {
    VersioningController(history: withHistory { $0 }, RootAccess(\.self))
  }
}
