/// The steps between two barriers.
struct VersionScope<Value> {
  var undo = StepStack<Value>()
  /// The steps to redo, the next one on top.
  var redo = StepStack<Value>()
  /// The tag of the version at which the scope begins.
  var baseTag: VersionTag?
  /// The version at which the scope begins.
  let base: VersionNumber

  /// The tag of the version that the scope is at.
  var currentTag: VersionTag? { undo.isEmpty ? baseTag : undo.last?.tag }

  mutating func tagCurrent(_ tag: VersionTag?) {
    if undo.isEmpty { baseTag = tag } else { undo.tagLast(tag) }
  }

  /// The version under which the tag of the current one is stored.
  var taggedVersion: VersionNumber { undo.last?.newer ?? base }

  /// All tags and the versions that have them.
  var tags: [(VersionTag, VersionNumber)] {
    let steps = [undo, redo].flatMap {
      $0.steps.compactMap { step in step.tag.map { ($0, step.newer) } }
    }
    return steps + (baseTag.map { [($0, base)] } ?? [])
  }

  /// Removes a tag from the version with a number and from the scope's first version, if they have it.
  mutating func forget(_ tag: VersionTag, at number: VersionNumber) {
    if baseTag == tag { baseTag = nil }
    undo.forget(tag, at: number)
    redo.forget(tag, at: number)
  }

  /// Returns how many undos lead to the version with the tag, or `nil` if there is no such version.
  func undoCount(to tag: VersionTag) -> Int? {
    for (count, step) in undo.steps.reversed().enumerated() where step.tag == tag { return count }
    return baseTag == tag ? undo.count : nil
  }

  /// Returns how many redos lead to the version with the tag, or `nil` if there is no such version.
  func redoCount(to tag: VersionTag) -> Int? {
    for (count, step) in redo.steps.reversed().enumerated() where step.tag == tag {
      return count + 1
    }
    return nil
  }
}
