import HyperbasisCanvas
import HyperbasisWording

/// What a person is asked before something that concerns several anchors.
struct Confirmation: Equatable {
  let anchors: Int
  /// `Change 3 anchors?`
  let question: String
  /// The same where nobody can be asked: `this changes 3 anchors`.
  let statement: String

  private init(_ anchors: Int, _ question: String, _ statement: String) {
    self.anchors = anchors
    self.question = question
    self.statement = statement
  }
}

extension Confirmation {
  static func change(anchors: Int) -> Self {
    let count = CountText.text(anchors, "anchor")
    return Self(anchors, "Change \(count)?", "this changes \(count)")
  }

  static func deletionOfSpace(anchors: Int) -> Self {
    let count = CountText.text(anchors, "anchor")
    return Self(
      anchors, "Move the space with \(count) to the trash?",
      "this moves a space with \(count) to the trash")
  }

  static func returnOfSpace(anchors: Int) -> Self {
    let count = CountText.text(anchors, "anchor")
    return Self(
      anchors, "Bring the space back with \(count)?", "this brings a space back with \(count)")
  }

  /// Each deleted anchor has one file.
  static func purge(files: Int) -> Self {
    let count = CountText.text(files, "file")
    return Self(files, "Remove \(count)?", "this removes \(count)")
  }

  static func importing(anchors: Int) -> Self {
    let count = CountText.text(anchors, "anchor")
    return Self(anchors, "Import \(count)?", "this imports \(count)")
  }
}
