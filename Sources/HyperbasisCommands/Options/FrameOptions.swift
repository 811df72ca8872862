public import ArgumentParser
public import Hyperbasis

/// In which frame older places come back if the space has shifted since.
struct FrameOptions: ParsableArguments {
  @Option(
    help: """
      If the space has shifted since, bring places back to where they were then, or to where they \
      are now: the same place in today's frame.
      """)
  var frame: HBPlaceFrame = .then
}

extension FrameOptions {
  /// The part of a command's help that explains it.
  static let discussion = """
    If the space has shifted since (see hyperbasis drift), the coordinates that come back are \
    those of another frame. A warning says so, and --frame now carries them over. With --json, \
    the shifts are in frames: {shifts, anchors, frame}, where shifts is [{id, from, to, actor, \
    class, displacement, centroid, about, yaw}] and anchors is how many come back across them.
    """

  /// Returns a request that brings older places back in the chosen frame.
  func placing(_ request: HBPlanRequest) -> HBPlanRequest {
    frame == .then ? request : request.placing(frame)
  }
}

extension HBPlaceFrame: ExpressibleByArgument {}
