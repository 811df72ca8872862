import Foundation
import HyperbasisCommands

// The program as it is, with an observer that measures its frames: the variable HYPERBASIS_TIMINGS names
// the file to which a line is appended for each.
guard let path = ProcessInfo.processInfo.environment["HYPERBASIS_TIMINGS"] else {
  fatalError("HYPERBASIS_TIMINGS has to name a file")
}
exit(Program.main(frameObserver: try FrameTimings(appendingTo: path)))
