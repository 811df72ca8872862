/// The steps between two barriers.
struct VersionScope<Value> {
  var undo = StepStack<Value>()
  /// The step that comes next is on top.
  var redo = StepStack<Value>()
  /// Names the version at which the scope begins.
  var baseTag: VersionTag?
  /// The version at which the scope begins.
  let base: VersionNumber

  /// Names the version that the scope is at.
  var currentTag: VersionTag? { undo.isEmpty ? baseTag : undo.last?.tag }

  mutating func tagCurrent(_ tag: VersionTag?) {
    if undo.isEmpty { baseTag = tag } else { undo.tagLast(tag) }
  }

  mutating func forget(_ tag: VersionTag) {
    if baseTag == tag { baseTag = nil }
    undo.forget(tag)
    redo.forget(tag)
  }

  /// How many undos lead to the version with the tag, or `nil` if none does.
  func undoCount(to tag: VersionTag) -> Int? {
    for (count, step) in undo.steps.reversed().enumerated() where step.tag == tag { return count }
    return baseTag == tag ? undo.count : nil
  }

  /// How many redos lead to the version with the tag, or `nil` if none does.
  func redoCount(to tag: VersionTag) -> Int? {
    for (count, step) in redo.steps.reversed().enumerated() where step.tag == tag {
      return count + 1
    }
    return nil
  }
}
