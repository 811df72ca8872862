public import Foundation

/// The way back from one version of a value to an earlier one.
///
/// ```swift
/// let original = activity
/// activity.title = "New title"
/// let reversion = activity.reversion(to: original)
/// try reversion?.revert(&activity)  // the title is what it was
/// ```
///
/// A reversion can be applied only to the version that it was made from. It keeps that version and its
/// hash value, and hashes and compares the value that it is applied to, which takes time proportional to
/// the whole value. A ``VersioningController`` keeps its own value and numbers its versions instead, so
/// its check compares two integers.
public struct Reversion<Root> {
  private let change: ValueChange<Root>
  private let isExpected: (Root) -> Bool
}

extension Reversion {

  init(_ change: ValueChange<Root>, expecting version: Root) where Root: Revertible {
    let hash = version.hashValue
    self.init(change: change) {
      $0.hashValue == hash && $0._valueChange(to: version) == nil
    }
  }

  /// Turns a value back into the earlier version.
  ///
  /// - Parameter object: The version that this reversion was made from.
  /// - Throws: ``ReversionError/attemptingToRevertWrongVersion`` if it is any other version; the value
  ///   is then left unchanged.
  public func revert(_ object: inout Root) throws(ReversionError) {
    guard isExpected(object), change.node.fits(object) else {
      throw .attemptingToRevertWrongVersion
    }
    _ = change.node.apply(to: &object)
  }

  /// Returns the same reversion for a value that contains this one.
  ///
  /// - Parameter keyPath: The location of the reverted value in the containing one. It must exist there
  ///   whenever the reversion is applied, as for any access through it: `\[Activity].[0]` of an empty array
  ///   traps.
  /// - Returns: A reversion that checks and changes only what lies at the key path.
  public func mapped<Parent>(to keyPath: WritableKeyPath<Parent, Root>) -> Reversion<Parent> {
    Reversion<Parent>(
      change: ValueChange(PropertyChange(keyPath, change.node)),
      isExpected: { [isExpected] in isExpected($0[keyPath: keyPath]) })
  }

  /// What this reversion will change.
  public var summary: ChangeSummary { change.summary }
}

/// An error that can occur when a change is reverted.
public enum ReversionError: Error, Hashable, Sendable {

  /// The value is not the version that the reversion was made for, so applying it would mix up two
  /// states. The value is left as it was.
  case attemptingToRevertWrongVersion
}

extension ReversionError: LocalizedError, CustomStringConvertible {
  /// What happened and what to do about it.
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .attemptingToRevertWrongVersion:
      "The value has changed since the history was recorded, so it was left as it is. Revert the later "
        + "changes first if they are in a history, or reset this one."
    }
  }
}
