import RevertibleCore

/// Edits of one kind of value.
struct Workload<Value: Versionable> {
  let name: String
  let start: Value
  let edit: (inout Value, Int) -> Void
}

extension Workload {

  /// Measures both histories and prints how they compare.
  func run(edits: Int, copies: Int) {
    let differences = measureDifferences(edits: edits)
    let whole = measureCopies(edits: copies)
    print("\(name): \(edits) edits, against \(copies) whole copies")
    print("  per edit          differences     whole copies   ratio")
    report("bytes held ", differences.bytes, whole.bytes, "B")
    report("  estimated", differences.estimate, whole.bytes, "B")
    report("append     ", differences.append, whole.append, "µs")
    report("undo       ", differences.undo, whole.undo, "µs")
    report("redo       ", differences.redo, whole.redo, "µs")
    report("undo, shared", differences.undoOfSharedValue, whole.undo, "µs")
  }

  private func report(_ title: String, _ difference: Double, _ copy: Double, _ unit: String) {
    let ratio = copy > 0 ? "\((difference / copy * 10_000).rounded() / 100) %" : "-"
    print("  \(title)  \(text(difference)) \(unit)   \(text(copy)) \(unit)   \(ratio)")
  }

  private func text(_ number: Double) -> String {
    let text = "\((number * 100).rounded() / 100)"
    return String(repeating: " ", count: max(0, 12 - text.count)) + text
  }
}

/// The average cost of one edit.
private struct Cost {
  var bytes = 0.0
  /// The bytes that the history itself reports as held.
  var estimate = 0.0
  var append = 0.0
  var undo = 0.0
  var redo = 0.0
  /// Undo while the caller holds the value, so that its storage is copied first.
  var undoOfSharedValue = 0.0
}

extension Workload {

  private func measureDifferences(edits: Int) -> Cost {
    var cost = Cost()
    let controller = VersioningController(start)
    var value = start
    edit(&value, 0)
    controller.append(value)
    let before = Memory.held
    for turn in 1...edits {
      edit(&value, turn)
      cost.append += microseconds { controller.append(value) }
    }
    cost.bytes = Double(Memory.held - before)
    cost.estimate = Double(controller.historyCost)
    cost.undo = microseconds { for _ in 0..<edits { check { try controller.undo(&value) } } }
    cost.redo = microseconds { for _ in 0..<edits { check { try controller.redo(&value) } } }
    let shared = min(edits, 1_000)
    cost.undoOfSharedValue =
      microseconds { for _ in 0..<shared { check { value = try controller.undo() } } }
      / Double(shared) * Double(edits)
    return cost.perEdit(edits)
  }

  private func measureCopies(edits: Int) -> Cost {
    var cost = Cost()
    var (undo, redo): ([Value], [Value]) = ([], [])
    undo.reserveCapacity(edits)
    redo.reserveCapacity(edits)
    var value = start
    edit(&value, 0)
    let before = Memory.held
    for turn in 1...edits {
      cost.append += microseconds { undo.append(value) }
      edit(&value, turn)
    }
    cost.bytes = Double(Memory.held - before)
    cost.undo = microseconds {
      for _ in 0..<edits {
        redo.append(value)
        value = undo.removeLast()
      }
    }
    cost.redo = microseconds {
      for _ in 0..<edits {
        undo.append(value)
        value = redo.removeLast()
      }
    }
    return cost.perEdit(edits)
  }

  private func microseconds(_ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body)
    return Double(time.components.seconds) * 1e6 + Double(time.components.attoseconds) / 1e12
  }

  private func check(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("\(name): \(error)") }
  }
}

extension Cost {
  fileprivate func perEdit(_ edits: Int) -> Cost {
    let count = Double(edits)
    return Cost(
      bytes: bytes / count, estimate: estimate / count, append: append / count, undo: undo / count,
      redo: redo / count,
      undoOfSharedValue: undoOfSharedValue / count)
  }
}
