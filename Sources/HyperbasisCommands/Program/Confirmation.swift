import HyperbasisCanvas
import HyperbasisWording

/// The question before something that concerns several anchors.
struct Confirmation: Equatable {
  let anchors: Int
  /// The question, such as `Change 3 anchors?`.
  let question: String
  /// The same as a statement if there is nobody to ask: `this changes 3 anchors`.
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

  /// - Parameter contents: ` with 12 anchors and 40 events`; empty if they are not known.
  static func deletionOfSpace(anchors: Int, _ contents: String) -> Self {
    Self(
      anchors, "Move the space\(contents) to the trash?",
      "this moves a space\(contents) to the trash")
  }

  /// - Parameter contents: `12 anchors and 40 events`.
  static func returnOfSpace(anchors: Int, with contents: String) -> Self {
    Self(
      anchors, "Bring the space back with \(contents)?",
      "this brings a space back with \(contents)")
  }

  /// Each deleted anchor has one file.
  static func purge(files: Int) -> Self {
    let count = CountText.text(files, "file")
    return Self(files, "Remove \(count)?", "this removes \(count)")
  }

  /// - Parameter absent: how many anchors are deleted because they are not among these.
  static func importing(anchors: Int, deleting absent: Int) -> Self {
    let count = CountText.text(anchors, "anchor")
    let others = absent == 0 ? "" : CountText.text(absent, "other").plain
    return Self(
      anchors + absent,
      others.isEmpty ? "Import \(count)?" : "Import \(count) and delete \(others)?",
      others.isEmpty ? "this imports \(count)" : "this imports \(count) and deletes \(others)")
  }
}
