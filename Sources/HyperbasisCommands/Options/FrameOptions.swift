public import ArgumentParser
public import Hyperbasis

/// As what older places come back where the space has shifted since.
struct FrameOptions: ParsableArguments {
  @Option(
    help: """
      Where the space has shifted since, bring places back as they were then, or where they are now: \
      the same place in today's frame.
      """)
  var frame: HBPlaceFrame = .then
}

extension FrameOptions {
  /// What the help says of it.
  static let discussion = """
    Where a shift lies between the place that comes back and today (see hyperbasis drift), its \
    coordinates are those of another frame, and a warning says so: --frame now carries it over. \
    With --json there is frames then: {shifts, anchors, frame}, shifts being [{id, from, to, actor, \
    class, displacement, centroid, about, yaw}] and anchors how many come back across them.
    """

  /// A request whose older places come back in the frame that was asked for.
  func placing(_ request: HBPlanRequest) -> HBPlanRequest {
    frame == .then ? request : request.placing(frame)
  }
}

extension HBPlaceFrame: ExpressibleByArgument {}
