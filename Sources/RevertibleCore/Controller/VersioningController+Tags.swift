extension VersioningController {

  /// Returns the tags of a scope's versions, with `nil` for versions without a tag.
  ///
  /// - Parameter scopeLevel: Counted from the outermost scope, 0; `nil` for the current scope.
  /// - Returns: `undo` begins with the scope's first version and ends with the current one; `redo`
  ///   continues from there in the order in which redos reach the versions. `nil` if there is no such
  ///   scope.
  public func tags(
    inScopeLevel scopeLevel: Int? = nil
  ) -> (undo: [AnyHashable?], redo: [AnyHashable?])? {
    fact { history in
      guard let scope = history.scope(atLevel: scopeLevel ?? history.scopeLevel) else { return nil }
      return (
        [scope.baseTag] + scope.undo.steps.map(\.tag), scope.redo.steps.reversed().map(\.tag)
      )
    }
  }

  /// Returns the tags of one type, with `nil` for versions without a tag of that type.
  ///
  /// Unlike the result of ``tags(inScopeLevel:)``, this one can be encoded if the tags can.
  ///
  /// - Parameters:
  ///   - type: The type of the tags.
  ///   - scopeLevel: Counted from the outermost scope, 0; `nil` for the current scope.
  public func tags<Tag: Hashable & Sendable>(
    as type: Tag.Type, inScopeLevel scopeLevel: Int? = nil
  ) -> VersionTags<Tag>? {
    tags(inScopeLevel: scopeLevel).map { tags in
      VersionTags(
        undo: tags.undo.map { $0?.base as? Tag }, redo: tags.redo.map { $0?.base as? Tag })
    }
  }
}

/// The tags of a scope's versions.
public struct VersionTags<Tag: Hashable & Sendable>: Hashable, Sendable {
  /// From the scope's first version to the current one.
  public var undo: [Tag?]
  /// The versions after the current one, the next redo first.
  public var redo: [Tag?]

  /// - Parameters:
  ///   - undo: From the scope's first version to the current one.
  ///   - redo: The versions after the current one, the next redo first.
  public init(undo: [Tag?], redo: [Tag?]) {
    self.undo = undo
    self.redo = redo
  }
}

extension VersionTags: Encodable where Tag: Encodable {}
extension VersionTags: Decodable where Tag: Decodable {}
