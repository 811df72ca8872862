import Foundation
import Revertible

/// A drawing of shapes, as an editor's document.
@Versionable
struct Shape: Identifiable {
  let id: Int
  var name: String
  var x: Double
  var y: Double
}

@Versionable
struct Drawing {
  var title: String
  var shapes: [Shape]
}

/// The editor: its document has a history, its selection does not.
@Versioning("drawing")
final class Editor {
  var drawing = Drawing(title: "Untitled", shapes: [])
  var selection: Int?

  func add(_ name: String, x: Double, y: Double) {
    drawing.shapes.append(Shape(id: drawing.shapes.count, name: name, x: x, y: y))
    selection = drawing.shapes.last?.id
  }

  /// One step for `undo`, however many shapes move.
  func nudge(x: Double, y: Double) {
    $drawing.setWithTransaction { drawing in
      for index in drawing.shapes.indices {
        drawing.shapes[index].x += x
        drawing.shapes[index].y += y
      }
    }
  }

  var text: String {
    let shapes = drawing.shapes.map { "\($0.name) (\($0.x), \($0.y))" }
    return "\(drawing.title): \(shapes.isEmpty ? "empty" : shapes.joined(separator: ", "))"
  }
}

let editor = Editor()
editor.add("circle", x: 1, y: 1)
editor.add("square", x: 4, y: 2)
editor.nudge(x: 10, y: 0)
print("nudged", editor.text, separator: " | ")

editor.$drawing.undo()
print("undo", editor.text, separator: " | ")
editor.$drawing.undo()
print("undo", editor.text, separator: " | ")
editor.$drawing.redo()
print("redo", editor.text, separator: " | ")

// A sheet that can be cancelled: undo inside it reaches no further than its opening.
editor.$drawing.pushNewScope()
editor.drawing.title = "Plan"
editor.drawing.shapes.removeAll()
print("in the sheet", editor.text, separator: " | ")
editor.$drawing.undoAndPopCurrentScope()
print("cancelled", editor.text, separator: " | ")
print("can undo: \(editor.$drawing.hasUndo), can redo: \(editor.$drawing.hasRedo)")
