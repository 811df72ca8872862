import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

// Reads the arguments of the commands for the plan.

extension CommandLine {
  /// Reads the heights of a slice; without heights, the command asks for them.
  func slice(_ text: String) throws(Complaint) -> ReadCommand {
    let slice = try HeightSlice.read(text)
    return ReadCommand(.map(.askSlice), MapUpdate.self) { $0.cut(to: slice) }
  }

  /// Measures from the selected anchor's past: from its first place, or its place at a mark.
  func measure(_ text: String) throws(Complaint) -> ReadCommand {
    let instant: HBInstant?
    switch text.lowercased() {
    case "off": return ReadCommand(nil, MapUpdate.self) { $0.endMeasure() }
    case "first": instant = view?.firstInstantOfSelection
    case "a": instant = try mark(view?.compare.marks.a, "A", .markA)
    case "b": instant = try mark(view?.compare.marks.b, "B", .markB)
    default: throw Complaint("measure takes first, a, b or off")
    }
    return ReadCommand(.map(.measure), MapUpdate.self) { update in
      if let instant { update.startMeasure(at: instant) }
    }
  }

  private func mark(
    _ instant: HBInstant?, _ name: TerminalText, _ intent: CompareIntent
  ) throws(Complaint) -> HBInstant {
    if let instant { return instant }
    throw Complaint("\(name) is not set: \(keymap.label(of: .compare(intent))) sets it")
  }

  func look(from text: String) throws(Complaint) -> ReadCommand {
    guard let viewpoint = MapViewpoint(rawValue: text.lowercased()) else {
      throw Complaint("view takes top, front or side")
    }
    return ReadCommand(.map(.cycleViewpoint), MapUpdate.self) { $0.look(from: viewpoint) }
  }
}
