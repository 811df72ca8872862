/// What can go wrong when a change is reverted.
public enum ReversionError: Error, Hashable, Sendable {

  /// The value is not the version that the reversion was made for, so applying it would mix up two
  /// states. The value is left as it was.
  case attemptingToRevertWrongVersion
}

extension ReversionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .attemptingToRevertWrongVersion:
      "The value has changed since this reversion was made, so it was left as it is. "
        + "Revert the later changes first, or reset the history."
    }
  }
}
