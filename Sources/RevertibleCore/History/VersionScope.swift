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

  /// The version that the tag of the current one is kept at.
  var taggedVersion: VersionNumber { undo.last?.newer ?? base }

  /// All tags, and the versions that have them.
  var tags: [(VersionTag, VersionNumber)] {
    let steps = [undo, redo].flatMap {
      $0.steps.compactMap { step in step.tag.map { ($0, step.newer) } }
    }
    return steps + (baseTag.map { [($0, base)] } ?? [])
  }

  /// Takes a tag from the version with a number, if it has it, and from the first one.
  mutating func forget(_ tag: VersionTag, at number: VersionNumber) {
    if baseTag == tag { baseTag = nil }
    undo.forget(tag, at: number)
    redo.forget(tag, at: number)
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
