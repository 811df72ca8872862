public import ArgumentParser
public import Hyperbasis

/// As what older places come back where the space has shifted since.
struct FrameOptions: ParsableArguments {
  @Option(
    help: """
      If the space has shifted since, bring places back as they were then, or where they are now: \
      the same place in today's frame.
      """)
  var frame: HBPlaceFrame = .then
}

extension FrameOptions {
  /// What the help says of it.
  static let discussion = """
    If the space has shifted since (see hyperbasis drift), the coordinates that come back are \
    those of another frame. A warning says so, and --frame now carries them over. With --json, \
    the shifts are in frames: {shifts, anchors, frame}, shifts being [{id, from, to, actor, \
    class, displacement, centroid, about, yaw}] and anchors how many come back across them.
    """

  /// A request whose older places come back in the frame that was asked for.
  func placing(_ request: HBPlanRequest) -> HBPlanRequest {
    frame == .then ? request : request.placing(frame)
  }
}

extension HBPlaceFrame: ExpressibleByArgument {}
