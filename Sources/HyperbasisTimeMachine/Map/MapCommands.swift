import HyperbasisAnchorLog
import HyperbasisCanvas

// What is typed after the names of commands that are about the plan.

extension CommandLine {
  /// Without heights it asks for them.
  func slice(_ text: String) throws(Complaint) -> ReadCommand {
    let slice = try HeightSlice.read(text)
    return ReadCommand(.map(.askSlice), MapUpdate.self) { $0.cut(to: slice) }
  }

  func look(from text: String) throws(Complaint) -> ReadCommand {
    guard let viewpoint = MapViewpoint(rawValue: text.lowercased()) else {
      throw Complaint("view takes top, front or side")
    }
    return ReadCommand(.map(.cycleViewpoint), MapUpdate.self) { $0.look(from: viewpoint) }
  }
}
